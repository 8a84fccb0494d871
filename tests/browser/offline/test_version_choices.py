"""The choice between two versions of a deal, with repeated taps, more phones and no connection."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import (
    expect_all_sent,
    open_conflict,
    other_version,
    taker,
    use,
    use_offline,
    with_taker,
)
from tests.support.browser.offline import WAITS, offline_phone
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, NAMES, QUEENS, TREX

pytestmark = pytest.mark.browser


def test_double_tap_decides_one_version(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    finger.record(DIAMONDS)
    game.enter(with_taker("D"))
    game.enter({**DIAMONDS, "captures": {"diamonds": {"A": 5, "B": 4, "C": 4, "D": 0}}})
    open_conflict(page)
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


def test_choice_in_two_tabs_counts_once(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    tabs = [finger.page, finger.page.context.new_page()]
    tabs[1].goto(finger.page.url)
    for tab, keep in zip(tabs, ("ours", "theirs"), strict=True):
        tab.evaluate("(keep) => void document.querySelector(`[value=${keep}]`).click()", keep)
    for tab in tabs:
        expect_all_sent(tab)
    assert len(game.kinds) == 3


def test_offline_choice_is_sent_later(phones: Phones, game: RunningGame) -> None:
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
    expect_all_sent(page)
    assert taker(game) == "B"
    assert game.kinds == ["deal", "deal", "corrected"]


def test_conflicting_choices_ask_again(phones: Phones, game: RunningGame) -> None:
    fingers = [offline_phone(phones, game) for _ in range(2)]
    for finger, seat in zip(fingers, "BC", strict=True):
        finger.record(with_taker(seat))
    game.enter(with_taker("D"))
    for finger in fingers:
        open_conflict(finger.page).page.context.set_offline(True)
        use_offline(finger, "ours")
    first, second = (finger.page for finger in fingers)
    first.context.set_offline(False)
    expect_all_sent(first)
    open_conflict(second)
    expect(second.locator(".version").first).to_contain_text("corrected")
    use(fingers[1], "ours")
    expect_all_sent(second)
    assert taker(game) == "C"
    assert game.kinds == ["deal", "corrected", "corrected"]


def test_version_corrected_elsewhere_is_shown_as_corrected(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    page = finger.page
    seq = next(entry["seq"] for entry in game.journal if entry["kind"] == "deal")
    page.context.set_offline(True)
    game.enter({"corrected": {"reason": "Recounted", "changes": [{"seq": seq, "entry": with_taker("C")}]}})
    use_offline(finger, "ours")
    open_conflict(page)
    expect(page.locator(".versions__name.is-other")).to_have_text(["Basil", "Carine"])
    use(finger, "ours")
    expect_all_sent(page)
    assert taker(game) == "B"


def test_version_counts_when_other_was_undone(phones: Phones, game: RunningGame) -> None:
    finger = other_version(phones, game)
    page = finger.page
    page.context.set_offline(True)
    use_offline(finger, "ours")
    seq = next(entry["seq"] for entry in game.journal if entry["kind"] == "deal")
    game.enter({"take_back": seq})
    page.context.set_offline(False)
    expect_all_sent(page)
    assert taker(game) == "B"


def test_version_in_signed_off_kingdom_needs_approval(phones: Phones, server: str) -> None:
    game = start_game(server, deals=[QUEENS, DIAMONDS, COLLECTIONS, TREX])
    finger = offline_phone(phones, game)
    page = finger.page
    finger.record(KING)
    game.enter(with_taker("D"))
    digest = game.state["agreements"][0]["digest"]
    for seat in "ABCD":
        game.enter({"agreed": {"kingdom": "A", "seat": seat, "digest": digest}})
    open_conflict(page)
    expect(page.locator(".versions__problem")).to_contain_text("all four or the referee must approve")
    finger.tap(".version--link")
    expect(page.locator("h1")).to_have_text("Correction")
    expect(page.locator('[name="reason"]')).to_have_value("Two phones recorded this deal; this version was chosen.")
    for name in NAMES:
        finger.tap(page.locator(".option", has_text=name))
    finger.tap(".bar")
    expect(page).to_have_url(re.compile("/sheet$"))
    page.goto(game.page())
    expect_all_sent(page)
    assert taker(game) == "B"
    assert game.kinds[-1] == "corrected"


def test_versions_in_two_kingdoms_show_both_kings(phones: Phones, server: str) -> None:
    rules = {"preset": "standard", "options": {"next_king": "agreed"}}
    game = start_game(server, deals=[KING, QUEENS, DIAMONDS, COLLECTIONS, TREX], house_rules=rules)
    finger = offline_phone(phones, game)
    finger.record({**KING, "king": "C"})
    game.enter({**KING, "king": "B"})
    page = open_conflict(finger.page).page
    expect(page.locator(".version").first).to_contain_text("Basil’s kingdom")
    expect(page.locator(".version").last).to_contain_text("Carine’s kingdom")
    use(finger, "ours")
    expect_all_sent(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["C"]
    assert game.kinds[-1] == "corrected"
