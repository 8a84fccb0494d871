"""What counts no more has a page: why, what it had said, and what is disputed about it."""

import re

import pytest
from flask import Flask

from tests.support.pages import RIGHTS, Game, Phone, start
from tests.support.tables import DIAMONDS, TREX
from tests.web.games.corrections.test_routes import COUNTED_AGAIN
from tests.web.games.disputes.test_routes import CHANGES, end, tap
from tests.web.games.sign_off.test_policy_routes import referee_of
from tests.web.games.sign_off.test_routes import seats_of

TAKEN_BACK = "This entry was undone and no longer counts."


@pytest.fixture
def gone(site: Flask) -> Game:
    """The diamonds were put right, disputed and taken back."""
    game = start(site, DIAMONDS, TREX)
    game.say({"corrected": {"reason": "counted again", "changes": CHANGES}})
    game.say({"disputed": {"seat": "B", "about": 6, "reason": "I had five"}})
    game.say({"take_back": 6})
    return game


def lines(text: str) -> str:
    return re.sub("[\u2066-\u2069]", "", text)


@pytest.mark.parametrize("right", RIGHTS)
def test_a_deal_that_was_taken_back_tells_what_it_had_said_in_all_its_versions(
    phone: Phone, gone: Game, right: str
) -> None:
    page = phone.get(gone.path("/deals/6", right))
    text = lines(page.root.one("main").text)
    assert (page.status, TAKEN_BACK in text, "Entry 10" in text) == (200, True, True)
    said = [lines(row.text) for row in page.root.one("ul", class_="why__list").find("li")]
    counted = COUNTED_AGAIN["captures"]["diamonds"]
    assert said[2:] == [
        f"Diamonds of {name} {counted[seat]}"
        for seat, name in zip("ABCD", ("Amal", "Basil", "Carine", "Dani"), strict=True)
    ]
    assert "counted again" in page.root.one("section", class_="versions-of").text
    assert "I had five" in page.root.one("section", class_="disputes").text
    story = phone.get(gone.path("/history", right)).root.one(id="entry-6")
    assert story.find("a")[0].attrs["href"] == gone.path("/deals/6", right)


def test_what_is_disputed_about_it_can_still_be_answered_and_settled(site: Flask, phone: Phone, gone: Game) -> None:
    mine = f"/g/{seats_of(site, phone, gone)['C']}/deals/6"
    assert tap(Phone(site), mine, "C", "no").path == mine
    assert not phone.get(gone.path("/deals/6", "read")).root.find("form")
    for seat in "AD":
        tap(phone, gone.path("/deals/6"), seat, "no")
    page = end(phone, gone.path("/deals/6"), "withdrawn")
    assert (page.status, "Withdrawn." in page.text) == (200, True)
    assert phone.get(f"/g/{'A' * 22}/deals/6").status == 404


def test_what_was_proposed_for_it_can_be_settled_no_more(site: Flask, phone: Phone, game: Game) -> None:
    game.say(DIAMONDS)
    game.say({"terms": {"referee": True}})
    referee = referee_of(site, game)
    game.say({"disputed": {"seat": "B", "about": 6, "reason": "I had five", "changes": CHANGES}})
    assert "Correct as proposed" in phone.get(f"/g/{referee}/deals/6").text
    game.say({"take_back": 6})
    page = phone.get(f"/g/{referee}/deals/6")
    assert ("Correct as proposed" in page.text, "Dismiss" in page.text) == (False, True)


def test_a_deal_that_a_correction_left_out_names_the_reason(phone: Phone, game: Game) -> None:
    game.say(DIAMONDS)
    game.say({"corrected": {"reason": "was not played", "changes": [{"seq": 6, "entry": None}]}})
    text = phone.get(game.path("/deals/6", "read")).root.one("main").text
    assert "A correction removed this entry. It no longer counts." in text
    assert "was not played" in text


def test_a_deal_that_was_put_in_and_taken_back_with_its_correction_is_told_as_well(phone: Phone, game: Game) -> None:
    seq = game.say({"corrected": {"reason": "forgotten", "changes": [{"before": None, "entry": TREX}]}})
    assert phone.get(game.path(f"/deals/{seq}")).root.find("section", class_="why__seat")
    back = game.say({"take_back": seq})
    assert TAKEN_BACK in phone.get(game.path(f"/deals/{seq}", "read")).text
    assert phone.get(game.path(f"/deals/{back}", "read")).status == 404


def test_names_that_are_put_right_later_are_right_in_what_is_gone(phone: Phone, gone: Game) -> None:
    gone.say({"seat": "B", "name": "Basim"})
    text = phone.get(gone.path("/deals/6")).root.one("ul", class_="why__list").text
    assert ("Basim" in text, "Basil" in text) == (True, False)
