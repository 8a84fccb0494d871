"""Choosing one of two versions, whatever happens meanwhile: more taps, more phones, no connection."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.away import WAITS, cut_off
from tests.support.browser.browser import Phones
from tests.support.browser.two_versions import asked, nothing_waits, other_version, taker, use, use_offline, with_taker
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, NAMES, QUEENS, TREX

pytestmark = pytest.mark.browser


def test_a_second_tap_decides_nothing_else(phones: Phones, game: RunningGame) -> None:
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    finger.record(DIAMONDS)
    game.enter(with_taker("D"))
    game.enter({**DIAMONDS, "captures": {"diamonds": {"A": 5, "B": 4, "C": 4, "D": 0}}})
    asked(page)
    page.locator("html[data-calm]").wait_for()
    box = page.locator('[value="ours"]').bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*at)
    page.wait_for_timeout(150)
    page.touchscreen.tap(*at)
    expect(page.locator(".versions__deal")).to_contain_text("Diamonds")
    page.wait_for_timeout(1000)
    assert sorted(game.kinds) == ["corrected", "deal", "deal"]


def test_a_choice_in_two_tabs_counts_once(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    tabs = [finger.page, finger.page.context.new_page()]
    tabs[1].goto(finger.page.url)
    for tab, keep in zip(tabs, ("ours", "theirs"), strict=True):
        tab.evaluate("(keep) => void document.querySelector(`[value=${keep}]`).click()", keep)
    for tab in tabs:
        nothing_waits(tab)
    assert len(game.kinds) == 3


def test_a_choice_is_made_offline_and_sent_later(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    page = finger.page
    page.context.set_offline(True)
    use(finger, "ours")
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    expect(page.locator(WAITS)).to_contain_text("saved here, offline")
    page.reload()
    expect(page.locator('[data-total-of="D"]')).to_have_text("0")
    assert game.kinds == ["deal", "deal"]
    page.context.set_offline(False)
    nothing_waits(page)
    assert taker(game) == "B"
    assert game.kinds == ["deal", "deal", "corrected"]


def test_choices_on_two_phones_ask_again(phones: Phones, game: RunningGame) -> None:
    fingers = [cut_off(phones, game) for _ in range(2)]
    for finger, seat in zip(fingers, "BC", strict=True):
        finger.record(with_taker(seat))
    game.enter(with_taker("D"))
    for finger in fingers:
        asked(finger.page).page.context.set_offline(True)
        use_offline(finger, "ours")
    first, second = (finger.page for finger in fingers)
    first.context.set_offline(False)
    nothing_waits(first)
    asked(second)
    expect(second.locator(".version").first).to_contain_text("corrected")
    use(fingers[1], "ours")
    nothing_waits(second)
    assert taker(game) == "C"
    assert game.kinds == ["deal", "corrected", "corrected"]


def test_a_version_that_was_corrected_meanwhile_is_shown_as_it_counts(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    page = finger.page
    seq = next(entry["seq"] for entry in game.journal if entry["kind"] == "deal")
    page.context.set_offline(True)
    game.enter({"corrected": {"reason": "Recounted", "changes": [{"seq": seq, "entry": with_taker("C")}]}})
    use_offline(finger, "ours")
    asked(page)
    expect(page.locator(".versions__name.is-other")).to_have_text(["Basil", "Carine"])
    use(finger, "ours")
    nothing_waits(page)
    assert taker(game) == "B"


def test_a_version_whose_other_one_was_undone_meanwhile_counts(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    page = finger.page
    page.context.set_offline(True)
    use_offline(finger, "ours")
    seq = next(entry["seq"] for entry in game.journal if entry["kind"] == "deal")
    game.enter({"take_back": seq})
    page.context.set_offline(False)
    nothing_waits(page)
    assert taker(game) == "B"


def test_a_signed_off_kingdom_says_who_decides(phones: Phones, server: str) -> None:
    game = start_game(server, deals=[QUEENS, DIAMONDS, COLLECTIONS, TREX])
    finger = cut_off(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(with_taker("D"))
    digest = game.state["agreements"][0]["digest"]
    for seat in "ABCD":
        game.enter({"agreed": {"kingdom": "A", "seat": seat, "digest": digest}})
    asked(page)
    expect(page.locator(".versions__problem")).to_contain_text("all four or the referee must approve")
    finger.tap(".version--link")
    expect(page.locator("h1")).to_have_text("Correction")
    expect(page.locator('[name="reason"]')).to_have_value("Two phones recorded this deal; this version was chosen.")
    for name in NAMES:
        finger.tap(page.locator(".option", has_text=name))
    finger.tap(".bar")
    expect(page).to_have_url(re.compile("/sheet$"))
    page.goto(game.page())
    nothing_waits(page)
    assert taker(game) == "B"
    assert game.kinds[-1] == "corrected"


def test_versions_in_two_kingdoms(phones: Phones, server: str) -> None:
    rules = {"preset": "standard", "options": {"next_king": "agreed"}}
    game = start_game(server, deals=[KING, QUEENS, DIAMONDS, COLLECTIONS, TREX], house_rules=rules)
    finger = cut_off(phones, game)
    finger.record({**KING, "king": "C"})
    game.enter({**KING, "king": "B"})
    page = asked(finger.page).page
    expect(page.locator(".version").first).to_contain_text("Basil’s kingdom")
    expect(page.locator(".version").last).to_contain_text("Carine’s kingdom")
    use(finger, "ours")
    nothing_waits(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["C"]
    assert game.kinds[-1] == "corrected"
