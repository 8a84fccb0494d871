"""Over plain http no worker is allowed: a page that is open goes on without reception all the same."""

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.support.browser.away import SOON, WAITS, WORKER, visit
from tests.support.browser.browser import HOME, Phones
from tests.support.server.running import RunningGame

pytestmark = pytest.mark.browser


def saved_in_its_frame(page: Page) -> FrameLocator:
    """The king of hearts, told and saved in the frame that the page opens over itself without reception."""
    page.context.set_offline(True)
    page.locator('[data-contract="king_of_hearts"]').tap()
    frame = page.frame_locator("iframe")
    frame.locator('[data-side="B"] .side__in').first.tap()
    frame.locator("html[data-calm]").wait_for()
    frame.locator("[data-save]").tap()
    expect(frame.locator(WAITS)).to_contain_text("1 deal saved here")
    return frame


def test_an_open_page_goes_on_over_plain_http_where_no_worker_is_allowed(phones: Phones, game: RunningGame) -> None:
    page = phones.page(**WORKER)
    home = game.server.replace("127.0.0.1", HOME)
    visit(page, game.page().replace(game.server, home))
    assert not page.evaluate("isSecureContext")
    frame = saved_in_its_frame(page)
    expect(page).to_have_url(game.page().replace(game.server, home))
    frame.locator(".oct__fold").tap()
    expect(frame.locator("#fold .sheet__row").first).to_be_in_viewport()
    frame.locator(".fold__back").tap()
    page.context.set_offline(False)
    expect(page.locator("iframe")).to_have_count(0, timeout=SOON)
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u221275")
    assert game.kinds == ["deal"]


def test_over_plain_http_a_page_goes_on_whose_server_leaves_as_soon_as_it_is_there(
    phones: Phones, game: RunningGame
) -> None:
    page = phones.page(**WORKER)
    home = game.page().replace("127.0.0.1", HOME)
    visit(page, home)
    page.goto(home)
    saved_in_its_frame(page)
