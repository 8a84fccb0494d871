"""A removed entry keeps its page: why it does not count, its versions, and its disputes."""

import re

import pytest
from flask import Flask

from tests.support.pages import PERMISSIONS, Game, Phone, start
from tests.support.tables import DIAMONDS, TREX
from tests.web.games.corrections.test_routes import CORRECTED_DIAMONDS
from tests.web.games.disputes.test_routes import CHANGES, answer_dispute, end_dispute
from tests.web.games.sign_off.test_policy_routes import referee_of
from tests.web.games.sign_off.test_routes import player_tokens

UNDONE_TEXT = "This entry was undone and no longer counts."


@pytest.fixture
def undone_game(site: Flask) -> Game:
    """A game whose diamonds were corrected, disputed and undone."""
    game = start(site, DIAMONDS, TREX)
    game.add_entry({"corrected": {"reason": "counted again", "changes": CHANGES}})
    game.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had five"}})
    game.add_entry({"take_back": 6})
    return game


def without_isolates(text: str) -> str:
    return re.sub("[\u2066-\u2069]", "", text)


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_undone_deal_shows_all_its_versions(phone: Phone, undone_game: Game, permission: str) -> None:
    page = phone.get(undone_game.path("/deals/6", permission))
    text = without_isolates(page.root.find_one("main").text)
    assert (page.status, UNDONE_TEXT in text, "Entry 10" in text) == (200, True, True)
    lines = [without_isolates(row.text) for row in page.root.find_one("ul", class_="explain__list").find("li")]
    diamonds = CORRECTED_DIAMONDS["captures"]["diamonds"]
    assert lines[2:] == [
        f"Diamonds of {name} {diamonds[seat]}"
        for seat, name in zip("ABCD", ("Amal", "Basil", "Carine", "Dani"), strict=True)
    ]
    assert "counted again" in page.root.find_one("section", class_="entry-corrections").text
    assert "I had five" in page.root.find_one("section", class_="disputes").text
    history_entry = phone.get(undone_game.path("/history", permission)).root.find_one(id="entry-6")
    assert history_entry.find("a")[0].attrs["href"] == undone_game.path("/deals/6", permission)


def test_dispute_about_undone_deal_is_answered_and_resolved(site: Flask, phone: Phone, undone_game: Game) -> None:
    path = f"/g/{player_tokens(site, phone, undone_game)['C']}/deals/6"
    assert answer_dispute(Phone(site), path, "C", "no").path == path
    assert not phone.get(undone_game.path("/deals/6", "read")).root.find("form")
    for seat in "AD":
        answer_dispute(phone, undone_game.path("/deals/6"), seat, "no")
    page = end_dispute(phone, undone_game.path("/deals/6"), "withdrawn")
    assert (page.status, "Withdrawn." in page.text) == (200, True)
    assert phone.get(f"/g/{'A' * 22}/deals/6").status == 404


def test_undone_deal_cannot_be_corrected_as_proposed(site: Flask, phone: Phone, game: Game) -> None:
    game.add_entry(DIAMONDS)
    game.add_entry({"terms": {"referee": True}})
    referee = referee_of(site, game)
    game.add_entry({"disputed": {"seat": "B", "about": 6, "reason": "I had five", "changes": CHANGES}})
    assert "Correct as proposed" in phone.get(f"/g/{referee}/deals/6").text
    game.add_entry({"take_back": 6})
    page = phone.get(f"/g/{referee}/deals/6")
    assert ("Correct as proposed" in page.text, "Dismiss" in page.text) == (False, True)


def test_deal_removed_by_correction_shows_reason(phone: Phone, game: Game) -> None:
    game.add_entry(DIAMONDS)
    game.add_entry({"corrected": {"reason": "was not played", "changes": [{"seq": 6, "entry": None}]}})
    text = phone.get(game.path("/deals/6", "read")).root.find_one("main").text
    assert "A correction removed this entry. It no longer counts." in text
    assert "was not played" in text


def test_deal_added_and_undone_has_page(phone: Phone, game: Game) -> None:
    seq = game.add_entry({"corrected": {"reason": "forgotten", "changes": [{"before": None, "entry": TREX}]}})
    assert phone.get(game.path(f"/deals/{seq}")).root.find("section", class_="explain__seat")
    undo_seq = game.add_entry({"take_back": seq})
    assert UNDONE_TEXT in phone.get(game.path(f"/deals/{seq}", "read")).text
    assert phone.get(game.path(f"/deals/{undo_seq}", "read")).status == 404


def test_undone_deal_shows_corrected_names(phone: Phone, undone_game: Game) -> None:
    undone_game.add_entry({"seat": "B", "name": "Basim"})
    text = phone.get(undone_game.path("/deals/6")).root.find_one("ul", class_="explain__list").text
    assert ("Basim" in text, "Basil" in text) == (True, False)
