"""Nothing moves under the finger: while a deal is told, every key stays where it was."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser import Phones
from tests.support.finger import Finger
from tests.support.running import start_game
from tests.support.tables import Json

pytestmark = pytest.mark.browser

# Chromium leaves out what follows a tap by half a second; here that is the very thing.
_WATCH = """() => {
  window.moved = [];
  new PerformanceObserver((seen) => {
    for (const shift of seen.getEntries()) {
      for (const { node, previousRect: from, currentRect: to } of shift.sources) {
        const what = node?.outerHTML?.slice(0, 100) ?? node?.textContent;
        window.moved.push(`${what}: ${from.x},${from.y} to ${to.x},${to.y}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: false });
}"""
_SEEN = "() => new Promise((seen) => requestAnimationFrame(() => setTimeout(() => seen(window.moved), 100)))"
TOLD: dict[str, Json] = {
    "king_of_hearts": {"king_of_hearts": {"taken_by": "B", "doubled_by": "B", "led_by": "A"}},
    "queens": {
        "queens": {
            "spades": {"taken_by": "A", "doubled_by": "C"},
            "hearts": {"taken_by": "B"},
            "diamonds": {"taken_by": "B", "doubled_by": "B", "led_by": "D"},
            "clubs": {"taken_by": "D"},
        }
    },
    "diamonds": {"diamonds": {"A": 10, "B": 1, "C": 2, "D": 0}},
    "collections": {"tricks": {"A": 4, "B": 4, "C": 3, "D": 2}},
    "trex": {"trex": ["C", "A", "D", "B"]},
}


def moved(page: Page) -> list[str]:
    """What has changed its place since it was watched."""
    found: list[Any] = page.evaluate(_SEEN)
    return [str(each) for each in found]


@pytest.mark.parametrize(("width", "height", "locale"), [(390, 844, "en-GB"), (320, 568, "ar-JO")])
def test_nothing_moves_while_a_deal_is_told(phones: Phones, server: str, width: int, height: int, locale: str) -> None:
    page = phones.page(viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce")
    game = start_game(server, "denexa", players=["Abdulrahman al-Khatib", "Basil", "كارين", "D"])
    found: dict[str, list[str]] = {}
    for contract, captures in TOLD.items():
        page.goto(game.deal_page(contract))
        page.locator("[data-listening]").wait_for()
        page.evaluate(_WATCH)
        Finger(page).tell(captures)
        found[contract] = moved(page)
    assert {contract: lines for contract, lines in found.items() if lines} == {}
