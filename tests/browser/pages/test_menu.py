"""The menu of a game: what it leads to, in how many taps, and offline."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones, until
from tests.support.browser.finger import Finger
from tests.support.browser.offline import WORKER, open_for_offline
from tests.support.server.running import start_game
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 568}
_CUT = """all => all.filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth
  || one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().height < 44).map((one) => one.textContent)"""


@pytest.mark.parametrize("language", ["en", "ar", "fr", "de"])
def test_menu_fits_small_phone(phones: Phones, server: str, language: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    page = phones.page(viewport=SMALL, locale=language)
    page.goto(game.page())
    page.locator("button.top__menu").tap()
    assert page.locator(".menu__cell, .menu .row").evaluate_all(_CUT) == []
    page.locator('.menu a[href$="#more"]').tap()
    page.wait_for_url("**/menu#more")
    assert page.locator(".menu__cell, .menu .row").evaluate_all(_CUT) == []


def test_deal_is_corrected_with_six_taps(phones: Phones, server: str) -> None:
    deals = [{"king": "A", "contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B"}}}]
    game = start_game(server, deals=deals)
    page = phones.page()
    page.goto(game.page())
    finger = Finger(page)
    finger.tap(".oct__fold")
    finger.tap(page.locator("#fold .sheet__row .why-of").first)
    finger.tap('.bars--two a[href$="/correct"]')
    finger.tap('[data-substep="taker"] [data-side="C"] .side__in')
    finger.tap("[data-save]")
    finger.tap(".column-form .bars .bar")
    expect(page).to_have_url(re.compile("/sheet$"))
    assert game.deals[0]["captures"] == {"king_of_hearts": {"taken_by": "C"}}


def test_void_deal_asks_for_seat_when_needed(phones: Phones, server: str) -> None:
    game = start_game(server)
    page = phones.page()
    page.goto(game.page("/voids/new"))
    who = page.locator(".void__who")
    expect(who).to_be_hidden()
    calm = page.locator(".void .bar").evaluate("bar => getComputedStyle(bar).backgroundColor")
    page.locator(".reason", has=page.locator('[value="misdeal"]')).tap()
    expect(who).to_be_hidden()
    lit = page.locator(".void .bar").evaluate("bar => getComputedStyle(bar).backgroundColor")
    assert lit != calm
    page.locator(".reason", has=page.locator('[value="four_twos"]')).tap()
    expect(who).to_be_in_viewport(ratio=1)
    page.locator('.void__seats [data-side="C"] .side__in').tap()
    page.locator(".void .bar").tap()
    page.wait_for_url(game.page())
    assert game.state["last"]["entry"]["void"] == {"reason": "four_twos", "claimed_by": "C"}


def test_rule_pages_are_read_offline(phones: Phones, server: str) -> None:
    game = start_game(server)
    page = phones.page(**WORKER)
    open_for_offline(page, game.page())
    until(page, f"caches.match('{game.page('/rules')}').then(Boolean)")
    page.context.set_offline(True)
    page.goto(game.page("/house-rules"))
    expect(page.locator(".rule-group").first).to_be_visible()
    page.goto(game.page("/rules"))
    expect(page.locator("main")).to_contain_text("Trex")


def test_menu_opens_without_script(phones: Phones, server: str) -> None:
    game = start_game(server)
    page = phones.page(java_script_enabled=False)
    page.goto(game.page())
    expect(page.locator(".top__menu--page")).to_be_hidden()
    page.locator("button.top__menu").tap()
    page.locator('.menu a[href$="#more"]').tap()
    page.locator('.menu a[href$="/history"]').tap()
    page.wait_for_url(game.page("/history"))
