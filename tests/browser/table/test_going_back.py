"""The back button: it never loses anything, and never offers again what has been written."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finger import Finger
from tests.support.server.running import start_game
from tests.support.tables import DIAMONDS, KINGDOM, Json

pytestmark = pytest.mark.browser

COUNTS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
TABLE = re.compile(r"/g/[\w-]+$")
LONGEST = 4
"""Entries of the tab: an empty page, home, the table as it was opened, the table as it is."""


def test_back_from_the_table_leads_home_however_many_deals_were_saved(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(server)
    page.goto(game.page())
    finger = Finger(page)
    for deal in KINGDOM[:3]:
        finger.record(deal)
    assert page.evaluate("navigation.entries().length") <= LONGEST
    page.go_back()
    expect(page).to_have_url(f"{server}/")


def test_back_from_a_table_whose_king_was_tapped_leads_home(page: Page, server: str) -> None:
    game = start_game(server, house_rules={"preset": "standard", "options": {"next_king": "agreed"}}, deals=KINGDOM)
    page.goto(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.tap(".side--c .side__act")
    expect(page).to_have_url(game.page("?king=C"))
    finger.record({**DIAMONDS, "king": "C"})
    assert page.evaluate("navigation.entries().length") <= LONGEST
    page.go_back()
    expect(page).to_have_url(f"{server}/")


def test_undo_and_put_back_leave_no_entries(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.record(KINGDOM[0])
    before = page.evaluate("navigation.entries().length")
    finger.tap(".status__undo")
    expect(page.locator("[data-undone]")).to_be_visible()
    finger.tap(page.get_by_role("button", name="Put back"))
    expect(page.locator("[data-saved]")).to_be_visible()
    assert page.evaluate("navigation.entries().length") == before
    assert game.kinds == ["deal", "take_back", "deal"]


def test_the_arrow_leads_back_to_where_one_came_from(page: Page, server: str) -> None:
    game = start_game(server, deals=KINGDOM)
    page.goto(server)
    page.goto(game.page())
    page.locator("html[data-calm]").wait_for()
    page.locator(".side--b .why-of").tap()
    expect(page).to_have_url(re.compile("/explain/B$"))
    page.locator("html[data-calm]").wait_for()
    page.locator(".top__back").tap()
    expect(page).to_have_url(TABLE)
    page.go_back()
    expect(page).to_have_url(f"{server}/")


def test_the_arrow_of_a_page_opened_by_its_address_leads_up(page: Page, server: str) -> None:
    game = start_game(server, deals=KINGDOM)
    page.goto(game.page("/explain/B"))
    page.locator("html[data-calm]").wait_for()
    page.locator(".top__back").tap()
    expect(page).to_have_url(game.page("/sheet"))
    page.locator("html[data-calm]").wait_for()
    page.locator(".top__back").tap()
    expect(page).to_have_url(TABLE)
    assert page.evaluate("navigation.currentEntry.index") <= 1


def test_a_deal_that_was_undone_is_changed_where_it_was_recorded(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.record({"contracts": ["diamonds"], "captures": COUNTS})
    finger.tap(".status__undo")
    page.locator("[data-undone]").wait_for()
    finger.tap(page.get_by_role("link", name="Change"))
    expect(page.locator("form[data-deal]")).not_to_have_attribute("data-incomplete", "")
    finger.save()
    assert game.kinds == ["deal", "take_back", "deal"]
    assert [deal["captures"] for deal in game.deals] == [COUNTS]


def test_an_adjustment_is_not_offered_again(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(server)
    page.goto(game.page())
    page.goto(game.page("/adjustments/new"))
    page.locator('[data-agreed="A"]').fill("-10")
    page.locator('[data-agreed="C"]').fill("10")
    page.locator('[name="reason"]').fill("misdeal")
    page.locator(".adjust .bar").tap()
    expect(page).to_have_url(TABLE)
    page.go_back()
    expect(page).to_have_url(f"{server}/")
    assert game.kinds == ["adjustment"]


def test_what_was_tapped_in_stands_there_after_going_to_the_table_and_back(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    page.locator('[data-contract="diamonds"]').tap()
    finger = Finger(page)
    finger.tap('[data-key="5"]')
    page.go_back()
    expect(page.locator("[data-board]")).to_be_visible()
    page.go_forward()
    expect(page.locator('[data-count-seat="B"]')).to_have_attribute("data-current", "")
    finger.tell(COUNTS)
    finger.save()
    assert game.deals[0]["captures"] == COUNTS
