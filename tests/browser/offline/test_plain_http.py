"""An open page continues offline over plain HTTP, where service workers are unavailable."""

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.support.browser.browser import LAN_HOST, Phones
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, WITH_WORKER, open_for_offline
from tests.support.server.running import RunningGame, start_game

pytestmark = pytest.mark.browser


def save_in_frame(page: Page) -> FrameLocator:
    """Go offline, and record the king of hearts in the frame that then covers the page."""
    page.context.set_offline(True)
    page.locator('[data-contract="king_of_hearts"]').tap()
    frame = page.frame_locator("iframe")
    frame.locator('[data-side="B"] .side__content').first.tap()
    frame.locator("html[data-accepts-taps]").wait_for()
    frame.locator("[data-save]").tap()
    expect(frame.locator(UNSENT_STATUS)).to_contain_text("1 deal saved here")
    return frame


def test_open_page_records_offline_over_plain_http(phones: Phones, game: RunningGame) -> None:
    """It also does so right after loading."""
    page = phones.page(**WITH_WORKER)
    lan_server = game.server.replace("127.0.0.1", LAN_HOST)
    open_for_offline(page, game.page().replace(game.server, lan_server))
    assert not page.evaluate("isSecureContext")
    frame = save_in_frame(page)
    expect(page).to_have_url(game.page().replace(game.server, lan_server))
    frame.locator(".oct__sheet-button").tap()
    expect(frame.locator("#sheet-panel .sheet__row").first).to_be_in_viewport()
    frame.locator(".sheet-panel__close").tap()
    page.context.set_offline(False)
    expect(page.locator("iframe")).to_have_count(0, timeout=SYNC_TIMEOUT_MS)
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    assert game.kinds == ["deal"]

    other_address = start_game(game.server).page().replace("127.0.0.1", LAN_HOST)
    open_for_offline(page, other_address)
    page.goto(other_address)
    save_in_frame(page)
