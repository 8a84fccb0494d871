"""Every page as axe-core sees it, in every language, by day and by night."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

from tests.rules.test_tie_break import tied_file
from tests.support.browser.browser import LOCALES, Phones
from tests.support.browser.finger import Finger
from tests.support.server.running import ARABIC_NAMES, RunningGame, start_game
from tests.support.tables import Json
from tests.support.whole_games import whole_game
from trexscore.app import create_app
from trexscore.config import Settings

pytestmark = pytest.mark.browser

WITH_NIGHT = ("ar-JO",)
"""Colours hang on no language: the page that is read from right to left is looked at by night, too."""
DEALS = ["king_of_hearts", "queens", "diamonds", "collections", "trex"]
DOUBLED = {"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "B"}}}
FRONT = (
    "/games",
    "/games/new",
    "/games/file",
    "/open",
    "/settings",
    "/rules",
    "/paper",
    "/print/blank",
    "/nothing-here",
)
NO_PAGES = {
    "deals.announce",  # leads to the form of the deal
    "game_file.download",
    "installed.manifest",
    "installed.start",
    "journal.download",
    "phone.file",
    "phone.reader",
    "phone.versions",
    "phone.worker",
    # the page of a job, while it runs and when it is done: `tests/web/test_jobs.py`, `test_paper.py`
    "paper.found",
    "paper.found_of_game",
    "totals.found",
    # looked at by somebody who is signed in
    "account_data.download",
    "account_data.show",
    "account.edit_name",
    "account.edit_password",
    "account.show",
    "leaving.ask",
    "new_account.show_link",
    "passkeys.show",
}
"""Files, and addresses that lead on; what the phone draws by itself is looked at where it does."""
BY_DAY: dict[str, object] = {"resultTypes": ["violations"]}
BY_NIGHT: dict[str, object] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


@pytest.fixture(scope="module")
def games(server: str) -> dict[str, RunningGame]:
    whole = whole_game("standard", 5, ARABIC_NAMES)
    announced = start_game(server)
    announced.enter(DOUBLED)
    asking = start_game(server, deals=[], house_rules={"preset": "standard", "options": {"next_king": "agreed"}})
    for deal in whole["deals"][:5]:
        asking.enter(deal)
    return {
        "disputed": _disputed(server),
        "fresh": start_game(server),
        "running": start_game(server, players=ARABIC_NAMES, deals=whole["deals"][:12]),
        "finished": start_game(server, players=ARABIC_NAMES, deals=whole["deals"]),
        "announced": announced,
        "complex": start_game(server, "complex_partnership"),
        "combination": start_game(server, "combination"),
        "tied": start_game(server, **tied_file()),
        "asking": asking,
    }


def _disputed(server: str) -> RunningGame:
    """A game in which a deal was put right, a kingdom agreed on, and something else is disputed."""
    game = start_game(server, deals=whole_game("denexa", 5)["deals"][:8], house_rules={"preset": "denexa"})
    king = game.deals[0]
    game.enter({"corrected": {"reason": "counted again", "changes": [{"seq": 6, "entry": _taken_by(king, "D")}]}})
    (kingdom,) = game.state["agreements"]
    game.enter({"agreed": {"kingdom": "A", "seat": "A", "digest": kingdom["digest"]}})
    proposed = [{"seq": 6, "entry": _taken_by(king, "C")}]
    game.enter({"disputed": {"seat": "B", "about": 6, "reason": "it was Carine", "changes": proposed}})
    game.enter({"answered": {"dispute": 16, "seat": "D", "agrees": False}})
    return game


def _taken_by(deal: Json, seat: str) -> Json:
    return {**deal, "captures": {"king_of_hearts": {"taken_by": seat}}}


def addresses(server: str, games: dict[str, RunningGame]) -> Iterator[str]:
    """Every page at least once; the table in each of its states."""
    yield from every_page(server, games)
    for game in games.values():
        yield game.page()
    yield games["running"].page(token=games["running"].read)
    yield games["complex"].deal_page("king_of_hearts", "queens", "diamonds", "collections")
    yield games["finished"].page("/sheet")


def every_page(server: str, games: dict[str, RunningGame]) -> Iterator[str]:
    yield server
    yield from (f"{server}{path}" for path in FRONT)
    yield from (f"{server}/account/{path}" for path in ("sign-in", "new", "recover"))
    yield games["running"].page()
    yield games["running"].page("/here")
    for what in (
        "/sheet",
        "/links",
        "/links?link=scorer",
        "/links/players",
        "/links/replacement?link=owner",
        "/phone",
        "/house-rules",
        "/terms",
        "/rules",
        "/menu",
        "/flat",
        "/abandon",
        "/corrections/game",
        "/voids/new",
        "/adjustments/new",
        "/paper",
    ):
        yield games["running"].page(what)
    for what in (
        "/result",
        "/agreement",
        "/line",
        "/what-if",
        "/what-if?preset=howto_quadruple&signs=reversed&partnership=yes",
    ):
        yield games["finished"].page(what)
    changes = quote(json.dumps([{"seq": 7, "entry": None}]))
    for what in ("/deals/6", "/deals/6/wrong", "/deals/6/correct", f"/corrections/new?changes={changes}"):
        yield games["disputed"].page(what)
    agreed_late = quote(json.dumps([{"house_rules": {"preset": "standard", "options": {"diamond_points": 15}}}]))
    for what in (
        "game",
        "names",
        "seats",
        "house-rules",
        "missing",
        "missing/entry?contracts=void",
        f"new?changes={agreed_late}",
    ):
        yield games["disputed"].page(f"/corrections/{what}")
    for what in (
        "/why",
        "/why/A",
        "/kingdoms/A",
        "/kingdoms/A/king",
        "/agreement",
        "/deals/6/note",
        "/journal",
        "/disputes",
        "/seal?seal=ABCDE-12345",
    ):
        yield games["disputed"].page(what)
    for what in ("/print", "/print/blank"):
        yield games["disputed"].page(what)
    yield games["fresh"].page("/first-king")
    yield games["fresh"].page("/deletion")
    yield games["tied"].page("/tie-break")
    yield games["fresh"].page("/totals?A=-25&B=-25&C=-50&D=0")
    yield from (games["fresh"].deal_page(contract) for contract in DEALS)


_FOUND = """async (options) => (await axe.run(options)).violations.flatMap(({id, nodes}) =>
  nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`))"""
"""What axe-core has to say, a line for each element. All else that it tells takes longer to bring here than to find."""


def looked_at(page: Page) -> Page:
    """With axe-core on each of its pages."""
    page.add_init_script(path=AXE_FILE_PATH)
    return page


def by_day_and_by_night(page: Page, locale: str) -> list[str]:
    """By night nothing changes but colours, and those hang on the script, not on the language."""
    page.emulate_media(color_scheme="light")
    found = page.evaluate(_FOUND, BY_DAY)
    if locale in WITH_NIGHT:
        page.emulate_media(color_scheme="dark")
        found += [f"night: {line}" for line in page.evaluate(_FOUND, BY_NIGHT)]
    return [f"{page.url}: {line}" for line in found]


def looked_at_in(locale: str, server: str, games: dict[str, RunningGame]) -> Iterator[str]:
    """Pages are built alike in every language: all of them, in all states, are looked at from right to left.

    Of the other languages only words can differ, and those are long or short: the pages with most words will do.
    """
    if locale == "ar-JO":
        return addresses(server, games)
    return iter((server, games["running"].page(), games["disputed"].page("/deals/6")))


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_axe_finds_nothing_on_any_page(phones: Phones, server: str, games: dict[str, RunningGame], locale: str) -> None:
    page = looked_at(phones.page(locale=locale, reduced_motion="reduce"))
    found: list[str] = []
    for address in looked_at_in(locale, server, games):
        page.goto(address)
        found += by_day_and_by_night(page, locale)
    assert found == []


def test_no_page_is_forgotten(server: str, games: dict[str, RunningGame], tmp_path: Path) -> None:
    site = create_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    match = site.url_map.bind("localhost").match
    seen = {
        match(urlsplit(address).path or "/")[0] for address in every_page(server, games) if "nothing" not in address
    }
    pages = {
        rule.endpoint
        for rule in site.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and (module := site.view_functions[rule.endpoint].__module__).endswith("routes")
        and not module.startswith("trexscore.web.clubs.")  # `test_club_pages` looks at those
    }
    assert pages - seen == NO_PAGES


@pytest.mark.parametrize("size", [(390, 844), (412, 823), (360, 740)])
def test_on_the_result_nothing_to_be_tapped_lies_half_under_something_else(
    phones: Phones, games: dict[str, RunningGame], size: tuple[int, int]
) -> None:
    page = looked_at(phones.page(viewport={"width": size[0], "height": size[1]}))
    page.goto(games["finished"].page("/result"))
    sizes = {"runOnly": {"type": "rule", "values": ["target-size"]}, "rules": {"target-size": {"enabled": True}}}
    assert page.evaluate(_FOUND, sizes) == []


def test_axe_finds_nothing_in_the_middle_of_a_deal(phones: Phones, games: dict[str, RunningGame]) -> None:
    locale = "ar-JO"
    page = looked_at(phones.page(locale=locale, reduced_motion="reduce"))
    finger = Finger(page)
    game = games["fresh"]
    taken = {suit: {"taken_by": "B"} for suit in ("hearts", "spades", "diamonds", "clubs")}
    page.goto(game.deal_page("queens"))
    finger.tap("[data-step][data-current] [data-substep='taker'] .oct__tap")
    found = by_day_and_by_night(page, locale)
    finger.tap("[data-step][data-current] [data-substep='holder'] [data-side='C'] .side__in")
    finger.tell({"queens": taken})
    found += by_day_and_by_night(page, locale)
    page.goto(game.deal_page("diamonds"))
    finger.tap('[data-key="6"]')
    found += by_day_and_by_night(page, locale)
    page.goto(game.deal_page("trex"))
    finger.tap('[data-trex-seat="A"] .side__in')
    found += by_day_and_by_night(page, locale)
    assert found == []


def test_axe_finds_nothing_where_something_is_wrong(phones: Phones, games: dict[str, RunningGame]) -> None:
    locale = "ar-JO"
    page = looked_at(phones.page(locale=locale, reduced_motion="reduce"))
    found: list[str] = []
    for contract in DEALS:
        page.goto(games["fresh"].deal_page(contract))
        page.locator("form[data-deal]").evaluate("form => form.submit()")  # past the script, as without one
        page.get_by_role("alert").wait_for()
        found += by_day_and_by_night(page, locale)
    assert found == []
