"""Repeated undo and redo, which the status line names."""

import pytest
from flask import Flask

from tests.support.html import Node
from tests.support.pages import Game, Phone, Response, shown_totals, start
from tests.support.tables import ADJUSTMENT, ANNOUNCED, COLLECTIONS, DIAMONDS, KING, VOID, Json

NOT_REDOABLE = "This can’t be put back: it already is, or something was saved since. Check the game."


def status(page: Response) -> Node:
    return page.root.find_one("section", class_="status")


def test_undo_is_named_and_redone(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    assert "King of hearts undone" in status(undone).text
    table = phone.send(undone, "/redo")
    assert shown_totals(table)["B"] == -75
    assert "data-undone" not in status(table).attrs


def test_undo_and_redo_repeat(phone: Phone, game: Game) -> None:
    for deal in (KING, DIAMONDS, COLLECTIONS):
        game.add_entry(deal)
    before = shown_totals(phone.get(game.path()))
    page = phone.get(game.path())
    for _each in range(3):
        page = phone.send(page, "/undo")
    assert set(shown_totals(page).values()) <= {0}
    for title in ("King of hearts", "Diamonds", "Collections"):
        assert f"{title} undone" in status(page).text
        page = phone.send(page, "/redo")
    assert shown_totals(page) == before
    assert "data-undone" not in status(page).attrs


@pytest.mark.parametrize("entry", [ANNOUNCED, VOID, ADJUSTMENT], ids=["announced", "void", "adjustment"])
def test_redo_restores_every_kind_of_entry(phone: Phone, game: Game, entry: Json) -> None:
    game.add_entry(entry)
    undone = phone.send(phone.get(game.path()), "/undo")
    assert not [link for link in undone.root.find("a", class_="status__action") if "captures=" in link.attrs["href"]]
    assert "data-undone" not in status(phone.send(undone, "/redo")).attrs
    assert game.seq() == 8


def test_change_opens_filled_form(phone: Phone, game: Game) -> None:
    game.add_entry(DIAMONDS)
    undone = phone.send(phone.get(game.path()), "/undo")
    (change,) = (
        link for link in status(undone).find("a", class_="status__action") if "captures=" in link.attrs["href"]
    )
    fields = phone.get(change.attrs["href"]).fields("/deals")
    assert [fields[f"diamonds_{seat}"] for seat in "ABCD"] == ["5", "4", "3", "1"]


def test_new_deal_ends_redo(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    game.add_entry(DIAMONDS)
    assert "data-undone" not in status(phone.get(game.path())).attrs
    refused = phone.send(undone, "/redo")
    assert (refused.status, refused.path, NOT_REDOABLE in refused.text) == (200, game.path(), True)
    assert game.file()["deals"] == [DIAMONDS]


@pytest.mark.parametrize("seq", ["", "x", "0", "1", "7", "99", "-6", "٦"])
def test_redo_of_invalid_number_is_refused(phone: Phone, game: Game, seq: str) -> None:
    game.add_entry(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    assert NOT_REDOABLE in phone.send(undone, "/redo", seq=seq).text
    assert game.seq() == 7


def test_redo_twice_restores_once(phone: Phone, game: Game) -> None:
    game.add_entry(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    phone.send(undone, "/redo")
    assert NOT_REDOABLE in phone.send(undone, "/redo").text
    assert game.seq() == 8


@pytest.mark.parametrize(("permission", "expected"), [("own", 303), ("write", 303), ("read", 403), ("nobody", 404)])
def test_redo_follows_permissions(site: Flask, game: Game, permission: str, expected: int) -> None:
    owner = Phone(site)
    game.add_entry(KING)
    undone = owner.send(owner.get(game.path()), "/undo")
    fields = undone.fields("/redo")
    address = "/g/nobody-knows-this-link/redo" if permission == "nobody" else game.path("/redo", permission)
    response = owner.client.post(address, data=fields)
    assert response.status_code == expected


def test_view_only_link_offers_no_undo(site: Flask, game: Game) -> None:
    game.add_entry(KING)
    game.add_entry({"take_back": 6})
    page = Phone(site).get(game.path("", "read"))
    assert "undone" in status(page).text
    assert not status(page).find("form")


def test_corrected_deal_is_named_with_its_points(phone: Phone, game: Game) -> None:
    game.add_entry(DIAMONDS)
    game.add_entry(KING)
    change = {"seq": 6, "entry": {**DIAMONDS, "captures": {"diamonds": {"A": 13, "B": 0, "C": 0, "D": 0}}}}
    game.add_entry({"corrected": {"reason": "counted again", "changes": [change]}})
    line = status(phone.get(game.path()))
    assert line.text.startswith("Diamonds corrected")
    assert "Amal \u2212130" in line.text
    assert line.find_one("a", class_="status__text").attrs["href"] == game.path("/deals/6")


def test_game_correction_is_named_with_its_reason(phone: Phone, game: Game) -> None:
    game.add_entry(DIAMONDS)
    game.add_entry({"corrected": {"reason": "sat elsewhere", "changes": [{"seats": {"B": "C", "C": "B"}}]}})
    assert "Corrected: sat elsewhere" in status(phone.get(game.path())).text


def test_entry_of_imported_file_is_redone_with_its_note(site: Flask, phone: Phone) -> None:
    """A game file may hold a note with hidden characters, which nobody could enter."""
    game = start(site, {**KING, "note": "well\u2060 played"})
    page = phone.send(phone.send(phone.get(game.path()), "/undo"), "/redo")
    assert shown_totals(page)["B"] == -75
    assert game.file()["deals"] == [{**KING, "note": "well\u2060 played"}]
