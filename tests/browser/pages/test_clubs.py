"""Every page of a club with data, measured, printed and checked with axe-core in three languages."""

import uuid
from collections.abc import Mapping

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.support.accounts import PASSWORD, sign_up
from tests.support.browser.browser import Phones
from tests.support.browser.on_screen import broken_words, resize
from tests.support.browser.page_checks import Findings, axe_faults, screens_scrolling_sideways, small_targets, with_axe
from tests.support.clubs.club import SiteClub, new_club, play_game
from trexscore.commands.accounts import find_account_id_and_name
from trexscore.commands.clubs.links import create_club_link

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MODULES = "trexscore.web.clubs."
# Names whose box cuts off the dots below an Arabic letter, which turns it into another letter.
_DOTS_CUT_OFF = """() => {
  const canvas = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('main [dir="auto"]')].filter((name) => {
    const style = getComputedStyle(name), box = name.getBoundingClientRect();
    if (style.overflowY === 'visible' || !box.height || name.matches('input, textarea, select')) return false;
    canvas.font = style.font;
    const { fontBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = canvas.measureText('\u064a');
    const lines = document.createRange();
    lines.selectNodeContents(name);
    return [...lines.getClientRects()].some((line) => {
      const baseline = line.top + ascent;
      return line.width > 1 && baseline <= box.bottom && baseline + descent > box.bottom + 0.5;
    });
  }).map((name) => `${name.className}: ${name.textContent}`);
}"""
_CONTROLS = ".button, .bar, [type=search], .row .is-directional, nav.rows--after, .expandable > summary"
_VISIBLE_CONTROLS = f"""() => [...document.querySelectorAll('{_CONTROLS}')]
    .filter((control) => control.checkVisibility()).map((control) => control.outerHTML)"""
# The background of a first rank must be printed: nothing else marks it.
_FIRST_RANKS = (
    """() => [...document.querySelectorAll('.rank--first')].map((rank) => getComputedStyle(rank).printColorAdjust)"""
)
NAMES = ("Maximiliane von Hohenberg-Lichtenstein", "عبد الرحمن بن خالد الأيوبي", "Jo", "Carine", "أمل")
PAIRS = {"house_rules": {"preset": "standard", "options": {"partnership": True}}, "name": "Pairs"}
NOT_CHECKED = {
    "club_calendar.download",
    "club_calendar.redirect_to_night",
    "club_calendar.subscribe",
    "club_data.dataset_or_progress",
    "club_data.download_members",
    "club_data.download_dataset",
    "club_data.download_standings",
    "club_file.download",
    "club_file.export_or_progress",
    "club_file.import_result_or_progress",
    "table_codes.open_table_by_code",
    "transfer_ownership.ask",
    "imports.show",
    "add_game.match_players",
    "club_games.open_game",
    "club_games.open_as_referee",
    "tables.start_all_progress",
}
"""Endpoints without a page to check: files, redirects, and steps that have their own tests."""


@pytest.fixture(scope="module")
def club(site: Flask) -> tuple[str, list[str]]:
    """The owner's username and all paths of a club with seasons, tables, games, a merge and a former member."""
    owner, other_username = (f"{name}.{uuid.uuid4().hex[:12]}" for name in ("basil", "jo"))
    sign_up(site, owner, "Basil")
    sign_up(site, other_username, "Jo")
    with site.app_context():
        account, jo = find_account_id_and_name(owner), find_account_id_and_name(other_username)
        assert account is not None
        assert jo is not None
        site_club = new_club(account[0], "نادي Trex at Basil’s")
        with_password = site_club.join("Signs in", "member", jo[0])
        own_club = new_club(account[0], "Nobody else signs in here")
        value_by_part, more_paths = _fill_club(site_club)
        value_by_part = {"<int:member_number>/password": f"{with_password}/password", **value_by_part}
        paths = [_path(rule, value_by_part) for rule in _rules_by_endpoint(site).values()]
        return owner, [*paths, *more_paths, f"/c/{own_club.uid}/delete"]


def _rules_by_endpoint(site: Flask) -> dict[str, str]:
    """Every page of clubs: its rule by its endpoint."""
    return {
        rule.endpoint: rule.rule
        for rule in site.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and rule.endpoint not in NOT_CHECKED
        and site.view_functions[rule.endpoint].__module__.startswith(MODULES)
    }


def _path(rule: str, value_by_part: Mapping[str, object]) -> str:
    """The rule with values for its variables."""
    for part, value in value_by_part.items():
        rule = rule.replace(part, str(value))
    assert "<" not in rule, "Add a value to _fill_club."
    return rule


def _fill_club(club: SiteClub) -> tuple[dict[str, object], list[str]]:
    """Add data to a club. Returns values for parts of rules, the longest parts first, and paths of further pages."""
    members = [3, *(club.join(name) for name in NAMES)]
    twin, former_member = club.join("Joe"), club.join("Gone")
    season, pairs = club.create_season(), club.create_season(**PAIRS)
    games = [play_game(seed) for seed in (1, 2, 3)]
    for game in games:
        club.count_game(game, members[:4])
    pair_game = play_game(1, partnership=True)
    club.count_game(pair_game, members[:4])
    club.exclude_game(games[2])
    club.merge_members(twin, members[3])
    club.add_entry("left", {"member": former_member})
    game_night = club.add_entry("evening", {"on": "2026-11-22", "at": "20:30", "place": "Café Central"})
    club.add_entry("arrived", {"evening": game_night, "members": members[:5]})
    drawn = {"method": "random", "seed": 1, "tables": [members[:4]], "sitting_out": [members[4]]}
    club.add_entry("drawn", {"evening": game_night, "behind": 0, **drawn})
    member, partner = sorted(members[:4:2])
    value_by_part = {
        "/seasons/<int:season_number>/pairs/": f"/seasons/{pairs}/pairs/",
        "<int:member_number>-<int:partner_number>": f"{member}-{partner}",
        "<int:member_number>/against/<int:opponent_number>": f"{members[0]}/against/{members[1]}",
        "/live-board/<token>": f"/live-board/{create_club_link(club.id, 'screen')}",
        "/join/<token>": f"/join/{create_club_link(club.id, 'join')}",
        "<club_uid>": club.uid,
        "<int:season_number>": season,
        "<int:member_number>": members[1],
        "<int:night_number>": game_night,
        "<uuid:game_uid>": games[0],
        "<game_uid>": games[0],
    }
    more_pages = (f"seasons/{pairs}", f"games/{games[2]}", f"games/{pair_game}")
    return value_by_part, ["/account/data", *(f"/c/{club.uid}/{page}" for page in more_pages)]


def signed_in(page: Page, server: str, username: str) -> Page:
    page.goto(f"{server}/account/sign-in")
    page.fill("[name=identity]", username)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")
    return page


def audit(page: Page, locale: str, server: str, paths: list[str]) -> Findings:
    """The faults on these pages. In English only axe-core runs."""
    findings = Findings()
    for path in paths:
        resize(page, 390, 844)
        response = page.goto(server + path)
        findings.add("answers", path, [] if response and response.ok else [response and response.status])
        if locale != "de-DE":
            findings.add("axe", path, axe_faults(page, locale))
        if locale == "en-GB":
            continue
        findings.add("small targets", path, small_targets(page, in_club=True))
        if locale == "de-DE":
            # Names look the same in every language, but on Arabic pages the canvas measures another font.
            findings.add("dots", path, page.evaluate(_DOTS_CUT_OFF))
            findings.add("words", path, broken_words(page, ".top__title, .head-to-head-table thead th"))
            page.emulate_media(media="print")
            ranks = page.evaluate(_FIRST_RANKS)
            controls = page.evaluate(_VISIBLE_CONTROLS)
            page.emulate_media(media="screen")
            findings.pages["first ranks"] += bool(ranks)
            findings.add("print", path, [*controls, *(adjusted for adjusted in ranks if adjusted != "exact")])
        findings.add("sideways", path, screens_scrolling_sideways(page, [(320, 844, 1), (390, 844, 1)]))
    return findings


@pytest.mark.parametrize(
    ("locale", "part"),
    [("ar-JO", slice(0, None, 2)), ("ar-JO", slice(1, None, 2)), ("de-DE", slice(None)), ("en-GB", slice(0, None, 4))],
    ids=["ar, even", "ar, odd", "de, all", "en, every fourth"],
)
def test_pages_fit_and_axe_finds_nothing(
    phones: Phones, server: str, club: tuple[str, list[str]], locale: str, part: slice
) -> None:
    """Targets measure 44 pixels, nothing scrolls sideways, and dots of names are visible.

    First ranks are printed; buttons, search and links to other pages are not.
    """
    page = phones.page(locale=locale, reduced_motion="reduce")
    signed_in(page if locale == "de-DE" else with_axe(page), server, club[0])
    paths = club[1][part]
    findings = audit(page, locale, server, paths)
    checks = {
        "ar-JO": ("answers", "axe", "small targets", "sideways"),
        "de-DE": ("answers", "small targets", "sideways", "dots", "words", "print"),
        "en-GB": ("answers", "axe"),
    }
    first_ranks = findings.pages.pop("first ranks", 0)
    assert findings.pages == dict.fromkeys(checks[locale], len(paths))
    assert findings.summary() == ""
    assert first_ranks > 3 or locale != "de-DE", "too few pages have a first rank"


def test_exceptions_are_known_endpoints(site: Flask) -> None:
    assert site.view_functions.keys() >= NOT_CHECKED
