"""The live board on large and small screens: names and totals are visible, and polls do not overlap."""

import uuid

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accounts import sign_up
from tests.support.browser.browser import Phones, advance_clock_until_visible
from tests.support.browser.on_screen import resize
from tests.support.clubs.club import DAY, new_club, start_game_from_file
from tests.support.whole_games import whole_game
from trexscore.commands.accounts import find_account_id_and_name
from trexscore.commands.clubs.links import create_club_link

pytestmark = pytest.mark.browser
LONG_NAMES = ["Maximiliane von Hohenberg-Lichtenstein-S", "عبد الرحمن بن خالد الأيوبي الطويل", "Jo", "W" * 40]
POINTS_OUTSIDE_TILE = """() =>
  [...document.querySelectorAll('.tile-line__points, .tile-line .icon--crown, .tile-line__won')]
  .filter((node) => {
    const own = node.getBoundingClientRect(), tile = node.closest('.tile-table').getBoundingClientRect();
    return own.left < tile.left || own.right > tile.right;
  }).map((node) => node.parentElement.textContent)"""

CUT_OFF_KINGDOMS = """() => [...document.querySelectorAll('.is-playing .tile-table__kingdom')].filter((node) => {
    const own = node.getBoundingClientRect(), line = node.parentElement.getBoundingClientRect();
    const seen = own.top < line.bottom - 2;
    return seen && (node.scrollWidth > node.clientWidth || own.left < line.left - 1 || own.right > line.right + 1);
  }).map((node) => node.textContent)"""


@pytest.fixture(scope="module", params=[2, 15])
def live_board(request: pytest.FixtureRequest, server: str, site: Flask) -> tuple[str, int]:
    """The address of a live board, and the number of its tables."""
    username = f"basil.{uuid.uuid4().hex[:12]}"
    sign_up(site, username, "Basil")
    with site.app_context():
        account = find_account_id_and_name(username)
        assert account is not None
        club = new_club(account[0])
        game_night = club.add_entry("evening", {"on": DAY})
        for table in range(request.param):
            file = whole_game("standard", table, LONG_NAMES)
            file["deals"] = file["deals"][: 20 - table % 3]
            club.count_game(start_game_from_file(file), [3, None, None, None], evening=game_night, table=table + 1)
        link = create_club_link(club.id, "screen")
    return f"{server}/live-board/{link}", request.param


@pytest.mark.parametrize("locale", ["ar-JO", "en-GB"])
def test_long_names_keep_points_on_board(phones: Phones, live_board: tuple[str, int], locale: str) -> None:
    address, tables = live_board
    page = phones.page(locale=locale)
    for width, height in ((1280, 720), (1920, 1080), (390, 844)):
        resize(page, width, height)
        page.goto(address)
        expect(page.locator(".tile-line__points")).to_have_count(4 * tables)
        assert page.evaluate(POINTS_OUTSIDE_TILE) == [], (width, height)
        assert page.evaluate(CUT_OFF_KINGDOMS) == [], "a kingdom is shown in full or hidden, never cut off"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


COUNT_REQUESTS = """const send = fetch;
window.requests = 0;
window.fetch = (...args) => { window.requests += 1; return send(...args); };"""
RECONNECT_THREE_TIMES = """() => {
  for (let count = 0; count < 3; count += 1) dispatchEvent(new Event('online'));
  return window.requests;
}"""


@pytest.fixture
def unanswered_board(phones: Phones, live_board: tuple[str, int]) -> Page:
    """A live board that counts its requests and gets no responses."""
    page = phones.page(isolated=True)
    page.clock.install()
    page.add_init_script(COUNT_REQUESTS)
    page.goto(live_board[0])
    expect(page.locator("[data-live-board]")).to_be_visible()
    page.route("**/live-board/*", lambda _route: None)
    return page


def test_live_board_reports_missing_responses_until_reconnect(unanswered_board: Page) -> None:
    notice = unanswered_board.locator("[data-offline]")
    expect(notice).to_be_hidden()
    advance_clock_until_visible(unanswered_board, notice)
    unanswered_board.unroute("**/live-board/*")
    unanswered_board.evaluate("dispatchEvent(new Event('online'))")
    expect(notice).to_be_hidden()


def test_live_board_sends_one_request_at_a_time(unanswered_board: Page) -> None:
    assert unanswered_board.evaluate(RECONNECT_THREE_TIMES) == 1
