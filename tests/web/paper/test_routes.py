"""A typed or pasted paper score sheet: errors are found, and fixes are offered."""

from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from flask import Flask

from tests.support.pages import PERMISSIONS, Game, Phone, Response, preset, start
from tests.support.sheets import csv_of, rows_of
from tests.support.sites import site_in
from tests.support.whole_games import whole_game
from tests.web.games.sign_off.test_routes import player_tokens
from trexscore.rules.paper.sheet import Row
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.paper import presenter as paper

DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩\u2212", "0123456789-")
BAD_ROW = 7


def grid(page: Response) -> list[tuple[str, str, list[str]]]:
    """The rows of the grid in ASCII digits, up to the last row with a value."""
    fields = page.fields("/paper")
    numbers = range(1, 41)
    rows = [
        (
            str(fields[f"king_{n}"]),
            str(fields[f"contract_{n}"]),
            [str(fields[f"{seat}_{n}"]).translate(DIGITS) for seat in "ABCD"],
        )
        for n in numbers
        if f"king_{n}" in fields
    ]
    while rows and not (rows[-1][0] or rows[-1][1] or any(rows[-1][2])):
        rows.pop()
    return rows


def verdict(page: Response) -> str:
    return page.root.find_one("section", class_="paper-check").text.replace("\u2068", "").replace("\u2069", "")


def fixes(page: Response) -> list[str]:
    return [button.attrs["value"] for button in page.root.find("button", name="fix")]


def notes(page: Response) -> list[str]:
    return [
        note.text.replace("\u2068", "").replace("\u2069", "") for note in page.root.find("tr", class_="paper__note")
    ]


def paste(phone: Phone, text: str, path: str = "/paper", **fields: str) -> Response:
    return phone.send(phone.get(path), "/paper", pasted=text, **fields)


def sheet(*, running: bool = False) -> list[Row]:
    return rows_of(whole_game("standard", 5), running=running)


def with_wrong_digit(rows: list[Row]) -> list[Row]:
    """The rows with one wrong digit."""
    row = rows[BAD_ROW]
    return [
        *rows[:BAD_ROW],
        row._replace(cells=row.cells.replacing(Seat.B, (row.cells.B or 0) + 30)),
        *rows[BAD_ROW + 1 :],
    ]


@pytest.mark.parametrize(("language", "running"), [("en", False), ("ar", True)])
def test_correct_sheet_is_possible(
    site: Flask,
    language: str,
    running: bool,  # noqa: FBT001
) -> None:
    rows = sheet(running=running)
    fields = {"running": "1"} if running else {}
    page = paste(Phone(site, language), csv_of(rows), **fields)
    assert page.root.find_one("section", class_="paper-check").has(class_="is-possible")
    assert not fixes(page)
    assert [note.count("✓") for note in notes(page)] == [1] * 4
    assert [cells for _, _, cells in grid(page)] == [[str(value) for value in row.cells] for row in rows]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_mistake_is_found_and_fixed(site: Flask, language: str) -> None:
    phone, rows = Phone(site, language), sheet()
    page = paste(phone, csv_of(with_wrong_digit(rows)))
    (impossible,) = [row for row in page.root.find("tr", class_="paper__row") if row.has(class_="is-impossible")]
    assert impossible.find_one("th").text.translate(DIGITS) == str(BAD_ROW + 1)
    assert [row.has(class_="is-wrong") for row in page.root.find("tr", class_="paper__sum-proof")] == [
        False,
        True,
        False,
        False,
    ]
    becomes = f"{BAD_ROW + 1}:B:{rows[BAD_ROW].cells.B}"
    assert becomes in fixes(page)
    fixed = phone.send(page, "/paper", fix=becomes)
    assert fixed.root.find_one("section", class_="paper-check").has(class_="is-possible")
    assert [cells for _, _, cells in grid(fixed)] == [[str(value) for value in row.cells] for row in rows]


def test_kingdom_that_does_not_add_up_is_named(phone: Phone) -> None:
    page = paste(phone, csv_of(with_wrong_digit(sheet())))
    assert "B’s kingdom (rows 6–10) adds up to 30 instead of 0." in notes(page)
    assert "✗ These points are not possible here" in notes(page)


def test_every_offered_fix_makes_sheet_possible(phone: Phone) -> None:
    page = paste(phone, csv_of(with_wrong_digit(sheet())))
    assert len(fixes(page)) > 1
    for fix in fixes(page):
        assert "This score sheet is possible" in verdict(phone.send(page, "/paper", fix=fix))


def test_kingdom_without_king_is_named_by_rows(phone: Phone) -> None:
    page = paste(phone, "-75 0 0 0\n-100 0 0 0\n-130 0 0 0\n-195 0 0 0\n200 150 100 150")
    assert "This kingdom (rows 1–5) adds up to 100 instead of 0." in notes(page)


def test_missing_contracts_are_deduced(phone: Phone) -> None:
    rows = [row._replace(contract_set=None, king=None) for row in sheet()[:5]]
    page = paste(phone, csv_of(rows))
    assert "This score sheet is possible" in verdict(page)
    assert "Only possible: Collections" in notes(page)


def test_sheet_of_game_uses_its_rules_and_names(site: Flask, phone: Phone) -> None:
    game = start(site, players=["Sara", "Omar", "Layla", "Ziad"], **preset("wikipedia_reversed"))
    file = whole_game("wikipedia_reversed", 5)
    text = csv_of(with_wrong_digit(rows_of(file)))
    for letter, name in zip("ABCD", ("Sara", "Omar", "Layla", "Ziad"), strict=True):
        text = text.replace(f"\n{letter},", f"\n{name},")
    page = paste(phone, text, game.path("/paper"))
    assert "row 8, Omar:" in verdict(page)
    assert any(note.startswith("Omar’s kingdom (rows 6–10) adds up to") for note in notes(page))
    assert "This score sheet is possible" in verdict(phone.send(page, "/paper", fix=fixes(page)[0]))
    assert "House rules: Wikipedia, signs reversed" in page.root.find_one("main").text
    assert game.seq() == 5


def test_preset_of_sheet_is_chosen(phone: Phone) -> None:
    text = csv_of(rows_of(whole_game("complex", 5)))
    assert "This score sheet is possible" in verdict(paste(phone, text, preset="complex"))
    page = paste(phone, text, preset="standard")
    assert "can’t be right" in verdict(page)
    assert page.fields("/paper")["preset"] == "standard"
    assert len(grid(page)) == 8


@pytest.mark.parametrize(
    "text",
    [
        "A,queens,-25,-25,-50,0",
        "king,contract,A,B,C,D\r\nA,queens,-25,-25,-50,0\r\n",
        "A\tQueens\t−25\t−25\t−50\t0",
        "1. A Queens -25 -25 -50 0",
        "أ؛ بنات؛ \u0662\u0665-؛ \u0662\u0665-؛ \u0665\u0660-؛ \u0660",
        "  \n A ; Queens ; -25;-25;-50;0 \n\n",
        '"A","queens","-25","-25","-50","0"',
    ],
)
def test_pasted_text_is_read(phone: Phone, text: str) -> None:
    assert grid(paste(phone, text)) == [("A", "queens", ["-25", "-25", "-50", "0"])]


def test_numbers_alone_are_enough(phone: Phone) -> None:
    page = paste(phone, "-75 0 0 0\n\n-30 -40 -60 0")
    assert grid(page) == [("", "", ["-75", "0", "0", "0"]), ("", "", ["-30", "-40", "-60", "0"])]
    assert notes(page)[:2] == ["Only possible: King of hearts", "Only possible: Diamonds"]


@pytest.mark.parametrize(
    ("text", "problem_text"),
    [
        ("A queens -25", "Line 1: enter four numbers, not 3."),
        ("Zoe,queens,-25,-25,-50,0", "Line 1: enter a player or a contract instead of “Zoe queens”."),
        ("A,bridge,-25,-25,-50,0", "Line 1: enter a player or a contract instead of “A bridge”."),
        ("-1 -1 -1 -1\n" * 41, "Paste at most 20 rows. This text has 41."),
        ("A,queens,x,-25,-50,0\n1 2 3 4", "Row 1, A: enter a number of points instead of “x”."),
        ("\x00\x01,<b>,,,,\n1 2 3 4", "enter a player or a contract instead of"),
        ("9" * 5000, "not 1."),
    ],
)
def test_text_without_sheet_is_refused_and_kept(phone: Phone, text: str, problem_text: str) -> None:
    page = paste(phone, text)
    assert page.status == 422
    assert any(problem_text in problem for problem in page.problems), page.problems
    assert page.root.find_one("textarea").text or page.root.find("input", aria_invalid="true")
    assert not page.page.faults


def test_invalid_number_is_marked_and_kept(phone: Phone) -> None:
    page = phone.send(phone.get("/paper"), "/paper", A_3="1o", B_3="-25")
    assert page.status == 422
    assert page.problems == ["Row 3, A: enter a number of points instead of “1o”."]
    (invalid_input,) = page.root.find("input", aria_invalid="true")
    assert (invalid_input.attrs["name"], invalid_input.attrs["value"]) == ("A_3", "1o")
    assert page.fields("/paper")["B_3"] == "−25"


def test_empty_sheet_is_refused(phone: Phone) -> None:
    page = phone.send(phone.get("/paper"), "/paper")
    assert (page.status, page.problems) == (422, ["The score sheet is empty. Enter at least one row."])


def test_rows_after_complete_game_are_reported(phone: Phone) -> None:
    rows = sheet()
    page = paste(phone, csv_of([*rows, *rows[:3]]))
    assert "Rows after the end of the game: 21–23." in verdict(page)
    assert len(grid(page)) == 23


@pytest.mark.parametrize("fix", ["x", "99:A:5;0:king:B", "1:king:Z;1:contract:bridge", "1:A:5" * 9999])
def test_unknown_fix_is_ignored(phone: Phone, fix: str) -> None:
    page = phone.send(paste(phone, "A,queens,-25,-25,-50,0"), "/paper", fix=fix)
    assert page.status == 200
    assert not page.page.faults


def test_unknown_fields_are_ignored(phone: Phone) -> None:
    hostile: dict[str, Any] = {"A_0": "1", "A_41": "1", "king_1": "Z", "contract_1": "trex+trex", "A_1": "9" * 500}
    page = phone.send(phone.get("/paper"), "/paper", **hostile)
    assert page.status == 422
    assert page.problems == [f"Row 1, A: enter a number of points instead of “{'9' * 20}”."]
    assert grid(page)[0][:2] == ("", "")


def test_large_paste_is_refused(phone: Phone) -> None:
    token = phone.get("/paper").fields("/paper")["csrf_token"]
    response = phone.post("/paper", {"csrf_token": token, "pasted": "1 2 3 4\n" * 1_300_000})
    assert response.status == 413


def test_random_rows_are_answered(phone: Phone) -> None:
    random = Random(4)  # noqa: S311 - no secret
    for _ in range(2):
        lines = (",".join(str(random.choice(["", 5 * random.randrange(-40, 40)])) for _ in SEATS) for _ in range(6))
        page = paste(phone, "\n".join(lines))
        assert page.status == 200
        assert not page.page.faults


def test_long_check_is_stopped_and_reported(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "_MAX_CPU_SECONDS", -1.0)
    page = paste(phone, "-75 0 0 0")
    assert "Checking this took too long." in verdict(page)
    assert grid(page) == [("", "", ["-75", "0", "0", "0"])]


def test_incomplete_search_is_reported(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "_SEARCH_CLOCK_FACTOR", 1e9)
    page = paste(phone, csv_of(with_wrong_digit(rows_of(whole_game("standard", 6), running=False))))
    assert "There was not enough time to check everything." in verdict(page)


def test_sheet_is_checked_with_every_link(site: Flask, game: Game) -> None:
    tokens = [game.token(permission) for permission in PERMISSIONS] + list(
        player_tokens(site, Phone(site), game).values()
    )
    for token in tokens:
        assert "This score sheet is possible" in verdict(paste(Phone(site), "-75 0 0 0", f"/g/{token}/paper"))
    assert game.seq() == 5
    stranger = Phone(site)
    assert stranger.get("/g/" + "A" * 22 + "/paper").status == 404
    csrf_token = stranger.get("/paper").fields("/paper")["csrf_token"]
    assert stranger.post("/g/" + "A" * 22 + "/paper", {"csrf_token": csrf_token, "A_1": "1"}).status == 404


def test_sheet_needs_csrf_token(phone: Phone) -> None:
    assert phone.post("/paper", {"A_1": "1"}).status == 400


@pytest.mark.parametrize("path", ["/", "{game}/menu"])
def test_home_and_menu_link_to_paper(phone: Phone, game: Game, path: str) -> None:
    page = phone.get(path.format(game=game.path()))
    (link,) = [node for node in page.root.find("a") if node.attrs["href"].endswith("/paper")]
    assert phone.get(link.attrs["href"]).status == 200


@pytest.mark.parametrize("text", ["٣," * 9_000, "1," * 9_999, "1 " * 9_999, "a\t" * 9_999, "+ " * 9_999])
def test_endless_line_is_refused_at_once(phone: Phone, text: str) -> None:
    began = process_time()
    response = paste(phone, f"-1;-2;-3;-4\n{text}")
    assert process_time() - began < 0.5
    assert response.status == 422
    assert "Line 2: enter four numbers, not " in response.root.find_one("main").text


def test_unreadable_sheets_are_rate_limited(tmp_path: Path) -> None:
    with site_in(tmp_path, SEARCHES_PER_MINUTE="2") as site:
        phone = Phone(site)
        assert [paste(phone, "what is this").status for _ in range(3)] == [422, 422, 429]
