"""Entries recorded offline that the server refuses: the page shows the reason and the choices."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import (
    choose_version,
    expect_all_sent,
    king_taken_by,
    king_taker,
    open_conflict,
)
from tests.support.browser.finger import SAVED_URL, Finger
from tests.support.browser.offline import (
    SYNC_TIMEOUT_MS,
    UNSENT_STATUS,
    WITH_WORKER,
    enter_offline,
    offline_phone,
    open_for_offline,
    take_offline,
)
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX, Json

pytestmark = pytest.mark.browser
ALL_FOUR = ["king_of_hearts", "queens", "diamonds", "collections"]
KINGDOM = [KING, QUEENS, DIAMONDS, COLLECTIONS, TREX]


def open_refused(page: Page) -> Finger:
    """Go online and open the refused entry from the status line."""
    page.context.set_offline(False)
    expect(page.locator("a.unsent__text")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    finger = Finger(page)
    finger.tap("a.unsent__text")
    expect(page.locator(".versions-form")).to_be_visible()
    return finger


def enter_contradiction(page: Page, server: str) -> tuple[RunningGame, Finger]:
    """Record a deal offline in which Carine took queens but no trick, which the form does not allow, and open it."""
    game = start_game(server, "complex")
    take_offline(page, game)
    captures = KING["captures"] | QUEENS["captures"] | DIAMONDS["captures"]
    tricks = {"A": 4, "B": 3, "C": 0, "D": 6}
    enter_offline(page, game, {"king": "A", "contracts": ALL_FOUR, "captures": captures | {"tricks": tricks}})
    return game, open_refused(page)


def test_refused_deal_is_kept_changed_or_sent_later(phones: Phones, server: str) -> None:
    """Kept in the history only, changed in its form, or sent once it is possible."""
    page = phones.page(**WITH_WORKER)
    game, finger = enter_contradiction(page, server)
    expect(page.locator("h1")).to_have_text("Not accepted")
    expect(page.locator(".versions__deal")).to_contain_text("All four in one")
    expect(page.locator(".versions__problem")).to_contain_text("Carine")
    choose_version(finger, "theirs")
    expect_all_sent(page)
    assert game.kinds == ["set_aside"]

    game, finger = enter_contradiction(page, server)
    finger.tap(page.get_by_role("link", name="Change"))
    expect(page.locator('[name="tricks_D"]')).to_have_value("6")
    page.locator("form[data-deal]").evaluate(
        "(form) => { form.elements.tricks_C.value = 2; form.elements.tricks_D.value = 4; form.submit(); }"
    )
    expect(page).to_have_url(SAVED_URL)
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=SYNC_TIMEOUT_MS)
    assert game.kinds == ["set_aside", "deal"]
    assert game.deals[0]["captures"]["tricks"]["C"] == 2

    game = start_game(server, deals=KINGDOM[:4])
    take_offline(page, game)
    enter_offline(page, game, TREX, {**KING, "king": "B"})
    game.record_entry({"take_back": game.journal[-1]["seq"]})
    open_refused(page)
    expect(page.locator(".versions__problem")).to_contain_text("Basil")
    game.record_entry(COLLECTIONS)
    page.goto(game.page())
    expect_all_sent(page)
    assert [deal["king"] for deal in game.deals] == ["A"] * 5 + ["B"]


def undo_too_late(page: Page, server: str) -> tuple[RunningGame, Finger]:
    """Undo the last deal of a kingdom offline while another phone begins the next kingdom."""
    game = start_game(server, deals=KINGDOM)
    finger = take_offline(page, game)
    finger.tap(".status__undo")
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 entry saved here")
    game.record_entry({**TREX, "king": "B"})
    return game, finger


def test_undo_of_deal_corrected_since_is_reported(phones: Phones, game: RunningGame) -> None:
    """The corrected deal counts until the table has decided."""
    game.record_entry(KING)
    finger = offline_phone(phones, game)
    page = finger.page
    finger.tap(".status__undo")
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 entry saved here")
    changes = [{"seq": game.journal[-1]["seq"], "entry": king_taken_by("C")}]
    game.record_entry({"corrected": {"reason": "Recounted", "changes": changes}})
    open_refused(page)
    expect(page.locator("h1")).to_have_text("Undo came too late")
    expect(page.locator(".versions__problem")).to_have_text("Another phone has corrected this deal since.")
    expect(page.locator(".version")).to_contain_text("corrected")
    choose_version(finger, "theirs")
    expect_all_sent(page)
    assert king_taker(game) == "C"
    assert game.kinds == ["deal", "corrected", "set_aside"]


def test_late_undo_of_correction_names_it(phones: Phones, server: str) -> None:
    page = phones.page(**WITH_WORKER)
    game = start_game(server)
    game.record_entry({"corrected": {"reason": "x", "changes": [{"first_king": "B"}]}})
    finger = take_offline(page, game)
    finger.tap(".status__undo")
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 entry saved here")
    game.record_entry({**KING, "king": "B"})
    open_refused(page)
    expect(page.locator(".versions__deal")).to_have_text("Correction")
    expect(page.locator(".versions__note")).to_have_text("This entry still counts. Correct it, or keep it as it is.")
    finger.tap(page.get_by_role("button", name="Keep the entry"))
    expect_all_sent(page)
    assert game.kinds == ["corrected", "deal", "set_aside"]


def test_late_undo_is_reported(phones: Phones, server: str) -> None:
    """If the deal is recorded again, both versions are offered."""
    page = phones.page(**WITH_WORKER)
    game, finger = undo_too_late(page, server)
    open_refused(page)
    expect(page.locator("h1")).to_have_text("Undo came too late")
    expect(page.locator(".versions__deal")).to_contain_text("Trex")
    expect(page.locator(".versions__problem")).to_contain_text("It’s not \u2068Basil\u2069’s kingdom.")
    expect(page.get_by_role("link", name="Correct the deal")).to_be_visible()
    choose_version(finger, "theirs")
    expect_all_sent(page)
    assert game.kinds[-2:] == ["deal", "set_aside"]

    deal_again: Json = {**TREX, "captures": {"trex": ["D", "A", "C", "B"]}}
    for choice, first_seat, kind in (("ours", "D", "corrected"), ("theirs", "C", "set_aside")):
        game, finger = undo_too_late(page, server)
        enter_offline(page, game, deal_again)
        open_conflict(page)
        choose_version(finger, choice)
        expect_all_sent(page)
        assert game.deals[4]["captures"]["trex"][0] == first_seat
        assert game.kinds[-1] == kind


def test_refused_deal_is_not_saved_by_going_back_and_forward(phones: Phones, game: RunningGame) -> None:
    """The browser sends the form again. The server answers as before; without a connection, nothing is queued."""
    page = phones.page(**WITH_WORKER)
    finger = open_for_offline(page, game.deal_page("diamonds"))
    finger.enter_captures(DIAMONDS["captures"])
    game.record_entry(KING)
    finger.tap("[data-save]")
    expect(page.get_by_role("alert")).to_contain_text("Someone else saved an entry")
    page.go_back()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.go_forward()
    expect(page.get_by_role("alert")).to_contain_text("Someone else saved an entry")
    page.go_back()
    page.context.set_offline(True)
    page.go_forward()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text("Someone else saved an entry", timeout=SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal"]
