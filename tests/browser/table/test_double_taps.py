"""A quick second tap undoes no deal and does not leave the page."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.tables import DIAMONDS, KING, TREX

pytestmark = pytest.mark.browser

TAP_X_POSITIONS = [60, 195, 320]
"""Where the next page is tapped at the height of Save: left, middle and right, in pixels."""

MAX_ROUNDS = 20
"""On a busy machine, second taps often come too late for the test."""
PAUSES = [0, 150, 300, 500]
"""Milliseconds between the next page and the second tap."""

TAP_GUARD_MS = 700
"""For so many milliseconds, a new page ignores taps."""

REPORT_TAPS = """
let paintedAt = Infinity;
requestAnimationFrame(() => (paintedAt = performance.now()));
addEventListener("click", (event) => console.debug(`tapped ${event.timeStamp - paintedAt}`), true);
"""
"""Logs how long after its first frame a page was tapped. It is logged because the tap may lead to another page."""


def tap_again(page: Page, selector: str, pause: int, x_positions: Iterable[float] = ()) -> bool:
    """Tap, and tap the next page at the same height, at these x positions; by default at the same position.

    Return whether all second taps were early enough to be ignored.
    """
    box = page.locator(selector).bounding_box()
    assert box is not None
    with page.expect_navigation():
        Finger(page).tap(selector)
    page.wait_for_timeout(pause)
    ages = []
    for x in [*x_positions] or [box["x"] + box["width"] / 2]:
        with page.expect_console_message(lambda message: message.text.startswith("tapped")) as tapped:
            page.touchscreen.tap(x, box["y"] + box["height"] / 2)
        ages.append(float(tapped.value.text.removeprefix("tapped ")))
        if ages[-1] >= TAP_GUARD_MS:
            break  # this tap acts; Chromium may not answer a further one while the page is being left
    page.wait_for_timeout(300)
    return max(ages) < TAP_GUARD_MS


def save_twice(page: Page, server: str, pause: int) -> tuple[RunningGame, bool]:
    game = start_game(server)
    page.goto(game.page())
    finger = Finger(page)
    finger.choose(["diamonds"])
    finger.enter_captures(DIAMONDS["captures"])
    return game, tap_again(page, "[data-save]", pause, TAP_X_POSITIONS)


def undo_twice(page: Page, server: str, pause: int) -> tuple[RunningGame, bool]:
    game = start_game(server, deals=[KING, TREX])
    page.goto(game.page())
    return game, tap_again(page, ".status__undo", pause)


def first_early_game(rounds: Iterable[tuple[RunningGame, bool]]) -> RunningGame:
    """The game of the first round in which all second taps were early enough."""
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


def test_new_page_ignores_early_taps(page: Page, server: str) -> None:
    """It ignores early taps on totals, Undo and Put back, but accepts keys immediately."""
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
