"""Deals recorded offline, while another phone moves players and their deals to other seats."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.browser import Phones
from tests.support.browser.deal_conflicts import expect_all_sent, king_taken_by
from tests.support.browser.offline import SYNC_TIMEOUT_MS, UNSENT_STATUS, WITH_WORKER, enter_offline, take_offline
from tests.support.server.running import start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KING, QUEENS, TREX, Json

pytestmark = pytest.mark.browser
KINGDOM = [KING, QUEENS, DIAMONDS, COLLECTIONS, TREX]


def swap(first: str, second: str) -> Json:
    return {"corrected": {"reason": "x", "changes": [{"seats": {first: second, second: first}, "deals": True}]}}


def test_offline_deal_moves_with_its_players(phones: Phones, server: str) -> None:
    """The swap is undone after another deal was entered offline, which moves back."""
    page = phones.page(**WITH_WORKER)
    game = start_game(server, deals=[QUEENS])
    take_offline(page, game)
    enter_offline(page, game, king_taken_by("B"))
    game.record_entry(swap("B", "C"))
    page.context.set_offline(False)
    expect_all_sent(page)
    assert game.deals[-1] == king_taken_by("C")
    game.record_entry({"take_back": 8})
    take_offline(page, game)
    enter_offline(page, game, TREX)
    game.record_entry({"take_back": 7})
    page.context.set_offline(False)
    expect_all_sent(page)
    order = [{"B": "C", "C": "B"}.get(seat, seat) for seat in TREX["captures"]["trex"]]
    assert game.deals[-1]["captures"]["trex"] == order


def test_offline_first_king_moves_to_new_seat(phones: Phones, server: str) -> None:
    page = phones.page(**WITH_WORKER)
    game = start_game(server)
    finger = take_offline(page, game)
    page.goto(game.page("/first-king"))
    finger.tap('[name="king"][value="B"]')
    expect(page.locator(UNSENT_STATUS)).to_contain_text("1 entry saved here")
    game.record_entry(swap("B", "C"))
    page.context.set_offline(False)
    expect_all_sent(page)
    assert game.kinds == ["corrected", "first_king"]
    assert game.state["result"]["next_king"] == "C"


def test_offline_deal_of_next_kingdom_is_not_lost(phones: Phones, server: str) -> None:
    """The kingdom of the player who moved comes last now: the table is asked about the deal."""
    page = phones.page(**WITH_WORKER)
    game = start_game(server, deals=KINGDOM)
    take_offline(page, game)
    enter_offline(page, game, {**king_taken_by("B"), "king": "B"})
    game.record_entry(swap("A", "B"))
    page.context.set_offline(False)
    expect(page.locator(f"{UNSENT_STATUS} a")).to_be_visible(timeout=SYNC_TIMEOUT_MS)
    page.locator(f"{UNSENT_STATUS} a").click()
    expect(page.locator(".versions__deal")).to_contain_text("Basil’s kingdom")
    assert game.kinds[-1] == "corrected"


def test_change_of_seats_is_not_undone_offline(phones: Phones, server: str) -> None:
    """Another phone records a deal before the first is online again: its points stay with those who have them."""
    page = phones.page(**WITH_WORKER)
    game = start_game(server, deals=[KING])
    game.record_entry({"corrected": {"reason": "x", "changes": [{"seats": {"A": "B", "B": "A"}}]}})
    finger = take_offline(page, game)
    finger.tap(".status__undo")
    expect(page.get_by_role("heading", name="Not saved yet")).to_be_visible()
    game.record_entry(TREX)
    page.context.set_offline(False)
    expect(page.locator(".status--problem")).to_contain_text("Someone else saved an entry", timeout=SYNC_TIMEOUT_MS)
    assert game.kinds == ["deal", "corrected", "deal"]
