"""Every page of a filled club, opened once in three languages, measured, printed and checked with axe-core."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.support.accounts import PASSWORD, sign_up
from tests.support.browser.browser import Phones
from tests.support.browser.on_screen import resize
from tests.support.browser.page_checks import Findings, axe_faults, sideways, small_targets, with_axe
from tests.support.clubs.club import SiteClub, new_club, play_game
from trexscore.app import create_app
from trexscore.commands.accounts import find_account_id_and_name
from trexscore.commands.clubs.links import create_club_link
from trexscore.config import Settings

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MODULES = "trexscore.web.clubs."
# Names whose place is too low for the dots under an Arabic letter: without them it is another letter.
_DOTS_CUT_OFF = """() => {
  const pen = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('main [dir="auto"]')].filter((name) => {
    const style = getComputedStyle(name), place = name.getBoundingClientRect();
    if (style.overflowY === 'visible' || !place.height || name.matches('input, textarea, select')) return false;
    pen.font = style.font;
    const { fontBoundingBoxAscent: up, actualBoundingBoxDescent: down } = pen.measureText('\u064a');
    const lines = document.createRange();
    lines.selectNodeContents(name);
    return [...lines.getClientRects()].some((line) => {
      const foot = line.top + up;
      return line.width > 1 && foot <= place.bottom && foot + down > place.bottom + 0.5;
    });
  }).map((name) => `${name.className}: ${name.textContent}`);
}"""
# Ranks whose background must be printed: only it shows who came first.
_FIRST = """() => [...document.querySelectorAll('.rank--first')].map((one) => getComputedStyle(one).printColorAdjust)"""
NAMES = ("Maximiliane von Hohenberg-Lichtenstein", "عبد الرحمن بن خالد الأيوبي", "Jo", "Carine", "أمل")
PAIRS = {"house_rules": {"preset": "standard", "options": {"partnership": True}}, "name": "Pairs"}
NO_PAGES = {
    "club_calendar.download",
    "club_calendar.show",
    "club_calendar.subscribe",
    "club_data.sheet_or_progress",
    "club_data.members",
    "club_data.sheet",
    "club_data.standings",
    "club_file.download",
    "club_file.export_or_progress",
    "club_file.import_result",
    "table_codes.open_table_by_code",
    "transfer_ownership.ask",
    "imports.show",
    "add_game.show",
    "club_games.open",
    "club_games.open_as_referee",
    "tables.start_all_progress",
}
"""Files, redirects, and steps that have their own tests."""


@pytest.fixture(scope="module")
def club(site: Flask) -> tuple[str, list[str]]:
    """The owner and all pages of a club with seasons, a game night with tables, games, a merge and a former member."""
    owner, other = (f"{name}.{uuid.uuid4().hex[:12]}" for name in ("basil", "jo"))
    sign_up(site, owner, "Basil")
    sign_up(site, other, "Jo")
    with site.app_context():
        account, jo = find_account_id_and_name(owner), find_account_id_and_name(other)
        assert account is not None
        assert jo is not None
        made = new_club(account[0], "نادي Trex at Basil’s")
        with_password = made.join("Signs in", "member", jo[0])
        alone = new_club(account[0], "Nobody else signs in here")
        paths = [*_filled(made), f"/c/{made.uid}/members/{with_password}/password", f"/c/{alone.uid}/delete"]
    return owner, paths


def _filled(club: SiteClub) -> Iterator[str]:
    members = [3, *(club.join(name) for name in NAMES)]
    twin, gone = club.join("Joe"), club.join("Gone")
    season, pairs = club.season(), club.season(**PAIRS)
    games = [play_game(seed) for seed in (1, 2, 3)]
    for game in games:
        club.count(game, members[:4])
    paired = play_game(1, partnership=True)
    club.count(paired, members[:4])
    club.withdraw(games[2])
    club.merge(twin, members[3])
    club.add_entry("left", {"member": gone})
    game_night = club.add_entry("evening", {"on": "2026-11-22", "at": "20:30", "place": "Café Central"})
    club.add_entry("arrived", {"evening": game_night, "members": members[:5]})
    drawn = {"method": "random", "seed": 1, "tables": [members[:4]], "sitting_out": [members[4]]}
    club.add_entry("drawn", {"evening": game_night, "behind": 0, **drawn})
    one, other = sorted(members[:4:2])
    screen, invitation = create_club_link(club.id, "screen"), create_club_link(club.id, "join")
    yield from (
        "/clubs",
        "/clubs/new",
        "/clubs/import",
        "/account/data",
        f"/live-board/{screen}",
        f"/join/{invitation}",
    )
    home = f"/c/{club.uid}"
    yield from (home, f"{home}/members/list")
    of_club = ("members", "links", "settings", "history", "game-nights", "game-nights/new", "games", "games/new")
    more = ("data", "requests", "games/import", "ratings", "statistics", "seasons", "seasons/new", "delete")
    yield from (f"{home}/{what}" for what in (*of_club, *more))
    for what in ("", "/merge", "/anonymize"):
        yield f"{home}/members/{members[1]}{what}"
    for what in ("", "/check-in", "/draw", "/edit", "/live-board", "/seats", "/hand-out"):
        yield f"{home}/game-nights/{game_night}{what}"
    for what in ("", "/edit", "/changes", "/adjustments", f"/players/{members[1]}"):
        yield f"{home}/seasons/{season}{what}"
    yield from (f"{home}/seasons/{pairs}", f"{home}/seasons/{pairs}/pairs/{one}-{other}")
    yield from (f"{home}/games/{games[0]}{what}" for what in ("", "/seats", "/exclude"))
    yield from (f"{home}/games/{games[2]}", f"{home}/games/{paired}", f"{home}/pairs/{one}-{other}")
    yield from (f"{home}/players/{members[1]}", f"{home}/players/{members[1]}/opponents")
    yield from (f"{home}/pairs/{one}-{other}/opponents", f"{home}/players/{members[0]}/against/{members[1]}")


def signed_in(page: Page, server: str, username: str) -> Page:
    page.goto(f"{server}/account/sign-in")
    page.fill("[name=identity]", username)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")
    return page


def walked(page: Page, locale: str, server: str, paths: list[str]) -> Findings:
    """The faults on these pages of the club; in English only axe-core runs."""
    found = Findings()
    for path in paths:
        resize(page, 390, 844)
        answer = page.goto(server + path)
        found.note("answers", path, [] if answer and answer.ok else [answer and answer.status])
        if locale != "de-DE":
            found.note("axe", path, axe_faults(page, locale))
        if locale == "en-GB":
            continue
        found.note("small targets", path, small_targets(page, in_club=True))
        if locale == "de-DE":
            # Names look the same in every language; on an Arabic page the canvas uses another font's heights.
            found.note("dots", path, page.evaluate(_DOTS_CUT_OFF))
            page.emulate_media(media="print")
            ranks = page.evaluate(_FIRST)
            page.emulate_media(media="screen")
            found.pages["first ranks"] += bool(ranks)
            found.note("print", path, [adjusted for adjusted in ranks if adjusted != "exact"])
        found.note("sideways", path, sideways(page, [(320, 844, 1), (390, 844, 1)]))
    return found


@pytest.mark.parametrize(
    ("locale", "part"),
    [("ar-JO", slice(0, None, 2)), ("ar-JO", slice(1, None, 2)), ("de-DE", slice(None)), ("en-GB", slice(0, None, 4))],
    ids=["ar, even", "ar, odd", "de, all", "en, every fourth"],
)
def test_pages_fit_and_axe_finds_nothing(
    phones: Phones, server: str, club: tuple[str, list[str]], locale: str, part: slice
) -> None:
    """Targets have 44 pixels, nothing scrolls sideways, dots of names are not cut off, first ranks are printed."""
    page = phones.page(locale=locale, reduced_motion="reduce")
    signed_in(page if locale == "de-DE" else with_axe(page), server, club[0])
    paths = club[1][part]
    found = walked(page, locale, server, paths)
    checks = {
        "ar-JO": ("answers", "axe", "small targets", "sideways"),
        "de-DE": ("answers", "small targets", "sideways", "dots", "print"),
        "en-GB": ("answers", "axe"),
    }
    first_ranks = found.pages.pop("first ranks", 0)
    assert found.pages == dict.fromkeys(checks[locale], len(paths))
    assert found.summary() == ""
    assert first_ranks > 3 or locale != "de-DE", "few pages have a first place"


def test_no_page_is_missing(club: tuple[str, list[str]], tmp_path: Path) -> None:
    site = create_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    match = site.url_map.bind("localhost").match
    seen = {match(urlsplit(path).path)[0] for path in club[1]}
    pages = {
        rule.endpoint
        for rule in site.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and site.view_functions[rule.endpoint].__module__.startswith(MODULES)
    }
    assert pages - seen == NO_PAGES
