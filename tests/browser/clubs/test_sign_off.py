"""Signing off a game in a club that requires it: one tap for each player."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.page_checks import axe_faults, with_axe
from tests.support.clubs.club_nights import ClubNight, play_table
from tests.support.pages import Phone
from tests.support.server.server import LiveServer
from tests.support.whole_games import whole_game
from trexscore.db.game_links import read_seat_tokens
from trexscore.db.games import find_game_by_uid
from trexscore.db.models import db

pytestmark = pytest.mark.browser
ARABIC = "ar-JO"
DEALS = whole_game("standard", 11)["deals"]


def signed_in_page(person: Phone, page: Page, server: LiveServer) -> Page:
    """The page, signed in as this person."""
    page.context.add_cookies([{"name": "session", "value": person.cookie("session") or "", "url": server.url}])
    return page


def test_sign_off_for_four_returns_to_game_night(live_server: LiveServer, phones: Phones, night: ClubNight) -> None:
    play_table(night, len(DEALS) - 1, agreed=True)
    phone = signed_in_page(night.member, phones.page(), live_server)
    phone.goto(live_server.url + night.path())
    phone.get_by_role("link", name="Go to game").tap()
    phone.wait_for_url(re.compile(r"/g/[\w-]+$"))
    Finger(phone).record({"contracts": DEALS[-1]["contracts"], "captures": DEALS[-1]["captures"]})

    finger = Finger(phone)
    finger.tap(".bar--tall")
    buttons = phone.get_by_role("button", name=re.compile("^Sign off for"))
    for remaining in (4, 3, 2, 1):
        expect(buttons).to_have_count(remaining)
        finger.tap(buttons.first)
    expect(phone.get_by_role("status").filter(has_text="the game counts")).to_be_visible()
    finger.tap(phone.get_by_role("link", name="Back to game night"))
    expect(phone).to_have_url(live_server.url + night.path())
    expect(phone.locator("#table-1")).not_to_contain_text("once all four have signed off")
    assert finger.taps == 4 + 2


def test_sign_off_needs_one_tap_per_phone(live_server: LiveServer, phones: Phones, night: ClubNight) -> None:
    """Before that, axe-core checks the pages that ask for a sign-off."""
    table = play_table(night, agreed=True)
    owner = signed_in_page(night.member, with_axe(phones.page(locale=ARABIC, reduced_motion="reduce")), live_server)
    assert faults_of_pages(owner, live_server.url + night.path()) == []
    with night.app_context():
        game = find_game_by_uid(db.session(), table.uid)
        assert game is not None
        tokens = read_seat_tokens(db.session(), game.id)
    pages = {seat: phones.page() for seat in tokens}
    for seat, page in pages.items():
        page.goto(f"{live_server.url}/g/{tokens[seat]}/sign-off")
    for page in pages.values():
        expect(page.locator(".side__action")).to_have_count(1)
        Finger(page).tap(".side__action")
    for page in pages.values():
        expect(page.locator(".sign-off__status")).to_contain_text("the game counts", timeout=10_000)


def faults_of_pages(phone: Page, game_night: str) -> list[str]:
    """What axe-core finds on the game night, and on the pages of its game that ask for a sign-off."""
    phone.goto(game_night)
    faults = axe_faults(phone, ARABIC)
    phone.locator(".drawn-table__foot a.button").tap()
    phone.wait_for_url("**/sign-off")
    table = phone.url.removesuffix("/sign-off")
    for page, selector in (("/sign-off", ".seats--keypad"), ("", ".bar--tall"), ("/result", ".bar--tall")):
        phone.goto(table + page)
        expect(phone.locator(selector).first).to_be_visible()
        faults += axe_faults(phone, ARABIC)
    return faults
