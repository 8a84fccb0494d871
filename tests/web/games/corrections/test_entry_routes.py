"""Corrections of void deals, adjustments and notes, and missing entries added anywhere."""

from urllib.parse import quote

import pytest
from flask import Flask

from tests.support.corrections import (
    KINGDOM_OF_A,
    QUEENS,
    correct,
    deal_of_king,
    href_of_link,
    preview_seat_swap,
    text_of,
)
from tests.support.pages import Game, Phone, capture_fields, preset, start
from tests.support.tables import ADJUSTMENT, DIAMONDS, TREX, VOID


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


def test_void_deal_is_corrected_in_place(site: Flask, phone: Phone) -> None:
    game = start(site, VOID, DIAMONDS, first_king=None)
    form = phone.get(href_of_link(phone.get(game.path("/deals/6/dispute")), "Reason for the void deal"))
    page = phone.send(form, "/deals/6/correct", reason="misdeal", king="A")
    correct(phone, game, page)
    assert game.file()["deals"][0] == {"king": "A", "void": {"reason": "misdeal", "claimed_by": "D"}}


def test_adjustment_is_corrected_in_place(site: Flask, phone: Phone) -> None:
    game = start(site, ADJUSTMENT, DIAMONDS)
    form = phone.get(href_of_link(phone.get(game.path("/deals/6/dispute")), "Points or reason"))
    assert form.root.find_one("input", name="points_B").attrs["value"] == "-30"
    response = phone.send(form, "/deals/6/correct", points_D="40")
    assert response.status == 422
    assert "must add up to 0" in text_of(response)
    page = phone.send(form, "/deals/6/correct", points_B="-40", points_D="40")
    correct(phone, game, page)
    assert game.file()["deals"][0] == {"adjustment": {"B": -40, "D": 40}, "reason": "agreed"}


def test_note_is_corrected_and_removed(phone: Phone, played: Game) -> None:
    assert "No note yet" in text_of(phone.get(played.path("/deals/6/dispute")))
    correct(phone, played, phone.get(played.path("/deals/6/note?note=counted+twice")))
    assert played.file()["deals"][0] == {**DIAMONDS, "note": "counted twice"}
    correct(phone, played, phone.get(played.path("/deals/6/note?note=")))
    assert played.file()["deals"][0] == DIAMONDS


def test_missing_entry_is_added_anywhere(site: Flask, phone: Phone) -> None:
    game = start(site, *KINGDOM_OF_A[:4], ADJUSTMENT)
    page = phone.get(game.path("/corrections/missing"))
    positions = [option.attrs["value"] for option in page.root.find_one("select", name="before").find("option")]
    assert positions == ["end", "10", "9", "8", "7", "6"]
    form = phone.get(game.path("/corrections/missing/entry?contracts=void&king=A&before=7"))
    correct(phone, game, phone.send(form, "/corrections/missing/entry", reason="misdeal"))
    form = phone.get(game.path("/corrections/missing/entry?contracts=adjustment&before=6"))
    form = phone.send(form, "/corrections/missing/entry", points_A="5", points_B="-5", reason="late")
    correct(phone, game, form)
    form = phone.get(game.path("/corrections/missing/entry?contracts=queens&king=A&before=end"))
    correct(phone, game, phone.send(form, "/corrections/missing/entry", **capture_fields(QUEENS["captures"])))
    assert game.file()["deals"] == [
        {"adjustment": {"A": 5, "B": -5}, "reason": "late"},
        DIAMONDS,
        {"king": "A", "void": {"reason": "misdeal"}},
        *KINGDOM_OF_A[1:4],
        ADJUSTMENT,
        QUEENS,
    ]


def test_combined_contracts_are_ticked(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS, **preset("combination"))
    page = phone.get(game.path("/corrections/missing"))
    assert page.root.find_one("input", name="contracts", value="queens").attrs["type"] == "checkbox"
    address = game.path("/corrections/missing/entry?contracts=queens&contracts=collections&king=A&before=6")
    captures = {**QUEENS["captures"], "tricks": {"A": 0, "B": 13, "C": 0, "D": 0}}
    typed = capture_fields(captures)
    correct(phone, game, phone.send(phone.get(address), "/corrections/missing/entry", **typed))
    assert game.file()["deals"] == [
        {"king": "A", "contracts": ["queens", "collections"], "captures": captures},
        DIAMONDS,
    ]
    dispute_page = phone.get(game.path("/deals/7/dispute"))
    ticked = [box.attrs["value"] for box in dispute_page.root.find("input", name="contracts") if "checked" in box.attrs]
    assert ticked == ["queens", "collections"]
    trex_form = phone.get(game.path("/corrections/missing/entry?contracts=queens&contracts=trex&king=A"))
    response = phone.send(trex_form, "/corrections/missing/entry", **typed, **capture_fields(TREX["captures"]))
    assert response.status == 422
    assert "Trex is always played alone." in response.problems


def test_impossible_missing_deal_is_changed_or_removed(site: Flask, phone: Phone) -> None:
    game = start(site, *KINGDOM_OF_A, deal_of_king("B", DIAMONDS))
    form = phone.get(game.path("/corrections/missing/entry?contracts=trex&king=A&before=end"))
    page = phone.send(form, "/corrections/missing/entry", **capture_fields(TREX["captures"]))
    assert "It’s not \u2068Amal\u2069’s kingdom" in text_of(page)
    assert phone.get(href_of_link(page, "Remove entry")).path == game.path("/sheet")
    dispute_page = phone.get(href_of_link(page, "Change again"))
    form = phone.get(href_of_link(dispute_page, "Who took what").replace("/correct?", "/correct?king=B&"))
    page = phone.send(form, form.form("/correct").attrs["action"].partition("?")[0])
    correct(phone, game, page)
    assert game.file()["deals"] == [*KINGDOM_OF_A, deal_of_king("B", DIAMONDS), deal_of_king("B", TREX)]


def test_seating_and_deal_are_corrected_together(phone: Phone, played: Game) -> None:
    page = preview_seat_swap(phone, played, "players")
    changes = page.root.find("input", name="changes")[0].attrs["value"]
    form = phone.get(played.path(f"/deals/6/correct?changes={quote(changes)}"))
    assert [field.attrs["value"] for field in form.root.find("input", **{"data-count": ""})] == ["5", "3", "4", "1"]
    page = phone.send(form, "/deals/6/correct", diamonds_B="2", diamonds_D="2")
    assert "Diamonds of Carine" in text_of(page)
    correct(phone, played, page)
    assert played.file()["deals"][0]["captures"]["diamonds"] == {"A": 5, "B": 2, "C": 4, "D": 2}
