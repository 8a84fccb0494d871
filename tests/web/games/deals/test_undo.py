"""Undo and redo: as far back as anyone wants, each said in the status line."""

import pytest
from flask import Flask

from tests.support.html import Node
from tests.support.pages import Answer, Game, Phone, totals_on
from tests.support.tables import ANNOUNCED, COLLECTIONS, DIAMONDS, KING, MOVED, VOID, Json


def status(page: Answer) -> Node:
    return page.root.one("section", class_="status")


def test_what_was_undone_is_named_and_put_back(phone: Phone, game: Game) -> None:
    game.say(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    assert "King of hearts undone" in status(undone).text
    back = phone.send(undone, "/redo")
    assert totals_on(back)["B"] == -75
    assert "data-undone" not in status(back).attrs


def test_undo_and_redo_go_back_and_forth(phone: Phone, game: Game) -> None:
    for deal in (KING, DIAMONDS, COLLECTIONS):
        game.say(deal)
    before = totals_on(phone.get(game.path()))
    page = phone.get(game.path())
    for _each in range(3):
        page = phone.send(page, "/undo")
    assert set(totals_on(page).values()) <= {0}
    for title in ("King of hearts", "Diamonds", "Collections"):
        assert f"{title} undone" in status(page).text
        page = phone.send(page, "/redo")
    assert totals_on(page) == before
    assert "data-undone" not in status(page).attrs


@pytest.mark.parametrize("entry", [ANNOUNCED, VOID, MOVED], ids=["announced", "void", "adjustment"])
def test_every_kind_of_entry_is_put_back(phone: Phone, game: Game, entry: Json) -> None:
    game.say(entry)
    undone = phone.send(phone.get(game.path()), "/undo")
    assert not [link for link in undone.root.find("a", class_="status__do") if "told=" in link.attrs["href"]]
    assert "data-undone" not in status(phone.send(undone, "/redo")).attrs
    assert game.seq() == 8


def test_change_opens_the_form_filled_in(phone: Phone, game: Game) -> None:
    game.say(DIAMONDS)
    undone = phone.send(phone.get(game.path()), "/undo")
    (change,) = (link for link in status(undone).find("a", class_="status__do") if "told=" in link.attrs["href"])
    fields = phone.get(change.attrs["href"]).fields("/deals")
    assert [fields[f"diamonds_{seat}"] for seat in "ABCD"] == ["5", "4", "3", "1"]


def test_another_deal_ends_it(phone: Phone, game: Game) -> None:
    game.say(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    game.say(DIAMONDS)
    assert "data-undone" not in status(phone.get(game.path())).attrs
    assert phone.send(undone, "/redo").status == 404
    assert game.file()["deals"] == [DIAMONDS]


@pytest.mark.parametrize("seq", ["", "x", "0", "1", "7", "99", "-6", "٦"])
def test_a_forged_number_puts_nothing_back(phone: Phone, game: Game, seq: str) -> None:
    game.say(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    assert phone.send(undone, "/redo", seq=seq).status == 404
    assert game.seq() == 7


def test_the_same_form_twice_puts_it_back_once(phone: Phone, game: Game) -> None:
    game.say(KING)
    undone = phone.send(phone.get(game.path()), "/undo")
    phone.send(undone, "/redo")
    phone.send(undone, "/redo")
    assert game.seq() == 8


@pytest.mark.parametrize(("right", "expected"), [("own", 303), ("write", 303), ("read", 403), ("nobody", 404)])
def test_who_may(site: Flask, game: Game, right: str, expected: int) -> None:
    owner = Phone(site)
    game.say(KING)
    undone = owner.send(owner.get(game.path()), "/undo")
    fields = undone.fields("/redo")
    address = "/g/nobody-knows-this-link/redo" if right == "nobody" else game.path("/redo", right)
    answer = owner.client.post(address, data=fields)
    assert answer.status_code == expected


def test_who_reads_is_offered_nothing(site: Flask, game: Game) -> None:
    game.say(KING)
    game.say({"take_back": 6})
    page = Phone(site).get(game.path("", "read"))
    assert "undone" in status(page).text
    assert not status(page).find("form")


def test_a_corrected_deal_is_named_with_its_points_now(phone: Phone, game: Game) -> None:
    game.say(DIAMONDS)
    game.say(KING)
    counted = {"seq": 6, "entry": {**DIAMONDS, "captures": {"diamonds": {"A": 13, "B": 0, "C": 0, "D": 0}}}}
    game.say({"corrected": {"reason": "counted again", "changes": [counted]}})
    line = status(phone.get(game.path()))
    assert line.text.startswith("Diamonds corrected")
    assert "Amal \u2212130" in line.text
    assert line.one("a", class_="status__text").attrs["href"] == game.path("/deals/6")


def test_a_correction_of_more_than_a_deal_says_its_reason(phone: Phone, game: Game) -> None:
    game.say(DIAMONDS)
    game.say({"corrected": {"reason": "sat elsewhere", "changes": [{"seats": {"B": "C", "C": "B"}}]}})
    assert "Corrected: sat elsewhere" in status(phone.get(game.path())).text
