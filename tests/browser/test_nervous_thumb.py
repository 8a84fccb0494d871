"""The second tap of a nervous thumb: it never undoes what the first one saved, nor undoes another deal, nor leaves."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.finger import Finger
from tests.support.running import start_game
from tests.support.tables import DIAMONDS, KING, TREX

pytestmark = pytest.mark.browser

PAUSES = [0, 150, 300, 500]
"""Milliseconds after the next page was there."""


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("x", [60, 195, 320])
def test_save_twice_saves_once_and_stays(page: Page, server: str, x: int, pause: int) -> None:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.choose(["diamonds"])
    finger.tell(DIAMONDS["captures"])
    place = page.locator("[data-save]").bounding_box()
    assert place is not None
    with page.expect_navigation():
        finger.tap("[data-save]")
    page.wait_for_timeout(pause)
    page.touchscreen.tap(x, place["y"] + place["height"] / 2)
    page.wait_for_timeout(300)
    expect(page.locator("[data-board]")).to_be_visible()
    assert game.kinds == ["deal"]


@pytest.mark.parametrize("pause", PAUSES)
def test_undo_twice_undoes_one(page: Page, server: str, pause: int) -> None:
    game = start_game(server, deals=[KING, TREX])
    page.goto(game.page())
    finger = Finger(page)
    place = page.locator(".status__undo").bounding_box()
    assert place is not None
    with page.expect_navigation():
        finger.tap(".status__undo")
    page.wait_for_timeout(pause)
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.wait_for_timeout(300)
    assert game.kinds == ["deal", "deal", "take_back"]
    expect(page.locator("[data-undone]")).to_contain_text("undone")


def test_a_tap_on_a_total_does_not_leave_at_once(page: Page, server: str) -> None:
    game = start_game(server, deals=[KING])
    page.goto(game.page())
    page.locator(".side--d .why-of").tap()
    page.locator("html[data-calm]").wait_for()
    expect(page).to_have_url(game.page())
    page.locator(".side--d .why-of").tap()
    expect(page).to_have_url(game.page("/why/D"))


def test_after_a_moment_everything_answers(page: Page, server: str) -> None:
    game = start_game(server, deals=[KING, TREX])
    page.goto(game.page())
    finger = Finger(page)
    for kinds in (["take_back"], ["take_back", "take_back"]):
        with page.expect_navigation():
            finger.tap(".status__undo")
        assert game.kinds[2:] == kinds
    with page.expect_navigation():
        page.locator("html[data-calm]").wait_for()
        page.get_by_role("button", name="Put back").tap()
    assert game.kinds[4:] == ["deal"]


def test_a_key_answers_at_once(page: Page, server: str) -> None:
    game = start_game(server, deals=[KING])
    page.goto(game.page())
    page.locator(".status__undo").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert game.kinds == ["deal", "take_back"]
