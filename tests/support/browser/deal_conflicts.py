"""Conflicts between two phones that have recorded different versions of a deal."""

from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, offline_phone
from tests.support.server.running import RunningGame
from tests.support.tables import KING, QUEENS, Json


def king_taken_by(seat: str) -> Json:
    """The king of hearts deal in which this seat took the king."""
    return {**KING, "captures": {"king_of_hearts": {"taken_by": seat}}}


def open_conflict(page: Page) -> Finger:
    """Go online and open the two versions of the deal."""
    page.context.set_offline(False)
    expect(page.locator("a.unsent__text")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    finger = Finger(page)
    finger.tap("a.unsent__text")
    expect(page.locator(".version")).to_have_count(2)
    return finger


def create_conflict(phones: Phones, game: RunningGame, locale: str = "en-GB") -> Finger:
    """Record the king of hearts with different takers on two phones, one of them offline, and open the two versions.

    The offline phone has recorded another deal as well.
    """
    finger = offline_phone(phones, game, locale)
    finger.record(KING)
    finger.record(QUEENS)
    game.record_entry(king_taken_by("D"))
    return open_conflict(finger.page)


def choose_version(finger: Finger, version: str) -> None:
    """Choose a version: `ours` is this phone's, `theirs` the one in the game."""
    finger.tap(f'[name="keep"][value="{version}"]')


def choose_version_offline(finger: Finger, version: str) -> None:
    """Choose a version, and wait until the choice is stored on this phone."""
    choose_version(finger, version)
    expect(finger.page.locator(UNSENT_STATUS)).to_contain_text("saved here, offline")


def expect_all_sent(page: Page) -> None:
    expect(page.locator("[data-board]")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=SYNC_TIMEOUT_MS)


def king_taker(game: RunningGame, king: str = "A") -> str:
    """The seat that took the king of hearts, in the counted deal of this king."""
    [deal] = [deal for deal in game.deals if deal["contracts"] == ["king_of_hearts"] and deal["king"] == king]
    seat: str = deal["captures"]["king_of_hearts"]["taken_by"]
    return seat
