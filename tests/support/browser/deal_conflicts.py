"""Two versions of a deal: recorded offline on one phone and on another, then chosen between."""

from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import SOON, WAITS, offline_phone
from tests.support.server.running import RunningGame
from tests.support.tables import KING, QUEENS, Json


def with_taker(seat: str) -> Json:
    return {**KING, "captures": {"king_of_hearts": {"taken_by": seat}}}


def open_conflict(page: Page) -> Finger:
    """Go online, and open the two versions."""
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    finger = Finger(page)
    finger.tap("a.waits__text")
    expect(page.locator(".version")).to_have_count(2)
    return finger


def other_version(phones: Phones, game: RunningGame, locale: str = "en-GB") -> Finger:
    """Two phones have recorded the king of hearts with different takers; a later deal does not conflict."""
    finger = offline_phone(phones, game, locale)
    finger.record(KING)
    finger.record(QUEENS)
    game.enter(with_taker("D"))
    return open_conflict(finger.page)


def use(finger: Finger, keep: str) -> None:
    """Tap a column: this phone's version, or the one in the game."""
    finger.tap(f'[name="keep"][value="{keep}"]')


def use_offline(finger: Finger, keep: str) -> None:
    """Tap a column, and wait until the choice is stored on this phone."""
    use(finger, keep)
    expect(finger.page.locator(WAITS)).to_contain_text("saved here, offline")


def expect_all_sent(page: Page) -> None:
    expect(page.locator("[data-board]")).to_be_visible(timeout=SOON)
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)


def taker(game: RunningGame, king: str = "A") -> str:
    """Who took the king of hearts in the deal that counts."""
    [deal] = [deal for deal in game.deals if deal["contracts"] == ["king_of_hearts"] and deal["king"] == king]
    seat: str = deal["captures"]["king_of_hearts"]["taken_by"]
    return seat
