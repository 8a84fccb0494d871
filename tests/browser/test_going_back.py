"""The back button: it never loses anything, and never offers again what has been written."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import until
from tests.support.finger import Finger
from tests.support.running import start_game
from tests.support.tables import Json

pytestmark = pytest.mark.browser

COUNTS: Json = {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}}
TABLE = re.compile(r"/g/[\w-]+$")
_FROM_THE_CACHE = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def test_going_back_after_saving_leads_to_the_table(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    Finger(page).record({"contracts": ["diamonds"], "captures": COUNTS})
    page.go_back()
    expect(page).to_have_url(TABLE)
    expect(page.locator("[data-board]")).to_be_visible()
    expect(page.locator("form[data-deal]")).to_have_count(0)
    assert game.kinds == ["deal"]
    page.go_back()
    expect(page.locator("[data-board]")).to_be_visible()


def test_a_form_from_the_browsers_cache_leads_to_the_table_too(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.deal_page("diamonds"))
    Finger(page).tell(COUNTS)
    held = page.evaluate("Object.fromEntries(new FormData(document.querySelector('form[data-deal]')))")
    page.evaluate("key => sessionStorage.setItem('sent', key)", held["key"])
    page.request.post(f"{game.page('/deals')}", form=held)
    assert game.kinds == ["deal"]
    page.evaluate(_FROM_THE_CACHE)
    expect(page).to_have_url(TABLE)


def test_a_deal_that_was_taken_back_is_put_right_where_it_was_told(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.record({"contracts": ["diamonds"], "captures": COUNTS})
    with page.expect_navigation():
        finger.tap(".status__undo")
    page.go_back()
    page.go_back()
    form = page.locator("form[data-deal]")
    if not form.count():
        page.go_back()
    expect(form).not_to_have_attribute("data-incomplete", "")
    until(page, "!document.querySelector('form[data-deal]').inert")
    finger.save()
    assert game.kinds == ["deal", "take_back", "deal"]
    assert [deal["captures"] for deal in game.deals] == [COUNTS]


def test_points_by_agreement_are_not_offered_again(page: Page, server: str) -> None:
    game = start_game(server)
    page.goto(game.page())
    page.goto(game.page("/adjustments/new"))
    page.locator('[data-agreed="A"]').fill("-10")
    page.locator('[data-agreed="C"]').fill("10")
    page.locator('[name="reason"]').fill("misdeal")
    page.locator(".adjust .bar").tap()
    expect(page).to_have_url(TABLE)
    page.go_back()
    expect(page).to_have_url(TABLE)
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
