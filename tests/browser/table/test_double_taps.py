"""A hasty second tap neither undoes a saved deal, nor another one, nor leaves the page."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import DIAMONDS, KING, TREX

pytestmark = pytest.mark.browser

PAUSES = [0, 150, 300, 500]
"""Milliseconds after the next page appeared."""

MOMENT = 700
"""Milliseconds within which no tap acts."""

NOTE = """
let shown = Infinity;
requestAnimationFrame(() => (shown = performance.now()));
addEventListener("click", (event) => console.debug(`tapped ${event.timeStamp - shown}`), true);
"""
"""Reports how long after its first picture a page was tapped. The tap may lead to another page, so the page keeps
nothing.
"""


def tap_twice(page: Page, selector: str, pause: int, x: float | None = None) -> bool:
    """Tap, and tap again at the same height of the next page. Result: whether that was early enough to count."""
    place = page.locator(selector).bounding_box()
    assert place is not None
    with page.expect_navigation():
        Finger(page).tap(selector)
    page.wait_for_timeout(pause)
    with page.expect_console_message(lambda message: message.text.startswith("tapped")) as tapped:
        page.touchscreen.tap(x or place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.wait_for_timeout(300)
    return float(tapped.value.text.removeprefix("tapped ")) < MOMENT


def save_twice(page: Page, server: str, x: float, pause: int) -> tuple[RunningGame, bool]:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.choose(["diamonds"])
    finger.enter_captures(DIAMONDS["captures"])
    return game, tap_twice(page, "[data-save]", pause, x)


def undo_twice(page: Page, server: str, pause: int) -> tuple[RunningGame, bool]:
    game = start_game(server, deals=[KING, TREX])
    page.goto(game.page())
    return game, tap_twice(page, ".status__undo", pause)


def early(rounds: Iterable[tuple[RunningGame, bool]]) -> RunningGame:
    """The game of the first round whose second tap came early enough."""
    return next(game for game, was_early in rounds if was_early)


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("x", [60, 195, 320])
def test_double_save_saves_once_and_stays(page: Page, server: str, x: int, pause: int) -> None:
    page.add_init_script(NOTE)
    game = early(save_twice(page, server, x, pause) for _ in range(5))
    expect(page.locator("[data-board]")).to_be_visible()
    assert game.kinds == ["deal"]


@pytest.mark.parametrize("pause", PAUSES)
def test_double_undo_undoes_one(page: Page, server: str, pause: int) -> None:
    page.add_init_script(NOTE)
    game = early(undo_twice(page, server, pause) for _ in range(5))
    assert game.kinds == ["deal", "deal", "take_back"]
    expect(page.locator("[data-undone]")).to_contain_text("undone")


def test_early_tap_on_total_does_not_leave(page: Page, server: str) -> None:
    game = start_game(server, deals=[KING])
    page.goto(game.page())
    page.locator(".side--d .why-of").tap()
    page.locator("html[data-calm]").wait_for()
    expect(page).to_have_url(game.page())
    page.locator(".side--d .why-of").tap()
    expect(page).to_have_url(game.page("/explain/D"))


def test_page_reacts_after_a_moment(page: Page, server: str) -> None:
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


def test_key_reacts_at_once(page: Page, server: str) -> None:
    game = start_game(server, deals=[KING])
    page.goto(game.page())
    page.locator(".status__undo").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert game.kinds == ["deal", "take_back"]
