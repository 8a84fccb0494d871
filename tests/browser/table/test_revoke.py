"""A revoke: one tap charges the remaining cards, and one removes the charge, online and offline."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browser import Phones
from tests.support.browser.finger import Finger
from tests.support.browser.offline import offline_phone, sync_online
from tests.support.server.running import RunningGame
from tests.support.tables import DIAMONDS, QUEENS, Json

pytestmark = pytest.mark.browser

CHARGED = "[data-charged]"
REVOKE: Json = {"renege": {"by": "B"}, "note": "Charged: Diamonds: 6."}


def offender_selector(seat: str) -> str:
    """The selector of a player who revoked; an empty seat stands for nobody."""
    return f'.revoke__seat:has([value="{seat}"])'


def open_revoke_question(finger: Finger) -> None:
    """Open the revoke question from the menu of the deal."""
    finger.tap("[popovertarget=menu].top__menu")
    finger.tap(".menu [popovertarget=revoke]")


def test_revoke_charge_is_set_and_removed(page: Page, game: RunningGame) -> None:
    page.goto(game.deal_page("diamonds"))
    finger = Finger(page)
    finger.enter_captures({"diamonds": {"A": 2, "B": 4, "C": 1, "D": 6}})
    open_revoke_question(finger)
    expect(page.locator(CHARGED)).to_be_hidden()
    finger.tap(offender_selector("B"))
    expect(page.locator(CHARGED)).to_have_text(re.compile("Charged to .?Basil.?: .?Diamonds: 6"))
    expect(page.locator("[data-spoken]")).to_contain_text("Charged to")
    expect(page.locator('[data-preview-seat="B"]')).to_have_text("\u2212100")
    expect(page.locator('[data-preview-seat="D"]')).to_have_text("0")
    page.reload()
    expect(page.locator(CHARGED)).to_contain_text("Diamonds: 6")
    open_revoke_question(finger)
    finger.tap(offender_selector(""))
    expect(page.locator('[data-preview-seat="D"]')).to_have_text("\u221260")
    open_revoke_question(finger)
    page.locator('[name="renege"][value="B"]').press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    finger.tap('[data-count-seat="D"]')
    finger.tap('[data-key="2"]')
    expect(page.locator(CHARGED)).to_contain_text("Diamonds: 4")
    finger.save()
    [deal] = game.deals
    assert deal["captures"] == {"diamonds": {"A": 2, "B": 8, "C": 1, "D": 2}}
    assert deal["renege"] == {"by": "B"}


def test_revoke_is_recorded_offline_from_rule_book(phones: Phones, game: RunningGame) -> None:
    finger = offline_phone(phones, game)
    page = finger.page
    page.goto(game.page("/deals/new?renege=ask"))
    expect(page.locator(".status", has_text="Choose the contract, then tap the player")).to_be_visible()
    finger.tap('[data-contract="diamonds"]')
    finger.enter_captures({"diamonds": {"A": 2, "B": 4, "C": 1, "D": 6}})
    finger.tap(offender_selector("B"))
    finger.save()
    expect(page.locator('[data-total-of="B"]')).to_have_text("\u2212100")
    finger.choose(["queens"])
    finger.enter_captures(QUEENS["captures"])
    finger.save()
    page.goto(game.page("/sheet"))
    expect(page.locator(".sheet__revoke")).to_have_count(1)
    page.locator(".sheet__row .explain-link").first.tap()
    expect(page.locator(".explain__revoke")).to_contain_text("Basil")
    page.goto(game.page("/voids/new?reason=four_twos"))
    finger.tap('.void__seats [data-side="D"] .side__content')
    finger.tap(".void .bar")
    expect(page).to_have_url(re.compile(r"/g/[\w-]+$"))
    sync_online(page)
    diamonds, queens, void = game.deals
    assert diamonds == DIAMONDS | {"captures": {"diamonds": {"A": 2, "B": 10, "C": 1, "D": 0}}} | REVOKE
    assert queens == QUEENS
    assert void == {"king": "A", "void": {"reason": "four_twos", "claimed_by": "D"}}
