"""A phone that has visited a game and could go on alone, and deals to go on with."""

from playwright.sync_api import Page, expect

from tests.support.finger import Finger
from tests.support.tables import Json

WAITS = "[data-waits]"
KING: Json = {"king": "A", "contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B"}}}
QUEENS: Json = {
    "king": "A",
    "contracts": ["queens"],
    "captures": {"queens": {suit: {"taken_by": "C"} for suit in ("hearts", "spades", "diamonds", "clubs")}},
}
DIAMONDS: Json = {
    "king": "A",
    "contracts": ["diamonds"],
    "captures": {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}},
}
SOON = 15_000
WORKER: Json = {"service_workers": "allow"}


def visit(page: Page, address: str) -> Finger:
    """Opens a game, and stays until it lies on the phone and the phone could go on alone."""
    page.goto(address)
    expect(page.locator("html[data-stands-by]")).to_have_count(1, timeout=SOON)
    return Finger(page)
