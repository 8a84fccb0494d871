"""Measurements on a slow phone: response to a tap, bytes of a visit, and Lighthouse scores."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench import bare
from tests.bench.games import game
from tests.browser.offline.test_page_weight import PageWeightMeter
from tests.support.browser.browser import PHONE, arguments, executable, launch
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import Json

CPU_SLOWDOWN = 6
MEDIAN_GOAL, WORST_GOAL = 100, 160
"""Milliseconds from a tap to its effect: median and worst."""
NEXT_PAGE_GOALS = {"offline": 100, "online": 300}
"""Milliseconds from Save to the next page."""
MAX_FIRST_VISIT_BYTES, MAX_NEXT_VISIT_BYTES = 60_000, 5_000
MIN_SCORES = {"performance": 98, "accessibility": 100, "best-practices": 100}
LANGUAGES = ("en", "ar")
LOCALES = {"en": "en-GB", "ar": "ar-JO"}
_QUEENS = {suit: {"taken_by": "B", "doubled_by": "C"} for suit in ("spades", "hearts", "diamonds", "clubs")}
CAPTURES: dict[str, Json] = {
    "king_of_hearts": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}},
    "queens": {"queens": _QUEENS},
    "diamonds": {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}},
    "collections": {"tricks": {"A": 5, "B": 4, "C": 3, "D": 1}},
    "trex": {"trex": ["C", "A", "D", "B"]},
}
# The time from pointerdown and from click to the next paint, as measured by the browser in steps of 8 ms. The button
# turns dark on pointerdown, and the result shows on click.
_WATCH = """(shortest) => {
  window.taps = { pointerdown: [], click: [] };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) window.taps[name]?.push(duration);
  }).observe({ type: 'event', durationThreshold: shortest });
}"""
_NOTE_TAP_TIME = """() => document.querySelector('[data-save]').addEventListener(
  'click', () => sessionStorage.setItem('touched', String(performance.timeOrigin + performance.now())))"""
_TIME_UNTIL_PAINTED = """() => new Promise((resolve) => new PerformanceObserver((entries) => {
  const [{ startTime }] = entries.getEntriesByName('first-contentful-paint');
  resolve(performance.timeOrigin + startTime - Number(sessionStorage.getItem('touched')));
}).observe({ type: 'paint', buffered: true }))"""
_REPEATS = 7
_SHORTEST_EVENT = 16
"""Milliseconds: browsers do not report anything shorter."""
_READING_TIME = 500
"""Milliseconds that a player needs to read the question."""
_TAPS = "() => new Promise((resolve) => setTimeout(() => resolve(window.taps), 500))"


def figures() -> Iterator[str]:
    """Yield a line for each measurement as soon as it is available."""
    path = executable()
    if path is None:
        yield "No Chromium was found: taps and weights are not measured."
        return
    with tempfile.TemporaryDirectory(prefix="trexscore-bench-") as folder:
        server = LiveServer(Path(folder) / "data")
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                with bare.pages() as button:
                    for baseline in (_bare_tap, _bare_page):
                        with _phone(browser) as page:
                            yield baseline(page, button)
                with _phone(browser) as page:
                    yield from _taps(page, server.url)
                for connection in NEXT_PAGE_GOALS:
                    with _phone(browser) as page:
                        yield _after_save(page, server.url, connection)
                for language in LANGUAGES:
                    yield from _weights(browser, language, server.url)
                browser.close()
            yield from _lighthouse(server.url, path)
        finally:
            server.stop()


@contextmanager
def _phone(browser: Browser) -> Iterator[Page]:
    """A page that is closed afterwards, because a throttled page keeps a core busy even when idle."""
    with browser.new_context(**PHONE) as context:
        yield context.new_page()


def _bare_tap(page: Page, address: str) -> str:
    """The response time to a tap on a minimal page, as the lower limit of this machine."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    page.goto(address)
    page.evaluate(_WATCH, _SHORTEST_EVENT)
    page.wait_for_timeout(_READING_TIME)
    for _ in range(_REPEATS):
        page.locator("button").tap()
        page.wait_for_timeout(_READING_TIME)
    durations = page.evaluate(_TAPS)["click"] or [_SHORTEST_EVENT]
    return f"baseline: a tap on a page of one button, CPU {CPU_SLOWDOWN} times slower: {_median_and_max(durations)}"


def _bare_page(page: Page, address: str) -> str:
    """The loading time of a minimal page after a tap, as the lower limit of this machine."""
    durations = []
    for _ in range(_REPEATS):
        page.goto(f"{address}?on")
        page.evaluate(_NOTE_TAP_TIME)
        page.locator("button").tap()
        page.locator("[data-saved]").wait_for()
        durations.append(page.evaluate(_TIME_UNTIL_PAINTED))
    return f"baseline: from a tap to a next page of one line: {_median_and_max(durations)}"


def _median_and_max(milliseconds: list[float]) -> str:
    return f"{median(milliseconds):.0f} ms, at most {max(milliseconds):.0f} ms"


def _taps(page: Page, server: str) -> Iterator[str]:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    game = start_game(server)
    for contract, captures in CAPTURES.items():
        page.goto(game.deal_page(contract))
        page.locator("[data-script-ready]").wait_for()
        page.evaluate(_WATCH, _SHORTEST_EVENT)
        page.wait_for_timeout(_READING_TIME)
        finger = Finger(page)
        finger.enter_captures(captures)
        taps: dict[str, list[float]] = page.evaluate(_TAPS)
        for effect, event in (("is felt", "pointerdown"), ("is answered", "click")):
            durations = taps[event] or [_SHORTEST_EVENT]
            yield _line(
                f"a tap {effect}, {contract}, CPU {CPU_SLOWDOWN} times slower",
                f"{_median_and_max(durations)}, in {finger.taps} taps",
                f"{MEDIAN_GOAL} / {WORST_GOAL} ms",
                reached=median(durations) <= MEDIAN_GOAL and max(durations) <= WORST_GOAL,
            )


def _after_save(page: Page, server: str, connection: str) -> str:
    game = start_game(server)
    page.goto(game.page())
    page.locator("html[data-offline-ready]").wait_for(state="attached")
    page.context.set_offline(offline=connection == "offline")
    page.goto(game.page())
    durations = []
    for contract, captures in CAPTURES.items():
        if page.locator(f'[data-contract="{contract}"]').count():
            page.locator(f'[data-contract="{contract}"]').tap()
        Finger(page).enter_captures(captures)
        page.evaluate(_NOTE_TAP_TIME)
        with page.expect_navigation(wait_until="commit"):  # the form can also show the last saved deal
            page.locator("[data-save]").tap()
        page.locator("[data-saved]").wait_for()
        durations.append(page.evaluate(_TIME_UNTIL_PAINTED))
    goal = NEXT_PAGE_GOALS[connection]
    return _line(
        f"{connection}, from Save to the next page in sight",
        _median_and_max(durations),
        f"{goal} ms",
        reached=max(durations) <= goal,
    )


def _weights(browser: Browser, language: str, server: str) -> Iterator[str]:
    game = start_game(server)
    for page_name, address in {"table": game.page(), "queens": game.deal_page("queens")}.items():
        meter = PageWeightMeter(browser.new_context(**PHONE | {"locale": LOCALES[language]}).new_page())
        for visit, goal in (("first", MAX_FIRST_VISIT_BYTES), ("next", MAX_NEXT_VISIT_BYTES)):
            weight = meter.weigh(address)
            yield _line(
                f"{visit} visit, {page_name} ({language})", f"{weight:,} bytes", f"{goal:,}", reached=weight <= goal
            )


def _lighthouse(server: str, browser: str) -> Iterator[str]:
    command = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse")
    if not command:
        yield "Lighthouse was not found: npm install --global lighthouse, or name it: make bench LIGHTHOUSE=/its/path"
        return
    pages = _pages(server)
    for language in LANGUAGES:
        for page_name, address in pages.items():
            scores = _scores(command, browser, address, language)
            figure = ", ".join(f"{name} {score}" for name, score in scores.items())
            goal = "/".join(map(str, MIN_SCORES.values()))
            is_reached = all(scores[name] >= min_score for name, min_score in MIN_SCORES.items())
            yield _line(f"Lighthouse, {page_name} ({language})", figure, goal, reached=is_reached)


def _pages(server: str) -> dict[str, str]:
    file = game(Random(5))  # noqa: S311 - no secret
    finished, new_game = start_game(server, deals=file["deals"]), start_game(server)
    running: RunningGame = start_game(server, deals=file["deals"][:6])
    return {
        "home": server,
        "table": running.page(),
        "deal": new_game.deal_page("queens"),
        "sheet": finished.page("/sheet"),
        "result": finished.page("/result"),
    }


def _scores(command: str, browser: str, address: str, language: str) -> dict[str, int]:
    completed = subprocess.run(
        [
            command,
            address,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(MIN_SCORES)}",
            f"--extra-headers={json.dumps({'Accept-Language': language})}",
            f"--chrome-flags={' '.join(['--headless', *(flag for flag in arguments() if ' ' not in flag)])}",
        ],
        env=os.environ | {"CHROME_PATH": browser},
        capture_output=True,
        check=True,
    )
    categories: dict[str, Any] = json.loads(completed.stdout)["categories"]
    return {name: round(100 * categories[name]["score"]) for name in MIN_SCORES}


def _line(name: str, figure: str, goal: str, *, reached: bool) -> str:
    return f"{name:52} {figure:56} {goal:>12} {'reached' if reached else 'NOT reached'}"
