"""A slow phone on a slow network loses no tap."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, WITH_WORKER, open_for_offline
from tests.support.server.running import start_game
from tests.support.tables import KING, Json

pytestmark = pytest.mark.browser

QUEENS: Json = {
    "queens": {
        "hearts": {"taken_by": "A"},
        "spades": {"taken_by": "B", "doubled_by": "C"},
        "diamonds": {"taken_by": "C"},
        "clubs": {"taken_by": "C"},
    }
}
TREX: Json = {"trex": list("CADB")}
SLOW_CPU = {"rate": 6}
SLOW_NETWORK = {"offline": False, "latency": 200, "downloadThroughput": 50_000, "uploadThroughput": 20_000}
"""Milliseconds, and bytes a second."""


def slow_down(page: Page) -> None:
    cdp_session = page.context.new_cdp_session(page)
    cdp_session.send("Emulation.setCPUThrottlingRate", SLOW_CPU)
    cdp_session.send("Network.enable")
    cdp_session.send("Network.emulateNetworkConditions", SLOW_NETWORK)


def test_slow_phone_loses_no_tap(phones: Phones, server: str) -> None:
    page = phones.page(isolated=True, locale="ar-JO")
    game = start_game(server)
    page.goto(game.page())
    slow_down(page)
    finger = Finger(page)
    finger.record({"contracts": ["queens"], "captures": QUEENS})
    assert [deal["captures"] for deal in game.deals] == [QUEENS]
    assert finger.taps == 8


def test_slow_phone_records_offline(phones: Phones, server: str) -> None:
    page = phones.page(**WITH_WORKER)
    game = start_game(server)
    finger = open_for_offline(page, game.page())
    slow_down(page)
    finger.record({"contracts": ["trex"], "captures": TREX})
    page.context.set_offline(True)
    finger.record(KING)
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 deal saved here")
    page.context.set_offline(False)
    slow_down(page)
    expect(page.locator(UNSENT_STATUS)).to_have_count(0, timeout=2 * SYNC_TIMEOUT_MS)
    assert [deal["contracts"] for deal in game.deals] == [["trex"], ["king_of_hearts"]]
