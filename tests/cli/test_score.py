"""`trexscore score`: tables for people, JSON for programs, and exit codes."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.games import GameJson, cases, deal_of, game_of, random_game
from trexscore.cli import main

TREX = deal_of("trex", ["C", "A", "D", "B"])
VALID_GAME = game_of(TREX)
INVALID_GAME = game_of(deal_of("diamonds", {"A": 12, "B": 0, "C": 0, "D": 0}))
WHOLE_GAME = cases("games")[0]["game"]
COMMAND = [sys.executable, "-c", "import sys; from trexscore.cli import main; sys.exit(main())", "score"]

Output = pytest.CaptureFixture[str]


def write_games(folder: Path, name: str, *games: GameJson) -> str:
    path = folder / name
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return str(path)


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:  # noqa: ANN401 - options of subprocess
    return subprocess.run([*COMMAND, *arguments], capture_output=True, check=False, timeout=60, **options)


def results(capsys: Output) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_table_has_deals_kingdom_sums_and_result(tmp_path: Path, capsys: Output) -> None:
    assert main(["score", write_games(tmp_path, "g.json", WHOLE_GAME)]) == 0
    table = capsys.readouterr().out
    assert "Amal total" in table
    assert table.count("kingdom adds up to 0, as expected. ✓") == 4
    assert sum(line[:2].strip().isdigit() for line in table.splitlines()) == 20
    assert "Won by:" in table
    assert "−" in table


def test_table_of_running_game_names_remaining_contracts(tmp_path: Path, capsys: Output) -> None:
    main(["score", write_games(tmp_path, "g.json", VALID_GAME)])
    table = capsys.readouterr().out
    assert "Amal still has: King of hearts + Queens + Diamonds + Collections" in table
    assert "The game isn’t over. Amal is king." in table
    assert "kingdom so far adds up to 500, as expected" in table


ADJUSTMENT = {"adjustment": {"B": -30, "D": 30}, "reason": "agreed:\na closed trick"}


def test_adjustment_is_listed_in_its_place(tmp_path: Path, capsys: Output) -> None:
    game = game_of(ADJUSTMENT, TREX, ADJUSTMENT)
    assert main(["score", write_games(tmp_path, "g.json", game)]) == 0
    table = capsys.readouterr().out.splitlines()
    first, deal, kingdom, last = table[1:5]
    assert " ".join(first.split()) == r"Adjusted 0 −30 0 +30 0 −30 0 30 agreed:\na closed trick"
    assert deal.split()[-4:] == ["150", "20", "200", "130"]
    assert "kingdom" in kingdom
    assert " ".join(last.split()) == r"Adjusted 0 −30 0 +30 150 −10 200 160 agreed:\na closed trick"
    assert "Totals: Amal 150, Basil −10, Carine 200, Dani 160" in table


def test_game_of_adjustments_only_is_listed(tmp_path: Path, capsys: Output) -> None:
    path = write_games(tmp_path, "g.json", game_of(ADJUSTMENT, ADJUSTMENT))
    assert main(["score", path]) == 0
    assert capsys.readouterr().out.count("  Adjusted  ") == 2
    main(["score", "--lang", "ar", path])
    table = capsys.readouterr().out
    assert table.count("  تعديلات  ") == 2
    assert "−60" in table.splitlines()[2]


def test_void_deal_is_listed_with_king_and_reason(tmp_path: Path, capsys: Output) -> None:
    void_deal = {"king": "A", "void": {"reason": "four_twos"}}
    path = write_games(tmp_path, "g.json", game_of(void_deal, TREX, void_deal | {"contracts": ["queens"]}))
    assert main(["score", path]) == 0
    table = [line.split("  ") for line in capsys.readouterr().out.splitlines()[1:5]]
    rows = [[cell.strip() for cell in line if cell.strip()] for line in table]
    assert rows[0] == ["Amal", "Void: four twos in one hand"]
    assert rows[1][:3] == ["1", "Amal", "Trex"]
    assert rows[3] == ["Amal", "Queens", "Void: four twos in one hand"]
    main(["score", "--lang", "ar", path])
    assert capsys.readouterr().out.count("ملغاة: ") == 2


def test_explain_adds_reasons_to_deals(tmp_path: Path, capsys: Output) -> None:
    main(["score", "--explain", write_games(tmp_path, "g.json", VALID_GAME)])
    assert "+200  Carine went out first. (according to all five sources)" in capsys.readouterr().out


def test_explain_names_revoke(tmp_path: Path, capsys: Output) -> None:
    captures = {"A": 2, "B": 0, "C": 0, "D": 11}
    deal = {"king": "A", "contracts": ["diamonds"], "captures": {"diamonds": captures}, "renege": {"by": "D"}}
    game = write_games(tmp_path, "g.json", {**VALID_GAME, "deals": [deal]})
    assert main(["score", "--explain", "--option", "renege=rest_to_offender", game]) == 0
    output = capsys.readouterr().out
    assert "Dani revoked: everything not taken by then is charged to that player." in output
    assert "-110  Dani took 11 diamonds." in output.replace("\u2212", "-")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("ar", "أول من خلّص: Carine."), ("fr", "Carine a fini en premier."), ("de", "Carine war zuerst fertig.")],
)
def test_table_is_in_chosen_language(tmp_path: Path, capsys: Output, language: str, sentence: str) -> None:
    assert main(["score", "--explain", "--lang", language, write_games(tmp_path, "g.json", VALID_GAME)]) == 0
    assert sentence in capsys.readouterr().out


def test_json_has_one_result_per_game(tmp_path: Path, capsys: Output) -> None:
    path = write_games(tmp_path, "g.json", VALID_GAME)
    assert main(["score", "--json", path, path]) == 0
    first, second = results(capsys)
    assert first == second
    assert first["totals"] == {"A": 150, "B": 50, "C": 200, "D": 100}
    assert first["remaining"]["A"] == ["king_of_hearts", "queens", "diamonds", "collections"]
    assert "lines" not in first["deals"][0]


def test_explained_lines_add_up_to_points(tmp_path: Path, capsys: Output) -> None:
    main(["score", "--json", "--explain", write_games(tmp_path, "g.json", WHOLE_GAME)])
    (result,) = results(capsys)
    for deal in result["deals"]:
        for seat, points in deal["points"].items():
            assert sum(line["points"] for line in deal["lines"] if line["seat"] == seat) == points


def test_invalid_game_exits_1_with_all_errors(tmp_path: Path, capsys: Output) -> None:
    path = write_games(tmp_path, "b.json", INVALID_GAME)
    assert main(["score", path]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{path}: deals.0.captures.diamonds: diamonds_not_13: ")
    assert "1 (Diamonds): The four counts add up to 12" in captured.err


def test_errors_name_line_of_jsonl_file(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "g.jsonl"
    invalid_game = game_of(TREX, deal_of("diamonds", {"A": "4", "B": 9, "C": 0, "D": 0}))
    path.write_text("\n".join([json.dumps(VALID_GAME), "", json.dumps(invalid_game), "{", "[]"]), encoding="utf-8")
    assert main(["score", str(path)]) == 1
    errors = [line.split(": ")[:3] for line in capsys.readouterr().err.splitlines()]
    assert errors[0] == [f"{path}:3", "deals.1.captures.diamonds.A", "not_a_whole_number"]
    assert [error[:2] for error in errors[1:]] == [[f"{path}:4", "not_json"], [f"{path}:5", "wrong_type"]]


def test_errors_of_standard_input_are_named_dash() -> None:
    assert run("-", input=b"{").stderr.startswith(b"-: not_json: ")
    assert run("--jsonl", "-", input=b"\n{").stderr.startswith(b"-:2: not_json: ")


def test_error_stays_on_one_line(tmp_path: Path, capsys: Output) -> None:
    main(["score", write_games(tmp_path, "g.json", VALID_GAME | {"a\nb\x1b[2J\u202e": 1})])
    assert [line.count(r"a\nb\x1b[2J\u202e") for line in capsys.readouterr().err.splitlines()] == [2]


@pytest.mark.parametrize(
    ("change", "error_path", "hint"),
    [
        ({"house_rules": []}, "house_rules", "Use an object here"),
        ({"house_rules": {"preset": 1}}, "house_rules.preset", "Use the name of a preset here"),
        ({"deals": {}}, "deals", "Use a list here"),
        ({"deals": [VALID_GAME["deals"][0] | {"king": 1}]}, "deals.0.king", "Use the letter of a seat here"),
        (
            {"deals": [VALID_GAME["deals"][0] | {"contracts": [1]}]},
            "deals.0.contracts.0",
            "Use the name of a contract here",
        ),
        ({"deals": [VALID_GAME["deals"][0] | {"note": 1}]}, "deals.0.note", "Enter at most 500 characters"),
        ({"deals": [4]}, "deals.0", "Use an object here"),
    ],
)
def test_wrong_type_names_expected_type(
    tmp_path: Path, capsys: Output, change: GameJson, error_path: str, hint: str
) -> None:
    path = write_games(tmp_path, "g.json", VALID_GAME | change)
    main(["score", path])
    errors = capsys.readouterr().err
    assert f"{path}: {error_path}: wrong_type: " in errors
    assert hint in errors
    main(["score", "--lang", "ar", path])
    assert "استخدموا هنا" if "Use" in hint else "على الأكثر" in capsys.readouterr().err


def test_invalid_game_keeps_place_among_valid(tmp_path: Path, capsys: Output) -> None:
    assert main(["score", "--json", write_games(tmp_path, "g.jsonl", VALID_GAME, INVALID_GAME, VALID_GAME)]) == 1
    formats = [result["format"] for result in results(capsys)]
    assert formats == ["trexscore-result/1", "trexscore-errors/1", "trexscore-result/1"]


def test_unreadable_file_exits_2_after_others(tmp_path: Path, capsys: Output) -> None:
    valid_path, invalid_path = (
        write_games(tmp_path, "g.json", VALID_GAME),
        write_games(tmp_path, "b.json", INVALID_GAME),
    )
    assert (
        main(["score", "--json", valid_path, str(tmp_path / "nowhere.json"), invalid_path, str(tmp_path), valid_path])
        == 2
    )
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 3
    assert [line.split(": ")[0] for line in captured.err.splitlines()] == [
        str(tmp_path / "nowhere.json"),
        str(tmp_path),
    ]


def test_program_error_is_not_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("trexscore.cli.score.read_and_score_text", fail)
    with pytest.raises(FileNotFoundError):
        main(["score", write_games(tmp_path, "g.json", VALID_GAME)])


def test_jsonl_skips_blank_lines(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"\n\n{json.dumps(VALID_GAME)}\r\n \n{json.dumps(VALID_GAME)}", encoding="utf-8")
    assert main(["score", "--json", "--jsonl", str(path)]) == 0
    assert len(results(capsys)) == 2
    assert main(["score", "--json", str(path)]) == 1


def test_dash_reads_one_game_or_jsonl() -> None:
    one_game, two_games = json.dumps(VALID_GAME, indent=1).encode(), (json.dumps(VALID_GAME) + "\n").encode() * 2
    assert run("--json", "-", input=one_game).stdout.count(b"trexscore-result/1") == 1
    assert run("--json", "--jsonl", "-", input=two_games).stdout.count(b"trexscore-result/1") == 2
    assert run("--json", "-", input=two_games).returncode == 1


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"[" * 100_000, b"{", b"null", b'{"deals": [[]]}', b'"\\ud800"'])
def test_any_input_ends_without_traceback(text: bytes) -> None:
    for arguments in (["--json", "-"], ["-"], ["--explain", "--lang", "ar", "-"]):
        result = run(*arguments, input=text)
        assert result.returncode == 1
        assert b"Traceback" not in result.stdout + result.stderr


def test_unsupported_characters_do_not_stop_table() -> None:
    game = json.dumps(VALID_GAME | {"players": ["ليلى", "Basil", "Carine", "Dani"]}).encode()
    result = run("-", input=game, env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)})
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Basil" in result.stdout


def test_closed_pipe_is_silent(tmp_path: Path) -> None:
    lines = tmp_path / "many.jsonl"
    lines.write_text((json.dumps(WHOLE_GAME) + "\n") * 200, encoding="utf-8")
    with subprocess.Popen([*COMMAND, "--json", str(lines)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the highest memory of a process is read from /proc")
def test_memory_does_not_grow_with_file(tmp_path: Path) -> None:
    random = Random(1)  # noqa: S311 - cards, not secrets
    games = [json.dumps(random_game(random, {"preset": "standard"})) + "\n" for _ in range(100)]
    peaks = []
    for times in (10, 200):
        path = tmp_path / f"{times}.jsonl"
        path.write_text("".join(games) * times, encoding="utf-8")
        program = (
            "import sys; from trexscore.cli import main; status = main();"
            "sys.stderr.write(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]); sys.exit(status)"
        )
        command = [sys.executable, "-c", program, "score", "--json", str(path)]
        result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        peaks.append(int(result.stderr))
    peak_of_few, peak_of_many = peaks
    assert peak_of_many < peak_of_few * 1.1
