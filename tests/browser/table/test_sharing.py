"""Sharing a game: one QR code at a time, as large as the screen allows. Replacing a link asks first."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game

pytestmark = pytest.mark.browser

MIN_WIDTH_BY_SCREEN = {(320, 568): 260, (390, 664): 320, (390, 844): 350, (844, 390): 200}
"""The minimum width of the QR code on each screen, in pixels."""


@pytest.fixture
def game(server: str) -> RunningGame:
    return start_game(server)


def is_fully_visible(page: Page, element: Locator) -> bool:
    """Whether the element is fully on the screen, vertically."""
    box, size = element.bounding_box(), page.viewport_size
    assert size is not None
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 0.5


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO", "fr-FR", "de-DE"])
def test_qr_code_fits_screen(phones: Phones, game: RunningGame, locale: str) -> None:
    page = phones.page(locale=locale)
    wrong_boxes = {}
    for link in ("view-only", "scorer"):
        page.goto(game.page(f"/links?link={link}"))
        for (width, height), min_width in MIN_WIDTH_BY_SCREEN.items():
            page.set_viewport_size({"width": width, "height": height})
            code, copy = page.locator(".share__qr svg"), page.locator("[data-copy]")
            box = code.bounding_box()
            if (
                code.count() != 1
                or box is None
                or box["width"] < min_width
                or not (is_fully_visible(page, code) and is_fully_visible(page, copy))
            ):
                wrong_boxes[link, width, height] = box
            if abs(box["width"] - box["height"]) > 1 if box else True:
                wrong_boxes[link, width, height] = box
    assert wrong_boxes == {}


def test_link_tabs_are_one_history_entry(page: Page, game: RunningGame) -> None:
    page.goto(game.page())
    page.goto(game.page("/links"))
    expect(page.get_by_role("heading", name="View-only link")).to_be_visible()
    background = "getComputedStyle(document.querySelector('.share')).backgroundColor"
    color_before = page.evaluate(background)
    page.get_by_role("link", name="Scorer").tap()
    expect(page.get_by_role("heading", name="Scorer link")).to_be_visible()
    assert page.evaluate(background) != color_before
    assert page.locator("#address").input_value().endswith(game.write)
    page.go_back()
    expect(page).to_have_url(game.page())


def test_link_is_copied_and_shared(phones: Phones, game: RunningGame) -> None:
    page = phones.page(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = async ({ url }) => { window.sent = url; }")
    page.goto(game.page("/links"))
    page.get_by_role("button", name="Copy link").tap()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(game.read)
    page.get_by_role("button", name="Send link").tap()
    assert page.evaluate("window.sent").endswith(game.read)


def test_link_is_shown_without_script(phones: Phones, game: RunningGame) -> None:
    page = phones.page(java_script_enabled=False)
    page.goto(game.page("/links"))
    page.get_by_role("link", name="Scorer").tap()
    expect(page.locator("#address")).to_be_visible()
    assert page.locator("#address").input_value().endswith(game.write)
    expect(page.get_by_role("button", name="Copy link")).to_be_hidden()


def test_link_replacement_asks_first(page: Page, game: RunningGame) -> None:
    """An early second tap replaces nothing."""
    finger = Finger(page)
    page.goto(game.page("/links?link=scorer"))
    finger.tap(".top__menu")
    finger.tap(page.get_by_role("link", name="Replace this link"))
    expect(page.get_by_role("heading", name="Replace the scorer link?")).to_be_visible()
    expect(page.get_by_text("can no longer save deals")).to_be_visible()
    finger.tap(page.get_by_role("link", name="Cancel"))
    assert page.locator("#address").input_value().endswith(game.write)

    page.goto(game.page("/links/replacement?link=scorer"))
    box = page.get_by_role("button", name="Replace").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # too early
    page.wait_for_timeout(300)
    expect(page).to_have_url(re.compile("/links/replacement"))

    finger.tap(page.get_by_role("button", name="Replace"))
    expect(page.get_by_text("The link is replaced.")).to_be_visible()
    expect(page.get_by_role("heading", name="Scorer link")).to_be_visible()
    assert re.search(r"/g/[\w-]{22}$", page.locator("#address").input_value())
    assert not page.locator("#address").input_value().endswith(game.write)
