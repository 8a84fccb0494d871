"""Every page of games, opened once in each language, measured on screens of all sizes and checked with axe-core."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.rules.test_tie_break import tied_file
from tests.support.browser import page_checks
from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.game_pages import (
    ACCOUNTS,
    ALSO_DISPUTED,
    ALSO_FRESH,
    ALSO_FRONT,
    ALSO_RUNNING,
    DISPUTED,
    FINISHED,
    FRESH,
    FRONT,
    RANGES,
    RUNNING,
    SHORT_NAMED,
)
from tests.support.browser.on_screen import resize
from tests.support.browser.page_checks import Findings, Screen
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.tables import Json
from tests.support.whole_games import whole_game
from trexscore.app import create_app
from trexscore.config import Settings

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG_NAMES = ["Abdulrahman al-Khatib", "Ba", "كارين", "Maximiliane-Dorothea"]
DOUBLED = {"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B"}}}
NO_PAGES = {
    "deals.redirect_old_announcement_page",  # leads to the form of the deal
    "files.download",
    "installed_app.manifest",
    "installed_app.start",
    "history.download",
    "phone.file",
    "phone.reader",
    "phone.conflicts",
    "phone.worker",
    # the page of a job, while it runs and when it is done: `tests/web/test_jobs.py`, `test_paper.py`
    "paper.check_result",
    "paper.check_result_of_game",
    "from_points.search_result",
    # visited while signed in
    "account_data.download",
    "account_data.show",
    "account.edit_names_or_email",
    "account.edit_password",
    "account.show",
    "delete_account.ask",
    "new_account.show_link",
    "passkeys.show",
}
"""Files, and redirects; pages that the phone renders have their own tests."""

SCREENS: list[Screen] = [(320, 640, 1), (844, 390, 1), (390, 844, 1), (390, 844, 2)]
LABEL_SCREENS: list[Screen] = [(320, 640, 1), (390, 844, 1)]
LARGE_LABEL_SCREENS: list[Screen] = [(320, 640, 2), (390, 844, 2)]

# Words too wide for their place: clipped there, or over its edge.
_TOO_LONG = """() => [...document.querySelectorAll('.ledger__margin, .sheet__margin, .segment')].flatMap((place) => {
  const words = document.createRange();
  words.selectNodeContents(place);
  const { left, right } = place.getBoundingClientRect();
  const boxes = [...words.getClientRects()].filter((box) => box.width > 1 && place.checkVisibility());
  const over = boxes.some((box) => box.left < left - 0.5 || box.right > right + 0.5);
  const clipped = [place, ...place.querySelectorAll('*')].some((node) => node.scrollWidth > node.clientWidth + 1
    && getComputedStyle(node).overflow === 'hidden' && !node.matches('.vh'));
  return over || clipped ? [place.textContent.trim()] : [];
})"""
_OVER_THEIR_EDGE = """() => [...document.querySelectorAll('.what-if__points, .what-if__margin')].flatMap((cell) =>
  cell.scrollWidth > cell.clientWidth + 1 ? [cell.textContent.trim()] : [])"""


@pytest.fixture(scope="module")
def games(server: str) -> dict[str, RunningGame]:
    file = whole_game("standard", 5)
    announced = start_game(server)
    announced.enter(DOUBLED)
    asking = start_game(server, deals=[], house_rules={"preset": "standard", "options": {"next_king": "agreed"}})
    for deal in file["deals"][:5]:
        asking.enter(deal)
    short_named = start_game(server, players=["A", "B", "C", "D"])
    short_named.enter({"adjustment": {"A": 5, "B": -5}, "reason": "x"})
    own_kings = [deal | {"captures": _own_kings(deal["captures"])} for deal in file["deals"]]
    options = {"king_of_hearts_points": 100_000}
    return {
        "disputed": _disputed(server),
        "fresh": start_game(server, players=LONG_NAMES),
        "running": start_game(server, players=LONG_NAMES, deals=file["deals"][:12]),
        "finished": start_game(server, players=ARABIC_NAMES, deals=file["deals"]),
        "announced": announced,
        "complex": start_game(server, "complex_partnership"),
        "combination": start_game(server, "combination"),
        "tied": start_game(server, **tied_file()),
        "asking": asking,
        "short names": short_named,
        "ranges": start_game(server, deals=own_kings, house_rules={"preset": "partnership", "options": options}),
    }


def _disputed(server: str) -> RunningGame:
    """A game in which a deal was corrected, a kingdom signed off, and something else is disputed."""
    deals = whole_game("denexa", 5)["deals"][:8]
    # A long name at the first seat, on the page of a kingdom: axe-core takes the ground beside its side for its own.
    names = [LONG_NAMES[1], LONG_NAMES[0], *LONG_NAMES[2:]]
    game = start_game(server, players=names, deals=deals, house_rules={"preset": "denexa"})
    king, reason = game.deals[0], "W" * 60
    game.enter({"corrected": {"reason": reason, "changes": [{"seq": 6, "entry": _taken_by(king, "D")}]}})
    (kingdom,) = game.state["agreements"]
    game.enter({"agreed": {"kingdom": "A", "seat": "A", "digest": kingdom["digest"]}})
    proposed = [{"seq": 6, "entry": _taken_by(king, "C")}]
    game.enter({"disputed": {"seat": "B", "about": 6, "reason": reason, "changes": proposed}})
    game.enter({"answered": {"dispute": 16, "seat": "D", "agrees": False}})
    return game


def _taken_by(deal: Json, seat: str) -> Json:
    return {**deal, "captures": {"king_of_hearts": {"taken_by": seat, "doubled_by": "A"}}}


def _own_kings(captures: dict[str, Any]) -> dict[str, Any]:
    """A captures value in which the player who took the king of hearts also doubled it."""
    king = captures.get("king_of_hearts")
    return captures | ({"king_of_hearts": king | {"doubled_by": king["taken_by"]}} if king else {})


def in_every_language(server: str, games: dict[str, RunningGame]) -> Iterator[str]:
    """Pages whose words may need more room than there is."""
    yield from (server, f"{server}/rules", *(f"{server}{path}" for path in FRONT))
    for name, pages in (("running", RUNNING), ("fresh", FRESH), ("disputed", DISPUTED)):
        yield from map(games[name].page, pages)


def every_page(server: str, games: dict[str, RunningGame]) -> Iterator[str]:
    """Every page at least once; the table in each of its states."""
    yield from in_every_language(server, games)
    yield from (f"{server}{path}" for path in (*ALSO_FRONT, *ACCOUNTS))
    further_pages = {"running": ALSO_RUNNING, "fresh": ALSO_FRESH, "disputed": ALSO_DISPUTED, "finished": FINISHED}
    for name, pages in further_pages.items():
        yield from map(games[name].page, pages)
    yield from (games[name].page() for name in ("announced", "complex", "combination", "tied", "asking"))
    yield games["tied"].page("/tie-break")
    yield games["running"].page(token=games["running"].read)
    yield games["complex"].deal_page("king_of_hearts", "queens", "diamonds", "collections")


def audit(page: Page, locale: str, server: str, games: dict[str, RunningGame], addresses: Iterable[str]) -> Findings:
    """The faults on these pages. Axe-core checks all of them in Arabic only: pages are built alike in every language.

    Of the other languages only words can differ, and those are long or short: the pages with most words will do.
    """
    findings = Findings()
    arabic = locale == "ar-JO"
    if arabic:
        page_checks.with_axe(page)
    wordy_addresses = (server, games["running"].page(), games["disputed"].page("/deals/6"))
    addresses_with_targets = {server, *map(games["fresh"].page, FRESH)}
    front_addresses = {server, *(f"{server}{path}" for path in FRONT)}
    in_all_languages = {*in_every_language(server, games)}
    for address in addresses:
        resize(page, 390, 844)
        page_checks.open_page(page, address)
        if address in addresses_with_targets:
            findings.note("small targets", address, page_checks.small_targets(page))
        if address in wordy_addresses and not arabic:
            page_checks.add_axe(page)
        if address in wordy_addresses or arabic:
            findings.note("axe", address, page_checks.axe_faults(page, locale))
        if address in in_all_languages:
            findings.note("sideways", address, page_checks.sideways(page, SCREENS))
        if address in front_addresses:
            for screen in (*LABEL_SCREENS, *LARGE_LABEL_SCREENS):
                page_checks.scroll_width_on(page, screen)
                findings.note("labels", address, page.evaluate(_TOO_LONG))
    return findings


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "ar-JO"])
def test_pages_fit_in_each_language(phones: Phones, server: str, games: dict[str, RunningGame], locale: str) -> None:
    """Nothing scrolls sideways, targets have 44 pixels, and labels fit their place."""
    page = phones.page(locale=locale, reduced_motion="reduce")
    addresses = [*dict.fromkeys(in_every_language(server, games))]
    findings = audit(page, locale, server, games, addresses)
    assert findings.pages == {"axe": 3, "sideways": len(addresses), "small targets": 8, "labels": 6 * 4}
    assert findings.summary() == ""


@pytest.mark.parametrize("third", range(3))
def test_arabic_pages_fit_and_axe_finds_nothing(
    phones: Phones, server: str, games: dict[str, RunningGame], third: int
) -> None:
    page = phones.page(locale="ar-JO", reduced_motion="reduce")
    addresses = [*dict.fromkeys(every_page(server, games))][third::3]
    findings = audit(page, "ar-JO", server, games, addresses)
    assert findings.pages["axe"] == len(addresses)
    assert findings.pages.keys() == {"axe", "sideways", "small targets", "labels"}
    assert findings.summary() == ""


@pytest.mark.parametrize("locale", LOCALES)
def test_labels_and_ranges_fit(phones: Phones, games: dict[str, RunningGame], locale: str) -> None:
    """Labels beside short names, and ranges of points: where there is least room for them."""
    page = phones.page(locale=locale, reduced_motion="reduce")
    findings = Findings()
    for address in map(games["short names"].page, SHORT_NAMED):
        page.goto(address)
        for screen in LABEL_SCREENS:
            page_checks.scroll_width_on(page, screen)
            findings.note("labels", address, page.evaluate(_TOO_LONG))
    for address in map(games["ranges"].page, RANGES):
        page.goto(address)
        for screen in SCREENS:
            findings.note("sideways", address, page_checks.sideways(page, [screen]))
            findings.note("ranges", address, page.evaluate(_OVER_THEIR_EDGE))
    assert findings.pages == {"labels": 6 * 2, "sideways": 2 * 4, "ranges": 2 * 4}
    assert findings.summary() == ""


def test_no_page_is_missing(server: str, games: dict[str, RunningGame], tmp_path: Path) -> None:
    site = create_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    match = site.url_map.bind("localhost").match
    visited = {
        match(urlsplit(address).path or "/")[0] for address in every_page(server, games) if "nothing" not in address
    }
    endpoints = {
        rule.endpoint
        for rule in site.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and (module := site.view_functions[rule.endpoint].__module__).endswith("routes")
        and not module.startswith("trexscore.web.clubs.")  # `test_clubs` looks at those
    }
    assert endpoints - visited == NO_PAGES, "Add the address of a new page to tests/support/browser/game_pages.py."
