"""The end of a game in a club that asks for agreement: agreed on with a tap each, and back at the evening."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.page_checks import axe_faults, with_axe
from tests.support.clubs.rooms import Room, play_a_table
from tests.support.pages import Phone
from tests.support.server.server import LiveServer
from tests.support.whole_games import whole_game
from trexscore.db.games import find_game
from trexscore.db.models import db
from trexscore.db.tokens import read_seat_links

pytestmark = pytest.mark.browser
DEALS = whole_game("standard", 11)["deals"]


def of(owner: Phone, page: Page, server: LiveServer) -> Page:
    """A phone on which somebody is signed in."""
    page.context.add_cookies([{"name": "session", "value": owner.cookie("session") or "", "url": server.url}])
    return page


def test_six_taps_lead_from_the_last_deal_over_all_four_back_to_the_evening(
    live_server: LiveServer, phones: Phones, room: Room
) -> None:
    play_a_table(room, len(DEALS) - 1, agreed=True)
    phone = of(room.member, phones.page(), live_server)
    phone.goto(live_server.url + room.path())
    phone.get_by_role("link", name="Go to game").tap()
    phone.wait_for_url(re.compile(r"/g/[\w-]+$"))
    Finger(phone).record({"contracts": DEALS[-1]["contracts"], "captures": DEALS[-1]["captures"]})

    finger = Finger(phone)
    finger.tap(".bar--tall")
    signs = phone.get_by_role("button", name=re.compile("^Sign off for"))
    for left in (4, 3, 2, 1):
        expect(signs).to_have_count(left)
        finger.tap(signs.first)
    expect(phone.get_by_role("status").filter(has_text="the game counts")).to_be_visible()
    finger.tap(phone.get_by_role("link", name="Back to game night"))
    expect(phone).to_have_url(live_server.url + room.path())
    expect(phone.locator("#table-1")).not_to_contain_text("once all four have signed off")
    assert finger.taps == 4 + 2


def test_each_of_four_phones_needs_one_tap_and_sees_the_others(
    live_server: LiveServer, phones: Phones, room: Room
) -> None:
    table = play_a_table(room, agreed=True)
    with room.inside():
        named = find_game(db.session(), table.uid)
        assert named is not None
        tokens = read_seat_links(db.session(), named.id)
    pages = {seat: phones.page() for seat in tokens}
    for seat, page in pages.items():
        page.goto(f"{live_server.url}/g/{tokens[seat]}/sign-off")
    for page in pages.values():
        expect(page.locator(".side__act")).to_have_count(1)
        Finger(page).tap(".side__act")
    for page in pages.values():
        expect(page.locator(".sign-off__said")).to_contain_text("the game counts", timeout=10_000)


@pytest.mark.slow
def test_axe_finds_nothing_wherever_the_four_are_asked_to_agree(
    live_server: LiveServer, phones: Phones, room: Room
) -> None:
    locale = "ar-JO"
    play_a_table(room, agreed=True)
    phone = of(room.member, with_axe(phones.page(locale=locale, reduced_motion="reduce")), live_server)
    phone.goto(live_server.url + room.path())
    found = axe_faults(phone, locale)
    phone.locator(".drawn__foot a.button").tap()
    phone.wait_for_url("**/sign-off")
    table = phone.url.removesuffix("/sign-off")
    for page, asks in (("/sign-off", ".seats--keypad"), ("", ".bar--tall"), ("/result", ".bar--tall")):
        phone.goto(table + page)
        expect(phone.locator(asks).first).to_be_visible()
        found += axe_faults(phone, locale)
    assert found == []
