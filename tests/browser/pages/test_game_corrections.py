"""Corrections of the whole game: seating and house rules."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.server.running import start_game
from tests.support.tables import NAMES
from tests.support.whole_games import whole_game

pytestmark = pytest.mark.browser


def test_seating_is_corrected_with_taps(page: Page, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    page.goto(game.page("/sheet"))
    page.locator(".bars--two").get_by_text("Correct").tap()
    page.get_by_text("Seating").tap()
    page.wait_for_url("**/corrections/seats")  # its script swaps the seats
    for seat in "BCAB":
        page.locator(f"[data-side={seat}] button").tap()
    assert (
        page.locator("[data-seated-player]").evaluate_all("fields => fields.map((field) => field.value).join('')")
        == "CABD"
    )
    assert page.locator("[data-side] button").all_inner_texts() == [NAMES[index] for index in (2, 0, 1, 3)]
    page.get_by_text("Points stay with the seats").tap()
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator(".changed-totals tbody tr")).to_have_count(4)
    page.get_by_text("Agreed at the table").tap()
    page.get_by_role("button", name="Correct").tap()
    expect(page).to_have_url(re.compile("/sheet$"))
    assert game.state["players"] == [NAMES[index] for index in (2, 0, 1, 3)]


def test_preset_correction_lists_only_differences(page: Page, server: str) -> None:
    game = start_game(server, deals=whole_game("standard", 5)["deals"][:7])
    page.goto(game.page("/corrections/house-rules"))
    page.locator("[data-preset]").select_option("wikipedia_interchange")
    page.get_by_role("button", name="Preview").tap()
    expect(page.locator(".difference tbody tr")).to_have_count(2)
