"""Keys do not move while a deal is entered."""

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import start_game
from tests.support.tables import Json

pytestmark = pytest.mark.browser

# The position of each part of the form, relative to the whole page.
_POSITIONS = """() => Object.fromEntries(
  [
    '.top', '.counts', '.points-preview__row--draft', '.steps-strip', '.question', '.places', '.seats--input',
    '.keys', '[data-save]',
  ].flatMap((name) => {
    const visible = [...document.querySelectorAll(name)].find((node) => node.checkVisibility());
    if (!visible) return [];
    const { top, left, width, height } = visible.getBoundingClientRect();
    return [[name, [left, top + scrollY, width, height].map(Math.round).join(' ')]];
  }),
)"""
CAPTURES: dict[str, Json] = {
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


@dataclass
class RecordingFinger(Finger):
    """Records the positions of all parts before and after each tap."""

    positions: dict[str, set[str]] = field(default_factory=dict)

    def tap(self, target: str | Locator) -> None:
        self._record_positions()
        super().tap(target)
        self._record_positions()

    def _record_positions(self) -> None:
        for name, box in self.page.evaluate(_POSITIONS).items():
            self.positions.setdefault(name, set()).add(box)


@pytest.mark.parametrize(("width", "height", "locale"), [(390, 844, "en-GB"), (320, 568, "ar-JO")])
def test_keys_do_not_move_during_deal(phones: Phones, server: str, width: int, height: int, locale: str) -> None:
    page = phones.page(viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce")
    game = start_game(server, "denexa", players=["Abdulrahman al-Khatib", "Basil", "كارين", "D"])
    moved_elements: dict[tuple[str, str], set[str]] = {}
    for contract, captures in CAPTURES.items():
        page.goto(game.deal_page(contract))
        page.locator("[data-script-ready]").wait_for()
        finger = RecordingFinger(page)
        finger.enter_captures(captures)
        moved_elements |= {(contract, name): boxes for name, boxes in finger.positions.items() if len(boxes) > 1}
    assert moved_elements == {}
