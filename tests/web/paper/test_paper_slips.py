"""What one slip explains on a pasted sheet is said in a sentence, and put right with one tap."""

import pytest
from flask import Flask

from tests.support.pages import Answer, Game, Phone
from tests.support.sheets import csv_of
from tests.web.paper.test_routes import fixes, grid, paste, sheet, verdict


@pytest.mark.parametrize(
    ("line", "contract", "cells"),
    [
        ("Q: -50/0/-50/0", "queens", ["-50", "0", "-50", "0"]),
        ("Q -50 O -50 0", "queens", ["-50", "0", "-50", "0"]),
        ("Trex 2OO 15O 100 50", "trex", ["200", "150", "100", "50"]),
        ("Trex 2OO 15O 1OO 5O", "trex", ["200", "150", "100", "50"]),
        ("K: (75) 0 0 0", "king_of_hearts", ["-75", "0", "0", "0"]),
        ("D: (50) -40 -30 (l0)", "diamonds", ["-50", "-40", "-30", "-10"]),
    ],
)
def test_what_text_recognition_gives_is_read(phone: Phone, line: str, contract: str, cells: list[str]) -> None:
    page = paste(phone, line)
    [(_, said, numbers)] = grid(page)
    assert (said, numbers) == (contract, cells)


def test_a_missing_row_is_said_and_put_in_with_one_tap(phone: Phone) -> None:
    rows = sheet()
    gone = rows.pop(8)
    page = paste(phone, csv_of(rows))
    button = page.root.find("button", name="fix")[0]
    assert "A deal is missing after row 9." in verdict(page)
    assert all("instead of" not in fix for fix in fixes(page)[:1])
    after = phone.send(page, "/paper", fix=button.attrs["value"])
    king, contract, _ = grid(after)[9]
    assert gone.king is not None
    assert gone.programme is not None
    assert (king, contract) == (gone.king.name, gone.programme.contracts[0].value)
    assert len(grid(after)) == 20
    assert after.root.one("section", class_="judged").has(class_="is-possible")


def test_a_row_written_twice_is_left_out_with_one_tap(phone: Phone) -> None:
    rows = sheet()
    page = paste(phone, csv_of([*rows[:4], *rows[3:]]))
    assert "Row 5 repeats row 4." in verdict(page)
    after = phone.send(page, "/paper", fix="-5")
    assert after.root.one("section", class_="judged").has(class_="is-possible")


def test_a_sheet_that_is_wrong_all_over_gets_no_invented_changes(phone: Phone) -> None:
    page = paste(phone, "10 -20 30 -40\n" * 8)
    assert verdict(page).startswith("This score sheet can’t be right, and a few changes won’t fix it.")
    assert fixes(page) == []


def make(phone: Phone, page: Answer, **changes: str) -> Answer:
    """Tap on what makes the sheet a game: a button of the same form with an address of its own."""
    address = next(one.attrs["formaction"] for one in page.root.find("button") if "formaction" in one.attrs)
    return phone.post(address, {**page.fields("/paper"), **changes})


@pytest.mark.parametrize("running", [False, True])
def test_a_checked_sheet_becomes_a_game_with_one_tap(site: Flask, running: bool) -> None:  # noqa: FBT001
    phone = Phone(site)
    more = {"running": "1"} if running else {}
    page = paste(phone, csv_of(sheet(running=running)), **more)
    table = make(phone, page)
    assert table.path.startswith("/g/")
    token = table.path.split("/")[2]
    state = phone.client.get(f"/api/games/{token}/state").get_json()
    assert state["result"]["complete"]
    points = [tuple(deal["points"].values()) for deal in state["result"]["deals"]]
    assert points == [tuple(row.cells) for row in sheet()]
    deals = phone.client.get(f"/g/{token}/game.json").get_json()["deals"]
    noted = [deal["contracts"][0] for deal in deals if "several possibilities" in deal.get("note", "")]
    assert "trex" not in noted
    assert noted


def test_the_sheet_of_a_table_becomes_a_game_of_its_players(site: Flask, game: Game) -> None:
    phone = Phone(site)
    page = paste(phone, csv_of(sheet()), game.path("/paper"))
    table = make(phone, page)
    token = table.path.split("/")[2]
    assert token not in (game.own, game.write, game.read)
    assert phone.client.get(f"/api/games/{token}/state").get_json()["players"] == ["Amal", "Basil", "Carine", "Dani"]


def test_what_does_not_follow_has_to_be_written_in_first(site: Flask) -> None:
    phone = Phone(site)
    rows = [row._replace(king=None) for row in sheet()]
    page = make(phone, paste(phone, csv_of(rows)))
    assert page.status == 422
    assert "First enter king, contract and points in these rows" in page.text


def test_a_sheet_that_cannot_be_right_becomes_no_game(site: Flask) -> None:
    phone = Phone(site)
    page = paste(phone, csv_of(sheet()))
    page = make(phone, page, B_8="7")
    assert page.status == 422
    assert "Check the score sheet first" in page.text
