"""A pasted sheet with one mistake is explained and fixed with one tap, and becomes a game."""

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, Response
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
def test_recognized_text_is_read(phone: Phone, line: str, contract: str, cells: list[str]) -> None:
    page = paste(phone, line)
    [(_, contract_on_page, numbers)] = grid(page)
    assert (contract_on_page, numbers) == (contract, cells)


def test_missing_row_is_added_with_one_tap(phone: Phone) -> None:
    rows = sheet()
    missing_row = rows.pop(8)
    page = paste(phone, csv_of(rows))
    button = page.root.find("button", name="fix")[0]
    assert "A deal is missing after row 9." in verdict(page)
    assert all("instead of" not in fix for fix in fixes(page)[:1])
    fixed_page = phone.send(page, "/paper", fix=button.attrs["value"])
    king, contract, _ = grid(fixed_page)[9]
    assert missing_row.king is not None
    assert missing_row.contract_set is not None
    assert (king, contract) == (missing_row.king.name, missing_row.contract_set.contracts[0].value)
    assert len(grid(fixed_page)) == 20
    assert fixed_page.root.find_one("section", class_="paper-check").has(class_="is-possible")


def test_repeated_row_is_removed_with_one_tap(phone: Phone) -> None:
    rows = sheet()
    page = paste(phone, csv_of([*rows[:4], *rows[3:]]))
    assert "Row 5 repeats row 4." in verdict(page)
    fixed_page = phone.send(page, "/paper", fix="-5")
    assert fixed_page.root.find_one("section", class_="paper-check").has(class_="is-possible")


def test_sheet_with_many_mistakes_gets_no_fixes(phone: Phone) -> None:
    page = paste(phone, "10 -20 30 -40\n" * 8)
    assert verdict(page).startswith("This score sheet can’t be right, and a few changes won’t fix it.")
    assert fixes(page) == []


def create_game(phone: Phone, page: Response, **changes: str) -> Response:
    """Tap the button that creates a game from the sheet."""
    address = next(button.attrs["formaction"] for button in page.root.find("button") if "formaction" in button.attrs)
    return phone.post(address, {**page.fields("/paper"), **changes})


@pytest.mark.parametrize("running", [False, True])
def test_checked_sheet_becomes_a_game(site: Flask, running: bool) -> None:  # noqa: FBT001
    phone = Phone(site)
    fields = {"running": "1"} if running else {}
    page = paste(phone, csv_of(sheet(running=running)), **fields)
    table = create_game(phone, page)
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


def test_sheet_of_a_game_becomes_a_new_game(site: Flask, game: Game) -> None:
    phone = Phone(site)
    page = paste(phone, csv_of(sheet()), game.path("/paper"))
    table = create_game(phone, page)
    token = table.path.split("/")[2]
    assert token not in (game.own, game.write, game.read)
    assert phone.client.get(f"/api/games/{token}/state").get_json()["players"] == ["Amal", "Basil", "Carine", "Dani"]


def test_incomplete_sheet_becomes_no_game(site: Flask) -> None:
    phone = Phone(site)
    rows = [row._replace(king=None) for row in sheet()]
    page = create_game(phone, paste(phone, csv_of(rows)))
    assert page.status == 422
    assert "First enter king, contract and points in these rows" in page.text


def test_impossible_sheet_becomes_no_game(site: Flask) -> None:
    phone = Phone(site)
    page = paste(phone, csv_of(sheet()))
    page = create_game(phone, page, B_8="7")
    assert page.status == 422
    assert "Check the score sheet first" in page.text
