"""A game night on a phone: check-in of nine players, draw, two games and the live board."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.new_club import create_club_on_pages
from tests.support.server.server import LiveServer
from tests.support.tables import TREX

pytestmark = pytest.mark.browser
NAMES = ("Amal", "Basil", "Carine", "Dani", "Elias", "Farah", "Ghassan", "Hala", "Jana")


def club_of_nine(page: Page, address: str) -> str:
    """The address of a new club of Amal with eight more members and a planned game night."""
    club = create_club_on_pages(page, address, "Trex at Amal’s", NAMES[0])
    page.goto(f"{club}/members/list")
    page.fill("[name=names]", "\n".join(NAMES[1:-1]))
    page.locator("button.bar").tap()
    page.locator("button.bar", has_text=str(len(NAMES) - 2)).tap()
    page.wait_for_url("**/members*")
    page.goto(f"{club}/members")
    page.locator("details#new").evaluate("details => { details.open = true; }")
    page.fill("#new [name=name]", NAMES[-1])
    page.locator("#new button").tap()
    page.wait_for_url("**/members?more=1")
    plan_night(page, club)
    return club


def plan_night(page: Page, club: str) -> None:
    """Plan a game night for tonight. Its page stays open."""
    page.goto(f"{club}/game-nights/new")
    page.locator("button.bar").tap()
    page.wait_for_url(re.compile(r"/game-nights/\d+$"))


def test_game_night_from_check_in_to_live_board(live_server: LiveServer, phones: Phones) -> None:
    """On a second night, the page is left before any check-in is answered."""
    phone = phones.page()
    club = club_of_nine(phone, live_server.url)
    game_night, finger = phone.url, Finger(phone)
    count = phone.locator("[data-attendance-count]")
    for checked_in, name in enumerate(NAMES, 1):
        finger.tap(phone.get_by_role("button", name=name, exact=True))
        expect(count).to_have_text(str(checked_in))
    assert finger.taps == len(NAMES), "one tap for each player"

    phone.get_by_label("Find a name").fill("far")
    expect(phone.get_by_role("button", name="Farah", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(phone.get_by_role("button", name="Elias", exact=True)).to_be_hidden()
    expect(phone.locator("[data-attendance-problem]")).to_be_hidden()
    expect(phone.locator("form[data-attendance]")).to_have_attribute("aria-busy", "false")
    phone.reload()
    expect(count).to_have_text("9")

    finger.tap("a.bar")
    finger.tap("button.bar")
    expect(phone.locator(".drawn-table")).to_have_count(2)
    expect(phone.locator(".waiting__names li")).to_have_count(1)

    screen = phones.page(viewport={"width": 1920, "height": 1080}, is_mobile=False, has_touch=False)
    screen.goto(f"{live_server.url}/live-board/{live_board_token(phone, club)}")
    expect(screen.locator(".tile-table")).to_have_count(2)
    expect(screen.locator(".tile-line__points")).to_have_count(0)

    phone.goto(game_night)
    finger.tap(phone.locator("#table-1 form button"))
    phone.wait_for_url(re.compile("/g/"))
    first_game = phone.url
    phone.goto(game_night)
    finger.tap(phone.locator("#table-2 form button"))
    phone.wait_for_url(re.compile("/g/"))
    assert phone.url != first_game
    expect(screen.locator(".tile-line__points")).to_have_count(8, timeout=10_000)

    phone.goto(first_game)
    finger.record(TREX)
    expect(screen.locator(".tile-line__points", has_text="200")).to_have_count(1, timeout=10_000)

    phone.goto(game_night)
    expect(phone.locator("#table-1")).to_contain_text("200")

    plan_night(phone, club)
    check_in_and_leave(phone)


def check_in_and_leave(phone: Page) -> None:
    """Check everyone in, and open the draw before any response arrives."""

    def delay(route: Route) -> None:
        phone.wait_for_timeout(150)
        route.continue_()

    phone.route("**/check-in", delay)
    phone.evaluate("document.querySelectorAll('button.tick').forEach((tick) => tick.click())")
    phone.locator("a.bar").tap()
    phone.wait_for_url("**/draw")
    expect(phone.locator("main")).to_contain_text("9 players checked in.")


def live_board_token(page: Page, club: str) -> str:
    page.goto(f"{club}/links")
    page.locator('button[value="screen"]').tap()
    page.wait_for_url("**/links#link-*")
    address = page.locator('input[value*="/live-board/"]').input_value()
    return address.rpartition("/")[2]
