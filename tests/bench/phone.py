"""Figures of a slow phone: response to a tap, size of a visit, and Lighthouse scores."""

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
from tests.browser.offline.test_page_weight import Scales
from tests.support.browser.browser import PHONE, arguments, executable, launch
from tests.support.browser.finger import Finger
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.tables import Json

SLOWER = 6
SOON, LATEST = 100, 160
"""Milliseconds from a tap to its effect: median and worst."""
NEXT_PAGE = {"offline": 100, "online": 300}
"""Milliseconds from Save to the next page."""
FIRST, AFTER = 60_000, 5_000
CATEGORIES = {"performance": 98, "accessibility": 100, "best-practices": 100}
LANGUAGES = ("en", "ar")
LOCALES = {"en": "en-GB", "ar": "ar-JO"}
_QUEENS = {suit: {"taken_by": "B", "doubled_by": "C"} for suit in ("spades", "hearts", "diamonds", "clubs")}
TOLD: dict[str, Json] = {
    "king_of_hearts": {"king_of_hearts": {"taken_by": "B", "doubled_by": "C"}},
    "queens": {"queens": _QUEENS},
    "diamonds": {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 1}},
    "collections": {"tricks": {"A": 5, "B": 4, "C": 3, "D": 1}},
    "trex": {"trex": ["C", "A", "D", "B"]},
}
# From the finger's touch (pointerdown) and its lifting (click) to the next paint, as the browser itself measures it (in
# steps of 8 ms): what is touched turns dark at the first, and the answer shows at the second.
_WATCH = """(least) => {
  window.taps = { pointerdown: [], click: [] };
  new PerformanceObserver((seen) => {
    for (const { name, duration } of seen.getEntries()) window.taps[name]?.push(duration);
  }).observe({ type: 'event', durationThreshold: least });
}"""
_TOUCHED = """() => document.querySelector('[data-save]').addEventListener(
  'click', () => sessionStorage.setItem('touched', String(performance.timeOrigin + performance.now())))"""
_PAINTED = """() => new Promise((seen) => new PerformanceObserver((found) => {
  const [{ startTime }] = found.getEntriesByName('first-contentful-paint');
  seen(performance.timeOrigin + startTime - Number(sessionStorage.getItem('touched')));
}).observe({ type: 'paint', buffered: true }))"""
_REPEATED = 7
_LEAST = 16
"""Milliseconds: browsers do not report anything shorter."""
_READ = 500
"""Milliseconds in which a player has read the question."""
_TAPS = "() => new Promise((seen) => setTimeout(() => seen(window.taps), 500))"


def figures() -> Iterator[str]:
    """A line for each figure, as soon as it is there."""
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
                for connection in NEXT_PAGE:
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
    """A page that is closed afterwards: a slowed one would keep a core busy, even with nothing to do."""
    with browser.new_context(**PHONE) as context:
        yield context.new_page()


def _bare_tap(page: Page, address: str) -> str:
    """The least that a tap takes here."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.evaluate(_WATCH, _LEAST)
    page.wait_for_timeout(_READ)
    for _each in range(_REPEATED):
        page.locator("button").tap()
        page.wait_for_timeout(_READ)
    shown = page.evaluate(_TAPS)["click"] or [_LEAST]
    return f"baseline: a tap on a page of one button, CPU {SLOWER} times slower: {_middle(shown)}"


def _bare_page(page: Page, address: str) -> str:
    """The least that the next page takes here."""
    waited = []
    for _each in range(_REPEATED):
        page.goto(f"{address}?on")
        page.evaluate(_TOUCHED)
        page.locator("button").tap()
        page.locator("[data-saved]").wait_for()
        waited.append(page.evaluate(_PAINTED))
    return f"baseline: from a tap to a next page of one line: {_middle(waited)}"


def _middle(milliseconds: list[float]) -> str:
    return f"{median(milliseconds):.0f} ms, at most {max(milliseconds):.0f} ms"


def _taps(page: Page, server: str) -> Iterator[str]:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    running = start_game(server)
    for contract, captures in TOLD.items():
        page.goto(running.deal_page(contract))
        page.locator("[data-listening]").wait_for()
        page.evaluate(_WATCH, _LEAST)
        page.wait_for_timeout(_READ)
        finger = Finger(page)
        finger.enter_captures(captures)
        taps: dict[str, list[float]] = page.evaluate(_TAPS)
        for what, event in (("is felt", "pointerdown"), ("is answered", "click")):
            shown = taps[event] or [_LEAST]
            yield _line(
                f"a tap {what}, {contract}, CPU {SLOWER} times slower",
                f"{_middle(shown)}, in {finger.taps} taps",
                f"{SOON} / {LATEST} ms",
                reached=median(shown) <= SOON and max(shown) <= LATEST,
            )


def _after_save(page: Page, server: str, connection: str) -> str:
    running = start_game(server)
    page.goto(running.page())
    page.locator("html[data-stands-by]").wait_for(state="attached")
    page.context.set_offline(offline=connection == "offline")
    page.goto(running.page())
    waited = []
    for contract, captures in TOLD.items():
        if page.locator(f'[data-contract="{contract}"]').count():
            page.locator(f'[data-contract="{contract}"]').tap()
        Finger(page).enter_captures(captures)
        page.evaluate(_TOUCHED)
        page.locator("[data-save]").tap()
        page.locator("[data-saved]").wait_for()
        waited.append(page.evaluate(_PAINTED))
    goal = NEXT_PAGE[connection]
    return _line(
        f"{connection}, from Save to the next page in sight",
        _middle(waited),
        f"{goal} ms",
        reached=max(waited) <= goal,
    )


def _weights(browser: Browser, language: str, server: str) -> Iterator[str]:
    running = start_game(server)
    for what, address in {"table": running.page(), "queens": running.deal_page("queens")}.items():
        scales = Scales(browser.new_context(**PHONE | {"locale": LOCALES[language]}).new_page())
        for visit, goal in (("first", FIRST), ("next", AFTER)):
            weight = scales.weigh(address)
            yield _line(f"{visit} visit, {what} ({language})", f"{weight:,} bytes", f"{goal:,}", reached=weight <= goal)


def _lighthouse(server: str, browser: str) -> Iterator[str]:
    command = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse")
    if not command:
        yield "Lighthouse was not found: npm install --global lighthouse, or name it: make bench LIGHTHOUSE=/its/path"
        return
    pages = _pages(server)
    for language in LANGUAGES:
        for what, address in pages.items():
            scores = _scores(command, browser, address, language)
            said = ", ".join(f"{name} {score}" for name, score in scores.items())
            goal = "/".join(map(str, CATEGORIES.values()))
            reached = all(scores[name] >= least for name, least in CATEGORIES.items())
            yield _line(f"Lighthouse, {what} ({language})", said, goal, reached=reached)


def _pages(server: str) -> dict[str, str]:
    file = game(Random(5))  # noqa: S311 - no secret
    finished, fresh = start_game(server, deals=file["deals"]), start_game(server)
    begun: RunningGame = start_game(server, deals=file["deals"][:6])
    return {
        "home": server,
        "table": begun.page(),
        "deal": fresh.deal_page("queens"),
        "sheet": finished.page("/sheet"),
        "result": finished.page("/result"),
    }


def _scores(command: str, browser: str, address: str, language: str) -> dict[str, int]:
    said = subprocess.run(
        [
            command,
            address,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--extra-headers={json.dumps({'Accept-Language': language})}",
            f"--chrome-flags={' '.join(['--headless', *(said for said in arguments() if ' ' not in said)])}",
        ],
        env=os.environ | {"CHROME_PATH": browser},
        capture_output=True,
        check=True,
    )
    categories: dict[str, Any] = json.loads(said.stdout)["categories"]
    return {name: round(100 * categories[name]["score"]) for name in CATEGORIES}


def _line(what: str, figure: str, goal: str, *, reached: bool) -> str:
    return f"{what:52} {figure:56} {goal:>12} {'reached' if reached else 'NOT reached'}"
