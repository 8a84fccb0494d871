"""Two versions of a deal: recorded on a phone that was offline and on another one, then chosen between."""

from playwright.sync_api import Page, expect

from tests.support.browser.away import SOON, WAITS, cut_off
from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame
from tests.support.tables import KING, QUEENS, Json


def with_taker(seat: str) -> Json:
    return {**KING, "captures": {"king_of_hearts": {"taken_by": seat}}}


def asked(page: Page) -> Finger:
    """The phone is online again, hears of two versions and looks at them."""
    page.context.set_offline(False)
    expect(page.locator("a.waits__text")).to_be_visible(timeout=SOON)
    finger = Finger(page)
    finger.tap("a.waits__text")
    expect(page.locator(".version")).to_have_count(2)
    return finger


def other_version(phones: Phones, game: RunningGame, locale: str = "en-GB") -> Finger:
    """Two phones have recorded the king of hearts, each with another taker; a later deal does not collide."""
    finger = cut_off(phones, game, locale)
    finger.record(KING)
    finger.record(QUEENS)
    game.enter(with_taker("D"))
    return asked(finger.page)


def use(finger: Finger, keep: str) -> None:
    """Taps a column: this phone's version, or the one in the game."""
    finger.tap(f'[name="keep"][value="{keep}"]')


def use_offline(finger: Finger, keep: str) -> None:
    """Taps a column, and waits until the choice lies on this phone: before that, going online would send it at once."""
    use(finger, keep)
    expect(finger.page.locator(WAITS)).to_contain_text("saved here, offline")


def nothing_waits(page: Page) -> None:
    expect(page.locator("[data-board]")).to_be_visible(timeout=SOON)
    expect(page.locator(WAITS)).to_have_count(0, timeout=SOON)


def taker(game: RunningGame, king: str = "A") -> str:
    """Who took the king of hearts in the deal that counts."""
    [deal] = [deal for deal in game.deals if deal["contracts"] == ["king_of_hearts"] and deal["king"] == king]
    seat: str = deal["captures"]["king_of_hearts"]["taken_by"]
    return seat
