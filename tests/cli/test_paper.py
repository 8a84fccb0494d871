"""`trexscore paper`: sheets in various forms, and the reports on them."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.games import random_game
from tests.support.sheets import csv_of, rows_of
from trexscore.cli import main
from trexscore.i18n import LANGUAGES
from trexscore.rules.paper.time_limit import check_time
from trexscore.rules.seats import SEATS

Output = pytest.CaptureFixture[str]
HEADER = "king,contract,A,B,C,D\n"
KINGDOM = """A,king_of_hearts,0,-150,75,0
A,queens,-50,-25,-50,25
A,diamonds,-50,{},-30,-10
A,collections,-60,-60,-45,-30
A,trex,150,200,100,50
"""


KINGDOM_ROWS = [line[2:] + "\n" for line in KINGDOM.format(-40).splitlines()]


@pytest.fixture
def check_sheet(tmp_path: Path, capsys: Output) -> Any:  # noqa: ANN401 - a function of the test's own making
    def check(text: str | bytes, *arguments: str) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "sheet.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["paper", "--json", str(path), *arguments])
        return status, json.loads(capsys.readouterr().out)

    return check


@pytest.fixture
def refusal_of(tmp_path: Path, capsys: Output) -> Any:  # noqa: ANN401 - a function of the test's own making
    def read_refusal(text: bytes) -> str:
        path = tmp_path / "sheet.csv"
        path.write_bytes(text)
        assert main(["paper", "--json", str(path)]) == 2
        captured = capsys.readouterr()
        assert not captured.out
        assert captured.err.count("\n") == 1
        return captured.err

    return read_refusal


def test_missing_sign_is_found(check_sheet: Any) -> None:  # noqa: ANN401
    status, report = check_sheet(HEADER + KINGDOM.format(40))
    assert status == 1
    fixes = report.pop("fixes")
    assert report == {
        "format": "trexscore-paper/1",
        "possible": False,
        "rows": [
            {"row": 1, "status": "possible", "contracts": [["king_of_hearts"]]},
            {"row": 2, "status": "possible", "contracts": [["queens"]]},
            {"row": 3, "status": "impossible", "contracts": []},
            {"row": 4, "status": "possible", "contracts": [["collections"]]},
            {"row": 5, "status": "possible", "contracts": [["trex"]]},
        ],
        "kingdoms": [{"king": "A", "rows": [1, 2, 3, 4, 5], "sum": 80, "expected_sums": [0]}],
        "searched": "all",
    }
    assert fixes[0] == [{"row": 3, "seat": "B", "from": 40, "to": -40, "kind": "sign"}]
    assert len(fixes) == 20
    assert [len(fix) for fix in fixes] == sorted(map(len, fixes))


def test_correct_sheet_has_no_fixes(check_sheet: Any) -> None:  # noqa: ANN401
    status, report = check_sheet(HEADER + KINGDOM.format(-40))
    assert (status, report["possible"], report["fixes"], report["searched"]) == (0, True, [], "all")


def test_empty_sheet_is_possible(check_sheet: Any) -> None:  # noqa: ANN401
    assert check_sheet(HEADER) == (
        0,
        {"format": "trexscore-paper/1", "possible": True, "rows": [], "kingdoms": [], "fixes": [], "searched": "all"},
    )


def test_missing_cells_are_deduced(check_sheet: Any) -> None:  # noqa: ANN401
    status, report = check_sheet(HEADER + "A,,-50,,-30,-10\nB,,,,,\n,trex,,,,\n")
    assert status == 1  # B’s kingdom starts only after A’s ends
    _, report = check_sheet(HEADER + "A,,-50,-40,-30,-10\n,trex,200,150,,50\n,,,,,\n")
    assert report["possible"]
    assert [(row["status"], len(row["contracts"])) for row in report["rows"]] == [
        ("possible", 1),
        ("possible", 1),
        ("open", 3),
    ]
    assert report["kingdoms"][0] == {
        "king": "A",
        "rows": [1, 2, 3],
        "sum": None,
        "expected_sums": [-130 + 500 - 195, -130 + 500 - 100, -130 + 500 - 75],
    }


def test_wrong_contract_and_king_are_named(check_sheet: Any) -> None:  # noqa: ANN401
    _, report = check_sheet(
        HEADER + KINGDOM.format(-40).replace("A,collections", "A,trex", 1).replace("A,trex,150", "A,,150")
    )
    assert [{"row": 4, "seat": None, "from": "trex", "to": "collections", "kind": "contract"}] in report["fixes"]
    _, report = check_sheet(HEADER + KINGDOM.format(-40).replace("A,diamonds", "C,diamonds"))
    assert report["fixes"][0] == [{"row": 3, "seat": None, "from": "C", "to": "A", "kind": "king"}]


def test_combined_contracts_are_joined_by_plus(check_sheet: Any) -> None:  # noqa: ANN401
    combined_row = "A,diamonds + collections+queens+king_of_hearts,-125,-125,-125,-125\n"
    status, report = check_sheet(HEADER + combined_row, "--preset", "complex")
    assert status == 0
    assert report["rows"][0]["contracts"] == [["king_of_hearts", "queens", "diamonds", "collections"]]
    status, report = check_sheet(HEADER + combined_row)
    assert (status, report["rows"][0]["status"]) == (1, "impossible")


def test_option_changes_rules_of_sheet(check_sheet: Any) -> None:  # noqa: ANN401
    text = HEADER + "A,diamonds,75,60,45,15\n"
    assert check_sheet(text)[0] == 1
    assert check_sheet(text, "--option", "diamond_points=15", "--option", "signs=reversed")[0] == 0


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + HEADER + "A,diamonds,\u221250,-40,-30,-10\n",
        HEADER + "A,diamonds,-\u0665\u0660,\u2212\u0664\u0660,-\u06f3\u06f0,-10\n",
        HEADER + "A,diamonds,\u0665\u0660-,-\u200e40,\u200f\u2067-30\u2069,10\u2212\n",
        HEADER.replace("\n", "\r\n") + "A,diamonds,-50,-40,-30,-10\r\n",
        HEADER + '"A"," diamonds ","-50",-40, -30 ,-10\n',
        " king , contract ,A,B,C,D\n A ,diamonds,-50,-40,-30,-10",
        HEADER + "\nA,diamonds,-50,-40,-30,-10\n\n  \n",
    ],
)
def test_sheet_is_read_in_any_notation(text: str, check_sheet: Any) -> None:  # noqa: ANN401
    status, report = check_sheet(text)
    assert status == 0
    assert report["rows"] == [{"row": 1, "status": "possible", "contracts": [["diamonds"]]}]
    assert report["kingdoms"][0]["sum"] == -130


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "The first line"),
        (b"king,contract,a,b,c,d\n", "The first line"),
        (b"{}", "The first line"),
        (HEADER.encode() + b"A,diamonds,1,2,3\n", "Line 2 has 5 columns"),
        (HEADER.encode() + b"A,diamonds,1,2,3,4,5\n", "Line 2 has 7 columns"),
        (HEADER.encode() + b"E,diamonds,1,2,3,4\n", "is not a seat"),
        (HEADER.encode() + b"A,trix,1,2,3,4\n", "is not a contract"),
        (HEADER.encode() + b"A,queens+queens,1,2,3,4\n", "is not a contract"),
        (HEADER.encode() + b"A,queens,1,2,3,4.5\n", "is not a total"),
        (HEADER.encode() + b"A,queens,1,2,3," + b"9" * 5000 + b"\n", "“" + "9" * 40 + "…” is not a total"),
        (HEADER.encode() + b"A,queens,1,2,3," + b"9" * 200_000 + b"\n", "Line 2: a cell is too long. Shorten it."),
        (HEADER.encode() + b"A,queens,1,2,3,-4-\n", "is not a total"),
        (HEADER.encode() + b"A,queens,1,2,3,4\nA,queens,1,2,3,\xff\n", "From line 3 on, this is not UTF-8 text"),
        (HEADER.encode() + b'A,"queens,1,2,3,4\n', "CSV"),
        (HEADER.encode() + b"A,queens,\x00,2,3,4\n", ""),
        (HEADER.encode() + b",,,,,\n" * 30 + b"A,queens,x,2,3,4\n", "Line 32"),
        ("king,contract,A,B,C,D\n".encode("utf-16"), ""),
    ],
)
def test_invalid_sheet_is_refused_with_sentence(text: bytes, sentence: str, refusal_of: Any) -> None:  # noqa: ANN401
    assert sentence in refusal_of(text)


def test_folder_and_missing_file_are_unreadable(tmp_path: Path, capsys: Output) -> None:
    assert main(["paper", str(tmp_path)]) == main(["paper", str(tmp_path / "none.csv")]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_dash_reads_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TextIOWrapper(BytesIO((HEADER + "A,diamonds,-50,-40,-30,-10\n").encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert main(["paper", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["possible"]


def test_sheet_may_be_longer_than_a_game(check_sheet: Any) -> None:  # noqa: ANN401
    status, report = check_sheet(HEADER + ",,,,,\n" * 50_000)
    assert status == 1
    assert len(report["rows"]) == 50_000
    assert report["rows"][-1] == {"row": 50_000, "status": "impossible", "contracts": []}
    assert (report["fixes"], report["rows"][19]["status"]) == ([], "open")


@pytest.mark.parametrize(("preset", "rows"), [("complex", 8), ("combination", 25)])
def test_long_search_is_stopped_in_time(
    preset: str,
    rows: int,
    check_sheet: Any,  # noqa: ANN401
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0

    def advance_and_check_time() -> None:
        nonlocal now
        now += 0.01
        check_time()

    monkeypatch.setattr("trexscore.rules.paper.combined_points.check_time", advance_and_check_time)
    monkeypatch.setattr("trexscore.cli.paper.monotonic", lambda: now)
    random = Random(25)  # noqa: S311 - no secret
    lines = (
        ",".join("" if random.random() < 0.25 else str(-5 * random.randrange(60)) for _ in SEATS) for _ in range(rows)
    )
    _, report = check_sheet(HEADER + "".join(f",,{line}\n" for line in lines), "--running", "--preset", preset)
    assert report["searched"] == "part"
    assert len(report["rows"]) == rows
    assert 3 < now < 6


@pytest.mark.parametrize("preset", ["standard", "complex", "howto_quadruple"])
@pytest.mark.parametrize("running", [False, True])
def test_played_game_is_possible(preset: str, running: bool, check_sheet: Any) -> None:  # noqa: ANN401, FBT001
    game = random_game(Random(2), {"preset": preset, "options": {}})  # noqa: S311 - no secret
    text = csv_of(rows_of(game, running=running))
    status, report = check_sheet(text, "--preset", preset, *(["--running"] if running else []))
    assert (status, report["fixes"]) == (0, [])
    assert all(kingdom["sum"] in kingdom["expected_sums"] for kingdom in report["kingdoms"])


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_report_is_written_in_words(lang: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(HEADER + KINGDOM.format(40) + "B,,,,,\n", encoding="utf-8")
    assert main(["paper", str(path), "--lang", lang]) == 1
    output = capsys.readouterr().out
    assert "\u221240" in output
    assert "✗" in output
    path.write_text(HEADER + KINGDOM.format(-40), encoding="utf-8")
    assert main(["paper", str(path), "--lang", lang]) == 0
    assert "✓" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [("--preset", "vienna"), ("--option", "jokers=2"), ("--lang", "xx"), ("two.csv",)]
)
def test_unknown_options_are_misuse(arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["paper", "sheet.csv", *arguments])
    assert stopped.value.code == 2


WHOLE_GAME_LINES = [HEADER, *(f"{king},{row}" for king in "BCDA" for row in KINGDOM_ROWS)]


def test_missing_deal_is_reported(check_sheet: Any, tmp_path: Path, capsys: Output) -> None:  # noqa: ANN401
    lines = [*WHOLE_GAME_LINES]
    del lines[6]
    status, report = check_sheet("".join(lines))
    assert status == 1
    assert report["causes"] == [
        {
            "kind": "row_missing",
            "after": 9,
            "or_after": [5, 6, 7, 8],
            "king": "C",
            "contracts": ["king_of_hearts"],
            "points": {"A": None, "B": None, "C": None, "D": None},
            "sum": -75,
        }
    ]
    assert not [fix for fix in report["fixes"] if len(fix) > 2]
    assert main(["paper", str(tmp_path / "sheet.csv")]) == 1
    output = capsys.readouterr().out
    assert "A deal is missing after row 9. It is King of hearts in C’s kingdom. Its points add up to −75." in output
    assert "It may also fit after row 5–8." in output
    assert "A’s kingdom (rows 15–19) adds up to 0, as expected." in output
    assert "C’s kingdom" not in output.split("1.")[0]


def test_kingdom_of_one_row_is_named_by_row(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "sheet.csv").write_text(HEADER + KINGDOM.splitlines()[0] + "\n")
    assert main(["paper", str(tmp_path / "sheet.csv")]) == 0
    assert "A’s kingdom (row 1) adds up to −75, as expected." in capsys.readouterr().out


def test_carry_mistake_is_one_sentence(tmp_path: Path, capsys: Output) -> None:
    totals, lines = [0, 0, 0, 0], [HEADER]
    for number, line in enumerate(WHOLE_GAME_LINES[1:], 1):
        king, contract, *points = line.strip().split(",")
        totals = [total + int(added) for total, added in zip(totals, points, strict=True)]
        row_totals = totals if number < 4 else [*totals[:3], totals[3] - 10]
        lines.append(",".join([king, contract, *map(str, row_totals)]) + "\n")
    path = tmp_path / "sheet.csv"
    path.write_text("".join(lines))
    assert main(["paper", "--running", str(path)]) == 1
    assert "1. D is 10 too low from row 4 on." in capsys.readouterr().out
