"""The live board on large and small screens: every name and total is visible, and it polls once at a time."""

import uuid

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accounts import sign_up
from tests.support.browser.browser import Phones, appears_in_time
from tests.support.browser.on_screen import resize
from tests.support.clubs.club import DAY, new_club, start_game_from_file
from tests.support.whole_games import whole_game
from trexscore.commands.accounts import find_account_id_and_name
from trexscore.commands.clubs.links import create_club_link

pytestmark = pytest.mark.browser
LONG = ["Maximiliane von Hohenberg-Lichtenstein-S", "عبد الرحمن بن خالد الأيوبي الطويل", "Jo", "W" * 40]
OUTSIDE = """() => [...document.querySelectorAll('.tile-line__points, .tile-line .icon--crown, .tile-line__won')]
  .filter((each) => {
    const own = each.getBoundingClientRect(), tile = each.closest('.tile-table').getBoundingClientRect();
    return own.left < tile.left || own.right > tile.right;
  }).map((each) => each.parentElement.textContent)"""

CUT = """() => [...document.querySelectorAll('.is-plays .tile-table__kingdom')].filter((each) => {
    const own = each.getBoundingClientRect(), line = each.parentElement.getBoundingClientRect();
    const seen = own.top < line.bottom - 2;
    return seen && (each.scrollWidth > each.clientWidth || own.left < line.left - 1 || own.right > line.right + 1);
  }).map((each) => each.textContent)"""


@pytest.fixture(scope="module", params=[2, 15])
def live_board(request: pytest.FixtureRequest, server: str, site: Flask) -> tuple[str, int]:
    """The address of a live board with so many tables, and how many."""
    username = f"basil.{uuid.uuid4().hex[:12]}"
    sign_up(site, username, "Basil")
    with site.app_context():
        account = find_account_id_and_name(username)
        assert account is not None
        club = new_club(account[0])
        game_night = club.add_entry("evening", {"on": DAY})
        for table in range(request.param):
            file = whole_game("standard", table, LONG)
            file["deals"] = file["deals"][: 20 - table % 3]
            club.count(start_game_from_file(file), [3, None, None, None], evening=game_night, table=table + 1)
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
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert page.evaluate(CUT) == [], "whose kingdom it is stands there whole, or the crown alone says it"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


COUNTED = "const ask = fetch; window.asked = 0; window.fetch = (...all) => { window.asked += 1; return ask(...all); }"
THREE_TIMES_BACK = """() => {
  for (let time = 0; time < 3; time += 1) dispatchEvent(new Event('online'));
  return window.asked;
}"""


@pytest.fixture
def unanswered_board(phones: Phones, live_board: tuple[str, int]) -> Page:
    """The live board, which counts its requests; none of them gets an answer."""
    page = phones.page(own=True)
    page.clock.install()
    page.add_init_script(COUNTED)
    page.goto(live_board[0])
    expect(page.locator("[data-live-board]")).to_be_visible()
    page.route("**/live-board/*", lambda _route: None)
    return page


def test_live_board_reports_missing_answers_until_reconnect(unanswered_board: Page) -> None:
    away = unanswered_board.locator("[data-offline]")
    expect(away).to_be_hidden()
    appears_in_time(unanswered_board, away)
    unanswered_board.unroute("**/live-board/*")
    unanswered_board.evaluate("dispatchEvent(new Event('online'))")
    expect(away).to_be_hidden()


def test_live_board_sends_one_request_at_a_time(unanswered_board: Page) -> None:
    assert unanswered_board.evaluate(THREE_TIMES_BACK) == 1
