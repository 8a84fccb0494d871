"""Arabic pages: what is mirrored, and what is not."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.on_screen import resize
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.tables import TREX
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser

# For every visible number with a minus: whether the minus is to the left of all digits.
_MINUSES = """() => {
  const minuses = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of node.data.matchAll(/[\\u2212-](\\p{Nd}+)/gu)) {
      const boxOf = (from, to) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return range.getClientRects()[0];
      };
      const minus = boxOf(match.index, match.index + 1);
      const digits = [...match[1]].map((_, at) => boxOf(match.index + 1 + at, match.index + 2 + at));
      if (!minus?.width || !digits[0]?.width) continue;
      const inOrder = digits.every((digit, at) => !at || digit.left >= digits[at - 1].left);
      minuses.push([match[0], inOrder && digits.every((digit) => minus.right <= digit.left + 1)]);
    }
  }
  return minuses;
}"""

# The names whose ink reaches below the element that clips them.
_CLIPPED_NAMES = """() => [...document.querySelectorAll('.side__name, .team__name')].flatMap((name) => {
  const context = document.createElement('canvas').getContext('2d');
  context.font = getComputedStyle(name).font;
  const { fontBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText(name.textContent);
  const range = document.createRange();
  range.selectNodeContents(name);
  const ink = [...range.getClientRects()].at(-1).top + fontBoundingBoxAscent + actualBoundingBoxDescent;
  const bottom = name.getBoundingClientRect().bottom + parseFloat(getComputedStyle(name).overflowClipMargin);
  return ink > bottom + 0.5 ? [`${name.textContent}: ${ink} > ${bottom}`] : [];
})"""


@pytest.fixture(scope="module")
def game(server: str) -> RunningGame:
    return start_game(server, players=ARABIC_NAMES, deals=whole_game("standard", 5)["deals"][:12])


def center_x_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2


@pytest.mark.parametrize("digits", ["arab", "latn"])
@pytest.mark.parametrize("path", ["", "/sheet", "/deals/new?contracts=trex"])
def test_minus_is_left_of_its_digits(phones: Phones, game: RunningGame, path: str, digits: str) -> None:
    page = phones.page(locale="ar-JO")
    page.context.add_cookies([{"name": "digits", "value": digits, "url": game.server}])
    page.goto(game.page(path))
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("data-digits", digits)
    minuses: list[Any] = page.evaluate(_MINUSES)
    assert minuses
    assert [text for text, is_left in minuses if not is_left] == []


def test_minus_of_unsaved_points_is_left(phones: Phones, server: str) -> None:
    page = phones.page(locale="ar-JO")
    page.goto(start_game(server).deal_page("king_of_hearts"))
    page.locator('[data-substep="taker"] [data-side="B"] .side__content').tap()
    minuses: list[Any] = page.evaluate(_MINUSES)
    assert len(minuses) >= 3  # at the seat, in the preview row, on the save bar
    assert [text for text, is_left in minuses if not is_left] == []


@pytest.mark.parametrize("locale", ["en-GB", "ar-JO"])
def test_seats_are_not_mirrored(phones: Phones, game: RunningGame, locale: str) -> None:
    page = phones.page(locale=locale)
    page.goto(game.page())
    assert center_x_of(page, ".side--b .side__content") > 195 > center_x_of(page, ".side--d .side__content")
    page.goto(start_game(game.server).deal_page("king_of_hearts"))
    selector = '[data-substep="taker"] [data-side="{}"] .side__content'
    assert center_x_of(page, selector.format("B")) > 195 > center_x_of(page, selector.format("D"))


@pytest.mark.parametrize(("locale", "mirrored"), [("en-GB", False), ("ar-JO", True)])
def test_sheet_columns_follow_reading_direction(
    phones: Phones,
    game: RunningGame,
    locale: str,
    mirrored: bool,  # noqa: FBT001 - a case
) -> None:
    page = phones.page(locale=locale)
    page.goto(game.page("/sheet"))
    names = page.locator(".sheet thead .sheet__name")
    edges = [box["x"] for box in (name.bounding_box() for name in names.all()) if box]
    assert edges == sorted(edges, reverse=mirrored)
    assert len(edges) == 4


def test_language_changes_with_one_tap(page: Page, server: str) -> None:
    page.goto(server)
    page.get_by_role("link", name="Settings").tap()
    page.locator(".segment", has=page.locator('[name="language"][value="ar"]')).tap()
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")


@pytest.mark.parametrize("preset", ["standard", "partnership"])
def test_names_are_not_clipped(phones: Phones, server: str, preset: str) -> None:
    """Without its dots, a final ي would be another letter."""
    page = phones.page(locale="ar-JO", reduced_motion="reduce")
    page.goto(start_game(server, preset, players=["يحيى", "علي", "ليلى", "داني"], deals=[TREX]).page())
    for width, height in ((390, 664), (320, 568)):
        resize(page, width, height)
        assert page.evaluate(_CLIPPED_NAMES) == [], width
