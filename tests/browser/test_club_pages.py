"""Every page of a lived-in club: as axe-core sees it, and whether it fits a phone."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.test_accessible import by_day_and_by_night, looked_at
from tests.browser.test_fit import TOO_SMALL
from tests.support.accounts import PASSWORD, sign_up
from tests.support.browser.browser import Phones
from tests.support.clubs.club import ClubHere, found, played
from tests.support.server.server import LiveServer
from tests.support.sites import site_in
from trexscore.app import create_app
from trexscore.commands.accounts import account_called
from trexscore.commands.clubs.links import give_link
from trexscore.config import Settings

pytestmark = pytest.mark.browser
FOR_A_FINGER = TOO_SMALL.replace(": each;", ": each.matches('.why-of') ? each.offsetParent : each;", 1).replace(
    "!each.matches('.skip')", "!each.matches('.skip, [aria-hidden=true]')"
)
"""A row whose link covers all of it is as large as it is; what nobody is told of is tapped by nobody."""
# Names whose place is too low for the dots under an Arabic letter: without them it is another letter.
DOTS_CUT_OFF = """() => {
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
NAMES = ("Maximiliane von Hohenberg-Lichtenstein", "عبد الرحمن بن خالد الأيوبي", "Jo", "Carine", "أمل")
PAIRS = {"house_rules": {"preset": "standard", "options": {"partnership": True}}, "name": "Pairs"}
NO_PAGES = {
    "club_calendar.download",
    "club_calendar.show",
    "club_calendar.subscribe",
    "club_data.evenings",
    "club_data.games",
    "club_data.made",
    "club_data.members",
    "club_data.ratings",
    "club_data.standings",
    "club_data.statistics",
    "club_file.download",
    "club_file.exported",
    "club_file.imported",
    "hand_out.by_code",
    "handing_over.ask",
    "bring_games.show",
    "bringing.show",
    "club_games.open",
    "club_games.rule",
    "tables.all_started",
}
"""Files, addresses that lead on, and steps that are looked at in tests of their own."""


@dataclass
class LivedIn:
    url: str
    paths: list[str]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LivedIn]:
    """Served, with two seasons, an evening whose tables are drawn, games, a merge and somebody who has left."""
    server = LiveServer(tmp_path_factory.mktemp("club") / "data")
    server.start()
    with site_in(server.data_folder) as site:
        sign_up(site, "basil", "Basil")
        sign_up(site, "jo", "Jo")
        with site.app_context():
            account, jo = account_called("basil"), account_called("jo")
            assert account is not None
            assert jo is not None
            made = found(account[0], "نادي Trex at Basil’s")
            with_password = made.join("Signs in", "member", jo[0])
            alone = found(account[0], "Nobody else signs in here")
            paths = [*_filled(made), f"/c/{made.uid}/members/{with_password}/password", f"/c/{alone.uid}/dissolved"]
    try:
        yield LivedIn(server.url, paths)
    finally:
        server.stop()


def _filled(club: ClubHere) -> Iterator[str]:
    members = [3, *(club.join(name) for name in NAMES)]
    twin, gone = club.join("Joe"), club.join("Gone")
    season, pairs = club.season(), club.season(**PAIRS)
    games = [played(seed) for seed in (1, 2, 3)]
    for game in games:
        club.count(game, members[:4])
    paired = played(1, partnership=True)
    club.count(paired, members[:4])
    club.withdraw(games[2])
    club.merge(twin, members[3])
    club.say("left", {"member": gone})
    evening = club.say("evening", {"on": "2026-11-22", "at": "20:30", "place": "Café Central"})
    club.say("arrived", {"evening": evening, "members": members[:5]})
    drawn = {"method": "random", "seed": 1, "tables": [members[:4]], "sitting_out": [members[4]]}
    club.say("drawn", {"evening": evening, "behind": 0, **drawn})
    one, other = sorted(members[:4:2])
    screen, invitation = give_link(club.id, "screen"), give_link(club.id, "join")
    yield from ("/clubs", "/clubs/new", "/clubs/import", "/account/data", f"/screen/{screen}", f"/join/{invitation}")
    home = f"/c/{club.uid}"
    yield from (home, f"{home}/members/list")
    of_club = ("members", "links", "settings", "journal", "evenings", "evenings/new", "games", "games/new", "data")
    more = ("requests", "games/import", "ratings", "statistics", "seasons", "seasons/new", "dissolved")
    yield from (f"{home}/{what}" for what in (*of_club, *more))
    for what in ("", "/merged", "/erased"):
        yield f"{home}/members/{members[1]}{what}"
    for what in ("", "/here", "/draw", "/edit", "/screen", "/seats", "/hand-out"):
        yield f"{home}/evenings/{evening}{what}"
    for what in ("", "/edit", "/changes", "/adjustments", f"/players/{members[1]}"):
        yield f"{home}/seasons/{season}{what}"
    yield from (f"{home}/seasons/{pairs}", f"{home}/seasons/{pairs}/pairs/{one}-{other}")
    yield from (f"{home}/games/{games[0]}{what}" for what in ("", "/seats", "/withdrawn"))
    yield from (f"{home}/games/{games[2]}", f"{home}/games/{paired}", f"{home}/pairs/{one}-{other}")
    yield from (f"{home}/players/{members[1]}", f"{home}/players/{members[1]}/opponents")
    yield from (f"{home}/pairs/{one}-{other}/opponents", f"{home}/players/{members[0]}/against/{members[1]}")


def signed_in(page: Page, club: LivedIn) -> Page:
    page.goto(f"{club.url}/account/sign-in")
    page.fill("[name=identity]", "basil")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")
    return page


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["ar-JO", "en-GB"])
def test_axe_finds_nothing_on_any_page_of_a_club(phones: Phones, club: LivedIn, locale: str) -> None:
    page = signed_in(looked_at(phones.page(locale=locale, reduced_motion="reduce")), club)
    found_: list[str] = []
    for path in club.paths if locale == "ar-JO" else club.paths[::4]:
        answer = page.goto(club.url + path)
        assert answer is not None
        assert answer.ok, path
        found_ += by_day_and_by_night(page, locale)
    assert found_ == []


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["ar-JO", "de-DE"])
def test_pages_of_a_club_fit_a_phone_and_its_finger_to_the_last_dot(phones: Phones, club: LivedIn, locale: str) -> None:
    page = signed_in(phones.page(locale=locale, reduced_motion="reduce"), club)
    wrong: list[tuple[object, ...]] = []
    for path in club.paths:
        page.goto(club.url + path)
        wrong += [(path, small) for small in page.evaluate(FOR_A_FINGER)]
        # Names stand alike in every language; in an Arabic page the canvas takes its heights from another font.
        wrong += [(path, name) for name in page.evaluate(DOTS_CUT_OFF)] if locale == "de-DE" else []
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            needed: int = page.evaluate("document.documentElement.scrollWidth")
            wrong += [(path, width, needed)] if needed > width else []
    assert wrong == []


def test_who_came_first_can_be_read_on_paper_on_which_no_ground_is_printed(phones: Phones, club: LivedIn) -> None:
    page = signed_in(phones.page(), club)
    page.emulate_media(media="print")
    faint = "() => [...document.querySelectorAll('.rank--first')].map((one) => getComputedStyle(one).printColorAdjust)"
    found_ = {}
    for path in club.paths:
        page.goto(club.url + path)
        found_[path] = set(page.evaluate(faint))
    assert {path for path, adjusted in found_.items() if adjusted - {"exact"}} == set()
    assert sum(map(bool, found_.values())) > 3, "few pages have a first place"


def test_no_page_of_a_club_is_forgotten(club: LivedIn, tmp_path: Path) -> None:
    site = create_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    match = site.url_map.bind("localhost").match
    seen = {match(urlsplit(path).path)[0] for path in club.paths}
    pages = {
        rule.endpoint
        for rule in site.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and site.view_functions[rule.endpoint].__module__.startswith("trexscore.web.clubs.")
    }
    assert pages - seen == NO_PAGES
