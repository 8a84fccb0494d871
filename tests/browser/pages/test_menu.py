"""The menu of a game: its links, and the number of taps."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SMALL_SCREEN = {"width": 320, "height": 568}
_CUT_OFF = """rows => rows.filter((row) => row.scrollWidth > row.clientWidth
  || row.getBoundingClientRect().right > innerWidth || row.getBoundingClientRect().left < 0
  || row.getBoundingClientRect().height < 44).map((row) => row.textContent)"""


def test_menu_fits_small_phone(phones: Phones, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    cut = {}
    for locale in LOCALES:
        page = phones.page(viewport=SMALL_SCREEN, locale=locale)
        page.goto(game.page())
        page.locator("button.top__menu").tap()
        cut[locale, "menu"] = page.locator(".menu__cell, .menu .row").evaluate_all(_CUT_OFF)
        page.locator('.menu a[href$="#more"]').tap()
        page.wait_for_url("**/menu#more")
        cut[locale, "more"] = page.locator(".menu__cell, .menu .row").evaluate_all(_CUT_OFF)
        expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    assert {menu_part: texts for menu_part, texts in cut.items() if texts} == {}


def test_deal_is_corrected_with_six_taps(phones: Phones, server: str) -> None:
    deals = [{"king": "A", "contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B"}}}]
    game = start_game(server, deals=deals)
    page = phones.page()
    page.goto(game.page())
    finger = Finger(page)
    finger.tap(".oct__sheet-button")
    finger.tap(page.locator("#sheet-panel .sheet__row .explain-link").first)
    finger.tap('.bars--two a[href$="/correct"]')
    finger.tap('[data-substep="taker"] [data-side="C"] .side__content')
    finger.tap("[data-save]")
    finger.tap(".column-form .bars .bar")
    expect(page).to_have_url(re.compile("/sheet$"))
    assert game.deals[0]["captures"] == {"king_of_hearts": {"taken_by": "C"}}


def test_void_form_asks_for_seat_when_needed(phones: Phones, server: str) -> None:
    game = start_game(server)
    page = phones.page()
    page.goto(game.page("/voids/new"))
    seat_question = page.locator(".void__claimant")
    expect(seat_question).to_be_hidden()
    color_before = page.locator(".void .bar").evaluate("bar => getComputedStyle(bar).backgroundColor")
    page.locator(".reason", has=page.locator('[value="misdeal"]')).tap()
    expect(seat_question).to_be_hidden()
    color_after = page.locator(".void .bar").evaluate("bar => getComputedStyle(bar).backgroundColor")
    assert color_after != color_before
    page.locator(".reason", has=page.locator('[value="four_twos"]')).tap()
    expect(seat_question).to_be_in_viewport(ratio=1)
    page.locator('.void__seats [data-side="C"] .side__content').tap()
    page.locator(".void .bar").tap()
    page.wait_for_url(game.page())
    assert game.state["last"]["entry"]["void"] == {"reason": "four_twos", "claimed_by": "C"}


def test_menu_opens_without_script(phones: Phones, server: str) -> None:
    game = start_game(server)
    page = phones.page(java_script_enabled=False)
    page.goto(game.page())
    expect(page.locator(".top__menu--page")).to_be_hidden()
    page.locator("button.top__menu").tap()
    page.locator('.menu a[href$="#more"]').tap()
    page.locator('.menu a[href$="/history"]').tap()
    page.wait_for_url(game.page("/history"))
