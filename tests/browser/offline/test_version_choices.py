"""The choice between two versions of a deal, with more tabs, more phones and no connection."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import expect_all_sent, open_conflict, taker, use, use_offline, with_taker
from tests.support.browser.finger import Finger
from tests.support.browser.offline import WAITS, WORKER, enter_offline, offline_phone, take_offline
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, NAMES, QUEENS, TREX

pytestmark = pytest.mark.browser


def open_other_version(phones: Phones, game: RunningGame) -> Finger:
    """The two versions of the king of hearts on a phone that has recorded the queens as well."""
    finger = offline_phone(phones, game)
    enter_offline(finger.page, game, KING, QUEENS)
    game.enter(with_taker("D"))
    return open_conflict(finger.page)


def test_offline_choice_is_sent_later(phones: Phones, game: RunningGame) -> None:
    """If the other version was corrected in the meantime, it is asked again; if it was undone, the choice counts."""
    finger = open_other_version(phones, game)
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

    corrected = start_game(game.server)
    seq = choose_offline(finger, corrected)
    changes = [{"seq": seq, "entry": with_taker("C")}]
    corrected.enter({"corrected": {"reason": "Recounted", "changes": changes}})
    open_conflict(page)
    expect(page.locator(".versions__name.is-different")).to_have_text(["Basil", "Carine"])
    use(finger, "ours")
    expect_all_sent(page)
    assert taker(corrected) == "B"

    undone = start_game(game.server)
    seq = choose_offline(finger, undone)
    undone.enter({"take_back": seq})
    page.context.set_offline(False)
    expect_all_sent(page)
    assert taker(undone) == "B"


def choose_offline(finger: Finger, game: RunningGame) -> int:
    """Choose this phone's version while offline. The entry of the other one is returned."""
    page = take_offline(finger.page, game).page
    enter_offline(page, game, KING, QUEENS)
    seq: int = game.enter(with_taker("D"))["seq"]
    open_conflict(page).page.context.set_offline(True)
    use_offline(finger, "ours")
    return seq


def test_conflicting_choices_do_not_both_count(phones: Phones, game: RunningGame) -> None:
    """Of two choices in two tabs, one counts. On two phones, the second phone has to choose again."""
    finger = open_other_version(phones, game)
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
        enter_offline(finger.page, game, with_taker(seat))
    game.enter(with_taker("D"))
    for finger in fingers:
        open_conflict(finger.page).page.context.set_offline(True)
        use_offline(finger, "ours")
    first_page, second_page = (finger.page for finger in fingers)
    first_page.context.set_offline(False)
    expect_all_sent(first_page)
    open_conflict(second_page)
    expect(second_page.locator(".version").first).to_contain_text("corrected")
    use(fingers[1], "ours")
    expect_all_sent(second_page)
    assert taker(game) == "C"
    assert game.kinds == ["deal", "corrected", "corrected"]


def test_versions_around_end_of_kingdom(phones: Phones, server: str) -> None:
    """A version needs approval if its kingdom is signed off. Versions in two kingdoms show both kings."""
    page = phones.page(**WORKER)
    game = start_game(server, deals=[QUEENS, DIAMONDS, COLLECTIONS, TREX])
    finger = take_offline(page, game)
    enter_offline(page, game, KING)
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

    rules = {"preset": "standard", "options": {"next_king": "agreed"}}
    game = start_game(server, deals=[KING, QUEENS, DIAMONDS, COLLECTIONS, TREX], house_rules=rules)
    take_offline(page, game)
    enter_offline(page, game, {**KING, "king": "C"})
    game.enter({**KING, "king": "B"})
    open_conflict(page)
    expect(page.locator(".version").first).to_contain_text("Basil’s kingdom")
    expect(page.locator(".version").last).to_contain_text("Carine’s kingdom")
    use(finger, "ours")
    expect_all_sent(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["C"]
    assert game.kinds[-1] == "corrected"
