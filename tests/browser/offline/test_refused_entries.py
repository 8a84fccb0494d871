"""Entries recorded offline that the server refuses: the page gives the reason and what to do."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import expect_all_sent, open_conflict, use
from tests.support.browser.finger import SAVED, Finger
from tests.support.browser.offline import SOON, WAITS, offline_phone
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX, Json

pytestmark = pytest.mark.browser
FOUR = ["king_of_hearts", "queens", "diamonds", "collections"]
KINGDOM = [KING, QUEENS, DIAMONDS, COLLECTIONS, TREX]


def open_refused(page: Page) -> Finger:
    """Go online and open the entry that the status line names."""
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    finger = Finger(page)
    finger.tap("a.waits__text")
    expect(page.locator(".versions-form")).to_be_visible()
    return finger


def contradictory(phones: Phones, server: str) -> tuple[RunningGame, Finger]:
    """A deal in which Carine took queens, but no trick; the form itself does not allow it."""
    game = start_game(server, "complex")
    finger = offline_phone(phones, game)
    finger.choose(FOUR)
    tricks = {"A": 4, "B": 3, "C": 2, "D": 4}
    finger.enter_captures({**KING["captures"], **QUEENS["captures"], **DIAMONDS["captures"], "tricks": tricks})
    finger.page.locator("form[data-deal]").evaluate(
        "(form) => { form.elements.tricks_C.value = 0; form.elements.tricks_D.value = 6; form.submit(); }"
    )
    expect(finger.page).to_have_url(SAVED)
    return game, open_refused(finger.page)


def test_refused_deal_is_kept_in_history(phones: Phones, server: str) -> None:
    game, finger = contradictory(phones, server)
    expect(finger.page.locator("h1")).to_have_text("Not accepted")
    expect(finger.page.locator(".versions__deal")).to_contain_text("All four in one")
    expect(finger.page.locator(".versions__problem")).to_contain_text("Carine")
    use(finger, "theirs")
    expect_all_sent(finger.page)
    assert game.kinds == ["set_aside"]


def test_refused_deal_is_changed_in_its_form(phones: Phones, server: str) -> None:
    game, finger = contradictory(phones, server)
    page = finger.page
    finger.tap(page.get_by_role("link", name="Change"))
    expect(page.locator('[name="tricks_D"]')).to_have_value("6")
    page.locator("form[data-deal]").evaluate(
        "(form) => { form.elements.tricks_C.value = 2; form.elements.tricks_D.value = 4; form.submit(); }"
    )
    expect(page).to_have_url(SAVED)
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)
    assert game.kinds == ["set_aside", "deal"]
    assert game.deals[0]["captures"]["tricks"]["C"] == 2


def test_refused_deal_is_sent_once_it_is_possible(phones: Phones, server: str) -> None:
    game = start_game(server, deals=KINGDOM[:4])
    finger = offline_phone(phones, game)
    finger.record(TREX)
    finger.record({**KING, "king": "B"})
    collections = game.journal[-1]["seq"]
    game.enter({"take_back": collections})
    page = open_refused(finger.page).page
    expect(page.locator(".versions__problem")).to_contain_text("Basil")
    game.enter(COLLECTIONS)
    nothing_waits_on_the_table(page, game)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["B"]


def nothing_waits_on_the_table(page: Page, game: RunningGame) -> None:
    page.goto(game.page())
    expect_all_sent(page)


def undone_too_late(phones: Phones, server: str) -> tuple[RunningGame, Finger]:
    """A phone undoes the end of a kingdom offline while the next one begins."""
    game = start_game(server, deals=KINGDOM)
    finger = offline_phone(phones, game)
    finger.tap(".status__undo")
    expect(finger.page.locator(WAITS)).to_contain_text("1 entry saved here")
    game.enter({**TREX, "king": "B"})
    return game, finger


def test_late_undo_is_reported(phones: Phones, server: str) -> None:
    game, finger = undone_too_late(phones, server)
    open_refused(finger.page)
    expect(finger.page.locator("h1")).to_have_text("Undo came too late")
    expect(finger.page.locator(".versions__deal")).to_contain_text("Trex")
    expect(finger.page.locator(".versions__problem")).to_contain_text("It’s not \u2068Basil\u2069’s kingdom.")
    expect(finger.page.get_by_role("link", name="Correct the deal")).to_be_visible()
    use(finger, "theirs")
    expect_all_sent(finger.page)
    assert game.kinds[-2:] == ["deal", "set_aside"]


@pytest.mark.parametrize(("keep", "first", "kind"), [("ours", "D", "corrected"), ("theirs", "C", "set_aside")])
def test_late_undo_recorded_again_offers_both_versions(
    phones: Phones, server: str, keep: str, first: str, kind: str
) -> None:
    game, finger = undone_too_late(phones, server)
    again: Json = {**TREX, "captures": {"trex": ["D", "A", "C", "B"]}}
    finger.record(again)
    open_conflict(finger.page)
    use(finger, keep)
    expect_all_sent(finger.page)
    assert game.deals[4]["captures"]["trex"][0] == first
    assert game.kinds[-1] == kind
