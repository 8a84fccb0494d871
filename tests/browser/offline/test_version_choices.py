"""The choice between two versions of a deal, in several tabs, on several phones and offline."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import (
    choose_version,
    choose_version_offline,
    expect_all_sent,
    king_taken_by,
    king_taker,
    open_conflict,
)
from tests.support.browser.finger import Finger
from tests.support.browser.offline import UNSENT_STATUS, WITH_WORKER, enter_offline, offline_phone, take_offline
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, NAMES, QUEENS, TREX

pytestmark = pytest.mark.browser


def create_conflict_before_queens(phones: Phones, game: RunningGame) -> Finger:
    """Open the two versions of the king of hearts on a phone that has recorded the queens as well."""
    finger = offline_phone(phones, game)
    enter_offline(finger.page, game, KING, QUEENS)
    game.record_entry(king_taken_by("D"))
    return open_conflict(finger.page)


def test_times_are_local(phones: Phones, game: RunningGame) -> None:
    """Of the other phone's clock, of this one's, and of the server's for entries without either."""
    zone = "Asia/Kathmandu"
    finger = offline_phone(phones, game, timezone_id=zone)
    page = finger.page
    enter_offline(page, game, KING)
    game.record_entry(king_taken_by("D"))
    other_time = f"{datetime.fromisoformat(game.journal[-1]['made_at']).astimezone(ZoneInfo(zone)):%H:%M}"
    open_conflict(page)
    now = datetime.now(ZoneInfo(zone))
    recent = re.compile("|".join(f"{now - timedelta(minutes=minutes):%H:%M}" for minutes in range(3)))
    expect(page.locator(".version__when")).to_have_text([re.compile(other_time), recent])
    choose_version(finger, "theirs")
    expect_all_sent(page)
    page.context.set_offline(True)
    page.goto(game.page("/history"))
    expect(page.locator(".history-entry__author")).to_have_text([recent, re.compile(other_time), recent])


def test_offline_choice_is_sent_after_reconnect(phones: Phones, game: RunningGame) -> None:
    """If the other version was corrected in between, the question returns. If it was undone, the choice counts."""
    finger = create_conflict_before_queens(phones, game)
    page = finger.page
    page.context.set_offline(True)
    choose_version(finger, "ours")
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    expect(page.locator(UNSENT_STATUS)).to_contain_text("saved here, offline")
    page.reload()
    expect(page.locator('[data-total-of="D"]')).to_have_text("0")
    assert game.kinds == ["deal", "deal"]
    page.context.set_offline(False)
    expect_all_sent(page)
    assert king_taker(game) == "B"
    assert game.kinds == ["deal", "deal", "corrected"]

    corrected = start_game(game.server)
    seq = choose_offline(finger, corrected)
    changes = [{"seq": seq, "entry": king_taken_by("C")}]
    corrected.record_entry({"corrected": {"reason": "Recounted", "changes": changes}})
    open_conflict(page)
    expect(page.locator(".versions__name.is-different")).to_have_text(["Basil", "Carine"])
    choose_version(finger, "ours")
    expect_all_sent(page)
    assert king_taker(corrected) == "B"

    undone = start_game(game.server)
    seq = choose_offline(finger, undone)
    undone.record_entry({"take_back": seq})
    page.context.set_offline(False)
    expect_all_sent(page)
    assert king_taker(undone) == "B"


def choose_offline(finger: Finger, game: RunningGame) -> int:
    """Choose this phone's version offline; return the entry number of the other version."""
    page = take_offline(finger.page, game).page
    enter_offline(page, game, KING, QUEENS)
    seq: int = game.record_entry(king_taken_by("D"))["seq"]
    open_conflict(page).page.context.set_offline(True)
    choose_version_offline(finger, "ours")
    return seq


def test_conflicting_choices_do_not_both_count(phones: Phones, game: RunningGame) -> None:
    """Of choices in two tabs, one counts. On two phones, the second phone must choose again."""
    finger = create_conflict_before_queens(phones, game)
    tabs = [finger.page, finger.page.context.new_page()]
    tabs[1].goto(finger.page.url)
    for tab, choice in zip(tabs, ("ours", "theirs"), strict=True):
        tab.evaluate("(keep) => void document.querySelector(`[value=${keep}]`).click()", choice)
    for tab in tabs:
        expect_all_sent(tab)
    assert len(game.kinds) == 3
    tabs[1].close()

    game = start_game(game.server)
    fingers = [take_offline(finger.page, game), offline_phone(phones, game)]
    for finger, seat in zip(fingers, "BC", strict=True):
        enter_offline(finger.page, game, king_taken_by(seat))
    game.record_entry(king_taken_by("D"))
    for finger in fingers:
        open_conflict(finger.page).page.context.set_offline(True)
        choose_version_offline(finger, "ours")
    first_page, second_page = (finger.page for finger in fingers)
    first_page.context.set_offline(False)
    expect_all_sent(first_page)
    open_conflict(second_page)
    expect(second_page.locator(".version").first).to_contain_text("corrected")
    choose_version(fingers[1], "ours")
    expect_all_sent(second_page)
    assert king_taker(game) == "C"
    assert game.kinds == ["deal", "corrected", "corrected"]


def test_versions_around_end_of_kingdom(phones: Phones, server: str) -> None:
    """In a signed-off kingdom, a version needs approval. Versions of two kingdoms show both kings."""
    page = phones.page(**WITH_WORKER)
    game = start_game(server, deals=[QUEENS, DIAMONDS, COLLECTIONS, TREX])
    finger = take_offline(page, game)
    enter_offline(page, game, KING)
    game.record_entry(king_taken_by("D"))
    digest = game.state["agreements"][0]["digest"]
    for seat in "ABCD":
        game.record_entry({"agreed": {"kingdom": "A", "seat": seat, "digest": digest}})
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
    assert king_taker(game) == "B"
    assert game.kinds[-1] == "corrected"

    rules = {"preset": "standard", "options": {"next_king": "agreed"}}
    game = start_game(server, deals=[KING, QUEENS, DIAMONDS, COLLECTIONS, TREX], house_rules=rules)
    take_offline(page, game)
    enter_offline(page, game, {**KING, "king": "C"})
    game.record_entry({**KING, "king": "B"})
    open_conflict(page)
    expect(page.locator(".version").first).to_contain_text("Basil’s kingdom")
    expect(page.locator(".version").last).to_contain_text("Carine’s kingdom")
    choose_version(finger, "ours")
    expect_all_sent(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["C"]
    assert game.kinds[-1] == "corrected"


def test_versions_name_separate_deals(phones: Phones, server: str) -> None:
    """One deal of two contracts and two deals with the same captures differ only in their titles."""
    game = start_game(server, "combination")
    page = offline_phone(phones, game).page
    combined = {**DIAMONDS, "contracts": ["queens", "diamonds"], "captures": QUEENS["captures"] | DIAMONDS["captures"]}
    enter_offline(page, game, combined)
    game.record_entry(DIAMONDS)
    game.record_entry(QUEENS)
    open_conflict(page)
    titles = page.locator(".version__when + .version__title")
    expect(titles).to_have_text(["Diamonds, Queens", "Queens + Diamonds"])
