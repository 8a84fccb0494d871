"""The page on which two players swap their seats."""

import pytest
from playwright.sync_api import expect

from tests.browser.clubs.test_game_night import plan_night
from tests.support.browser.browser import Phones
from tests.support.browser.new_club import create_club_on_pages
from tests.support.server.server import LiveServer

pytestmark = pytest.mark.browser


def test_three_players_without_table_fill_the_width(live_server: LiveServer, phones: Phones) -> None:
    page = phones.page()
    club = create_club_on_pages(page, live_server.url, "Trex at Amal’s", "Amal")
    page.goto(f"{club}/members/list")
    page.fill("[name=names]", "Basil\nCarine\nDani\nElias\nFarah\nGhassan")
    page.locator("button.bar").tap()
    page.locator("button.bar", has_text="6").tap()
    page.wait_for_url("**/members*")
    plan_night(page, club)
    night = page.url
    page.locator('button[value="everyone"]').tap()
    expect(page.locator("[data-attendance-count]")).to_have_text("7")
    page.goto(f"{night}/draw")
    page.locator("button.bar").tap()
    page.locator(".drawn-table").wait_for()
    page.goto(f"{night}/seats")
    players = page.locator("section", has_text="Without a table").locator(".swap-group__players")
    last_player = players.locator(".swap-player").last.evaluate("element => element.getBoundingClientRect().right")
    assert last_player == players.evaluate("element => element.getBoundingClientRect().right")
