"""Playing by keyboard only: Tab, arrows, Enter and digits, with a visible focus."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.server.running import RunningGame, game_of, start_game

pytestmark = pytest.mark.browser

PAGES_BY_SCHEME: dict[Literal["light", "dark"], tuple[str, ...]] = {
    "light": ("home", "table", "king_of_hearts", "queens", "diamonds", "trex", "sheet"),
    "dark": ("home", "table", "queens", "void"),
}
_ANYTHING_FOCUSED = "() => document.activeElement && document.activeElement !== document.body"
_AREA_AROUND_FOCUS = """() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  const [from, to] = [Math.max(0, top - 100), Math.min(innerHeight, bottom + 100)];
  return { x: 0, y: from, width: innerWidth, height: to - from };
}"""
_HAS_FOCUS = "selector => document.activeElement?.matches(selector)"


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(_HAS_FOCUS, selector):
            return
    raise AssertionError(f"Tab never reaches {selector}.")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def follow(page: Page, selector: str) -> None:
    """Go to a link or button with Tab, and follow it."""
    tab_to(page, selector)
    with page.expect_navigation():
        press(page, "Enter")


def save_deal(page: Page) -> None:
    follow(page, "[data-save]")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))


def start_by_keyboard(page: Page, server: str) -> RunningGame:
    page.goto(f"{server}/games/new")
    tab_to(page, '[data-player="A"]')
    for name in ("Huda", "Karim", "Lina", "Omar"):
        page.keyboard.type(name)
        press(page, "Enter")
    expect(page.locator(":focus")).to_have_count(0)
    expect(page).to_have_url(re.compile("/games/new$"))
    tab_to(page, ".new-game .bar")
    press(page, "Enter")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    return game_of(page.url)


def test_kingdom_is_played_by_keyboard(page: Page, server: str) -> None:
    game = start_by_keyboard(page, server)
    captures_entered: list[dict[str, object]] = []
    follow(page, '[data-king="B"]')

    follow(page, '[data-contract="king_of_hearts"]')
    tab_to(page, '[data-substep="taker"] [data-seat]')
    press(page, "ArrowRight", "ArrowRight", "Enter")
    save_deal(page)
    captures_entered.append({"king_of_hearts": {"taken_by": "C"}})

    follow(page, '[data-contract="diamonds"]')
    expect(page.locator("[data-script-ready]")).to_be_visible()
    press(page, "1", "0", "2", "Backspace", "1", "2")
    save_deal(page)
    captures_entered.append({"diamonds": {"A": 10, "B": 1, "C": 2, "D": 0}})

    follow(page, '[data-contract="trex"]')
    for seat in "CAD":
        tab_to(page, f'[data-trex-seat="{seat}"]')
        press(page, "Enter")
    save_deal(page)
    captures_entered.append({"trex": ["C", "A", "D", "B"]})

    assert [deal["captures"] for deal in game.deals] == captures_entered
    assert {deal["king"] for deal in game.deals} == {"B"}


def test_queen_is_doubled_by_keyboard(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("queens"))
    tab_to(page, "[data-strip] [data-goto='0']")
    press(page, "Enter")
    for arrow in ("ArrowLeft", "ArrowRight"):
        tab_to(page, "[data-step][data-current] [data-substep][data-current] [data-seat]")
        press(page, arrow, "Enter")
    for _ in range(3):
        tab_to(page, "[data-step][data-current] [data-substep][data-current] [data-seat]")
        press(page, " ")
    save_deal(page)
    queens = game.deals[0]["captures"]["queens"]
    assert [queen for queen in queens.values() if "doubled_by" in queen] == [{"taken_by": "B", "doubled_by": "D"}]
    assert [queen["taken_by"] for queen in queens.values()].count("A") == 3


@pytest.mark.slow
def test_focus_is_visible_in_light_and_dark(phones: Phones, server: str) -> None:
    game = start_game(server)
    pages = {"home": server, "table": game.page(), "void": game.page("/voids/new"), "sheet": game.page("/sheet")}
    invisible_by_page = {}
    for scheme, page_names in PAGES_BY_SCHEME.items():
        page = phones.page(color_scheme=scheme, reduced_motion="reduce")
        for page_name in page_names:
            page.goto(pages.get(page_name, game.deal_page(page_name)))
            invisible_by_page[scheme, page_name] = invisible_focus(page)
    assert {page_key: invisible for page_key, invisible in invisible_by_page.items() if invisible} == {}


def invisible_focus(page: Page) -> list[str]:
    """The elements that Tab reaches and that look the same without focus."""
    invisible: list[str] = []
    for number in range(60):
        page.keyboard.press("Tab")
        if not page.evaluate(_ANYTHING_FOCUSED):
            assert number, "Tab reaches no element"
            break
        area = page.evaluate(_AREA_AROUND_FOCUS)
        focused_image = page.screenshot(clip=area)
        page.evaluate("() => { window.last = document.activeElement; last.blur(); }")
        if page.screenshot(clip=area) == focused_image:
            invisible.append(page.evaluate("() => last.outerHTML.slice(0, 120)"))
        page.evaluate("() => last.focus({ preventScroll: true })")
    return invisible
