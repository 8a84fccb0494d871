"""The number of taps until 24 members play at six tables."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.new_club import create_club_on_pages
from tests.support.server.server import LiveServer
from trexscore.commands.clock import current_night_date

pytestmark = pytest.mark.browser
MEMBERS = (
    *("Amal", "Basil", "Carine", "Dani", "Elias", "Farah", "Ghassan", "Hala", "Ibrahim", "Jana", "Karim", "Lina"),
    *("Marwan", "Nadia", "Omar", "Petra", "Qais", "Rana", "Samir", "Tala", "Umar", "Vera", "Walid", "Yara"),
)
MAX_TAPS = 8
MAX_TAPS_FOR_CODES = 2


def club_with_past_night(page: Page, address: str) -> str:
    """The address of a club of 24 members, all of whom attended a game night last week."""
    club = create_club_on_pages(page, address, "Trex at Amal’s", MEMBERS[0])
    page.goto(f"{club}/members/list")
    page.fill("[name=names]", "\n".join(MEMBERS[1:]))
    page.locator("button.bar").tap()
    page.locator("button.bar", has_text="23").tap()
    page.wait_for_url("**/members*")
    page.goto(f"{club}/game-nights/new")
    page.fill("[name=on]", (current_night_date() - timedelta(days=7)).isoformat())
    page.locator("button.bar").tap()
    page.wait_for_url(re.compile(r"/game-nights/\d+$"))
    page.locator('button[value="everyone"]').tap()
    expect(page.locator("[data-attendance-count]")).to_have_text(str(len(MEMBERS)))
    return club


def live_board_address(page: Page, club: str) -> str:
    page.goto(f"{club}/links")
    page.locator('button[value="screen"]').tap()
    page.wait_for_url("**/links#link-*")
    return page.locator('input[value*="/live-board/"]').input_value()


def test_game_night_of_24_takes_few_taps(live_server: LiveServer, phones: Phones) -> None:
    """One more tap checks out a member who was searched for, and clears the search."""
    phone = phones.page()
    club = club_with_past_night(phone, live_server.url)
    last_week = phone.url
    phone.goto(club)
    finger = Finger(phone)
    finger.tap(phone.get_by_role("link", name="Schedule"))
    finger.tap(phone.get_by_role("link", name="Plan a game night"))
    finger.tap("button.bar")
    finger.tap('button[value="last"]')
    finger.tap("a.bar")
    finger.tap("button.bar")
    finger.tap(phone.get_by_role("button", name="Start 6 games"))
    expect(phone.locator(".drawn-table__status", has_text="Deal 1 of 20")).to_have_count(6)
    assert finger.taps <= MAX_TAPS
    taps_before = finger.taps
    finger.tap(phone.get_by_role("link", name="Table codes"))
    expect(phone.locator(".table-codes__qr")).to_have_count(6)
    finger.tap(phone.get_by_role("button", name="Show on the live board"))
    expect(phone.get_by_role("status")).to_contain_text("On the live board until")
    assert finger.taps - taps_before <= MAX_TAPS_FOR_CODES
    board = phones.page(viewport={"width": 1920, "height": 1080}, is_mobile=False, has_touch=False)
    board.goto(live_board_address(phone, club))
    expect(board.locator(".tile-table__qr")).to_have_count(6)

    phone.goto(last_week)
    expect(phone.locator("[data-attendance-count]")).to_have_text(str(len(MEMBERS)))
    search = phone.get_by_label("Find a name")
    search.fill("far")
    phone.get_by_role("button", name="Farah", exact=True).tap()
    expect(search).to_have_value("")
    expect(phone.get_by_role("button", name="Elias", exact=True)).to_be_visible()
    expect(phone.locator("[data-attendance-count]")).to_have_text(str(len(MEMBERS) - 1))
