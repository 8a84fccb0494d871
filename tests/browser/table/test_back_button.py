"""The back button loses no input and does not return to a saved form."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import wait_for_expression
from tests.support.browser.finger import Finger
from tests.support.server.running import start_game
from tests.support.tables import COLLECTIONS, DIAMONDS, KINGDOM, TREX, Json

pytestmark = pytest.mark.browser

COUNTS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
TABLE = re.compile(r"/g/[\w-]+$")
MAX_HISTORY_LENGTH = 4
"""Entries of the tab's history: the empty page, home, the table as opened, and the table as it is now."""


def test_saved_and_undone_deals_add_no_history(page: Page, server: str) -> None:
    """Back leads home after deals were saved, undone and put back. An undone deal can be changed in its form."""
    game = start_game(server)
    page.goto(server)
    page.goto(game.page())
    finger = Finger(page)
    for deal in (TREX, COLLECTIONS, DIAMONDS):
        finger.record(deal)
    history_length = page.evaluate("navigation.entries().length")
    assert history_length <= MAX_HISTORY_LENGTH
    finger.tap(".status__undo")
    expect(page.locator("[data-undone]")).to_be_visible()
    with page.expect_navigation():
        finger.tap(page.get_by_role("button", name="Put back"))
    expect(page.locator("[data-saved]")).to_be_visible()
    expect(page.locator("[data-undone]")).to_be_hidden()
    assert page.evaluate("navigation.entries().length") == history_length
    assert game.kinds == ["deal", "deal", "deal", "take_back", "deal"]
    page.go_back()
    expect(page).to_have_url(f"{server}/")

    page.goto(game.page())
    finger.tap(".status__undo")
    page.locator("[data-undone]").wait_for()
    finger.tap(page.get_by_role("link", name="Change"))
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")
    finger.save()
    assert game.kinds[5:] == ["take_back", "deal"]
    assert [deal["captures"] for deal in game.deals] == [TREX["captures"], COLLECTIONS["captures"], COUNTS]


def test_back_leads_home_after_king_was_chosen(page: Page, server: str) -> None:
    game = start_game(server, house_rules={"preset": "standard", "options": {"next_king": "agreed"}}, deals=KINGDOM)
    page.goto(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.tap(".side--c .side__action")
    expect(page).to_have_url(game.page("?king=C"))
    finger.record({**DIAMONDS, "king": "C"})
    assert page.evaluate("navigation.entries().length") <= MAX_HISTORY_LENGTH
    page.go_back()
    expect(page).to_have_url(f"{server}/")


def test_arrow_leads_to_previous_page_or_up(page: Page, server: str) -> None:
    """It leads up if the page was opened directly. Back does not return to the form of a saved adjustment."""
    game = start_game(server, deals=KINGDOM)
    finger = Finger(page)
    page.goto(game.page("/explain/B"))
    finger.tap(".top__back")
    expect(page).to_have_url(game.page("/sheet"))
    finger.tap(".top__back")
    expect(page).to_have_url(TABLE)
    assert page.evaluate("navigation.currentEntry.index") <= 1

    page.goto(server)
    page.goto(game.page())
    finger.tap(".side--b .explain-link")
    expect(page).to_have_url(re.compile("/explain/B$"))
    finger.tap(".top__back")
    expect(page).to_have_url(TABLE)
    page.go_back()
    expect(page).to_have_url(f"{server}/")

    page.goto(game.page())
    page.goto(game.page("/adjustments/new"))
    page.locator('[data-agreed="A"]').fill("-10")
    page.locator('[data-agreed="C"]').fill("10")
    page.locator('[name="reason"]').fill("misdeal")
    page.locator(".adjust .bar").tap()
    expect(page).to_have_url(TABLE)
    wait_for_expression(page, "navigation.currentEntry.getState()?.address")  # Back needs what the page's script stores
    page.go_back()
    expect(page).to_have_url(f"{server}/")
    assert game.kinds[5:] == ["adjustment"]


def test_draft_survives_back_and_forward(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    page.locator('[data-contract="diamonds"]').tap()
    finger = Finger(page)
    finger.tap('[data-key="5"]')
    page.go_back()
    expect(page.locator("[data-board]")).to_be_visible()
    page.go_forward()
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")
    finger.enter_captures(COUNTS)
    finger.save()
    assert game.deals[0]["captures"] == COUNTS
