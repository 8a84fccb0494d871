"""An open page goes on offline over plain HTTP, where no service worker is allowed."""

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.support.browser.browser import HOME, Phones
from tests.support.browser.offline import SOON, WAITS, WORKER, open_for_offline
from tests.support.server.running import RunningGame, start_game

pytestmark = pytest.mark.browser


def save_in_frame(page: Page) -> FrameLocator:
    """Record the king of hearts in the frame that the page opens over itself offline."""
    page.context.set_offline(True)
    page.locator('[data-contract="king_of_hearts"]').tap()
    frame = page.frame_locator("iframe")
    frame.locator('[data-side="B"] .side__in').first.tap()
    frame.locator("html[data-accepts-taps]").wait_for()
    frame.locator("[data-save]").tap()
    expect(frame.locator(WAITS)).to_contain_text("1 deal saved here")
    return frame


def test_open_page_records_offline_over_plain_http(phones: Phones, game: RunningGame) -> None:
    """It also does right after loading."""
    page = phones.page(**WORKER)
    home = game.server.replace("127.0.0.1", HOME)
    open_for_offline(page, game.page().replace(game.server, home))
    assert not page.evaluate("isSecureContext")
    frame = save_in_frame(page)
    expect(page).to_have_url(game.page().replace(game.server, home))
    frame.locator(".oct__fold").tap()
    expect(frame.locator("#fold .sheet__row").first).to_be_in_viewport()
    frame.locator(".fold__back").tap()
    page.context.set_offline(False)
    expect(page.locator("iframe")).to_have_count(0, timeout=SOON)
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    assert game.kinds == ["deal"]

    home = start_game(game.server).page().replace("127.0.0.1", HOME)
    open_for_offline(page, home)
    page.goto(home)
    save_in_frame(page)
