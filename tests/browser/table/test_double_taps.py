"""A hasty second tap neither undoes a saved deal, nor another one, nor leaves the page."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import DIAMONDS, KING, TREX

pytestmark = pytest.mark.browser

PLACES = [60, 195, 320]
"""Where on the line of Save the next page is tapped: left, middle, right."""

MAX_ROUNDS = 20
"""On a busy machine many a second tap comes too late to tell anything."""
PAUSES = [0, 150, 300, 500]
"""Milliseconds after the next page appeared."""

MOMENT = 700
"""Milliseconds within which no tap acts."""

REPORT_TAPS = """
let paintedAt = Infinity;
requestAnimationFrame(() => (paintedAt = performance.now()));
addEventListener("click", (event) => console.debug(`tapped ${event.timeStamp - paintedAt}`), true);
"""
"""Reports how long after its first picture a page was tapped. The tap may lead to another page, so the page keeps
nothing.
"""


def tap_again(page: Page, selector: str, pause: int, places: Iterable[float] = ()) -> bool:
    """Tap, and tap again at the same height of the next page, at each of these places; by default, at the same one.

    Result: whether that was early enough to count.
    """
    box = page.locator(selector).bounding_box()
    assert box is not None
    with page.expect_navigation():
        Finger(page).tap(selector)
    page.wait_for_timeout(pause)
    ages = []
    for x in [*places] or [box["x"] + box["width"] / 2]:
        with page.expect_console_message(lambda message: message.text.startswith("tapped")) as tapped:
            page.touchscreen.tap(x, box["y"] + box["height"] / 2)
        ages.append(float(tapped.value.text.removeprefix("tapped ")))
        if ages[-1] >= MOMENT:
            break  # this tap acts: Chromium may never answer one on a page that is being left
    page.wait_for_timeout(300)
    return max(ages) < MOMENT


def save_twice(page: Page, server: str, pause: int) -> tuple[RunningGame, bool]:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.choose(["diamonds"])
    finger.enter_captures(DIAMONDS["captures"])
    return game, tap_again(page, "[data-save]", pause, PLACES)


def undo_twice(page: Page, server: str, pause: int) -> tuple[RunningGame, bool]:
    game = start_game(server, deals=[KING, TREX])
    page.goto(game.page())
    return game, tap_again(page, ".status__undo", pause)


def first_early_game(rounds: Iterable[tuple[RunningGame, bool]]) -> RunningGame:
    """The game of the first round whose later taps came early enough."""
    return next(game for game, was_early in rounds if was_early)


def test_double_save_saves_once_and_stays(page: Page, server: str) -> None:
    page.add_init_script(REPORT_TAPS)
    for pause in PAUSES:
        game = first_early_game(save_twice(page, server, pause) for _ in range(MAX_ROUNDS))
        expect(page.locator("[data-board]")).to_be_visible()
        assert game.kinds == ["deal"], pause


def test_double_undo_undoes_one(page: Page, server: str) -> None:
    page.add_init_script(REPORT_TAPS)
    for pause in PAUSES:
        game = first_early_game(undo_twice(page, server, pause) for _ in range(MAX_ROUNDS))
        assert game.kinds == ["deal", "deal", "take_back"], pause
        expect(page.locator("[data-undone]")).to_contain_text("undone")


def test_page_reacts_after_a_moment(page: Page, server: str) -> None:
    """To taps on totals, Undo and Put back; to a key it reacts at once."""
    game = start_game(server, deals=[KING, TREX])
    page.goto(game.page())
    page.locator(".side--d .explain-link").tap()
    page.locator("html[data-accepts-taps]").wait_for()
    expect(page).to_have_url(game.page())
    page.locator(".side--d .explain-link").tap()
    expect(page).to_have_url(game.page("/explain/D"))

    page.goto(game.page())
    finger = Finger(page)
    for kinds in (["take_back"], ["take_back", "take_back"]):
        with page.expect_navigation():
            finger.tap(".status__undo")
        assert game.kinds[2:] == kinds
    with page.expect_navigation():
        page.locator("html[data-accepts-taps]").wait_for()
        page.get_by_role("button", name="Put back").tap()
    assert game.kinds[4:] == ["deal"]

    page.goto(game.page())
    page.locator(".status__undo").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert game.kinds[5:] == ["take_back"]
