"""Every address of clubs and accounts with its permissions, and a club with members of every role."""

import re
import uuid
from functools import cache
from typing import NamedTuple

from flask import Flask

from tests.support.clubs.club import YEAR, play_game
from tests.support.pages import Fields, Phone, Response
from tests.support.people import DAY, PagesClub, new_account, new_club

ROLES = ("owner", "admin", "referee", "scorer", "member", "guest")
OUTSIDERS = ("left", "stranger", "nobody")
PERSONAS = (*ROLES, *OUTSIDERS)
MEMBERS, ADMINS, REFEREES, SCORERS, OWNER = ROLES, ROLES[:2], ROLES[:3], ROLES[:4], ROLES[:1]
ADDRESSES = ("/c/", "/clubs", "/join/", "/live-board/", "/calendar/", "/table/", "/account")


class AddressAccess(NamedTuple):
    """Who may request an address: these roles (others get 403), and outsiders from this visibility of the club on.

    `permitted_statuses` are possible statuses for the roles; `form` is the form that is sent.
    """

    roles: tuple[str, ...]
    shown: str | None = None
    ok: tuple[int, ...] = (200,)
    sent: Fields | None = None


WRITTEN = (303, 400, 422)
CLUB: dict[tuple[str, str], AddressAccess] = {
    ("GET", "/c/<club_uid>"): AddressAccess(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/seasons/<int:number>/adjustments"): AddressAccess(REFEREES),
    ("POST", "/c/<club_uid>/seasons/<int:number>/adjustments"): AddressAccess(
        REFEREES, ok=WRITTEN, sent={"points": "x"}
    ),
    ("POST", "/c/<club_uid>/seasons/<int:number>/adjustments/<int:seq>/undo"): AddressAccess(REFEREES, ok=(404,)),
    ("GET", "/c/<club_uid>/data"): AddressAccess(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/delete"): AddressAccess(OWNER),
    ("POST", "/c/<club_uid>/delete"): AddressAccess(OWNER, ok=(422,), sent={"name": "Trex at the corner"}),
    ("GET", "/c/<club_uid>/game-nights"): AddressAccess(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights"): AddressAccess(SCORERS, ok=WRITTEN, sent={"on": ""}),
    ("GET", "/c/<club_uid>/game-nights.ics"): AddressAccess(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/game-nights/new"): AddressAccess(SCORERS),
    ("GET", "/c/<club_uid>/game-nights/<int:number>"): AddressAccess(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/attendance"): AddressAccess(
        SCORERS, ok=WRITTEN, sent={"selection": "last"}
    ),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/cancel"): AddressAccess(SCORERS, ok=WRITTEN),
    ("GET", "/c/<club_uid>/game-nights/<int:number>/draw"): AddressAccess(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/draw"): AddressAccess(
        SCORERS, ok=WRITTEN, sent={"method": "random"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:number>/edit"): AddressAccess(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/edit"): AddressAccess(SCORERS, ok=WRITTEN, sent={"on": ""}),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/guests"): AddressAccess(SCORERS, ok=WRITTEN, sent={"name": ""}),
    ("GET", "/c/<club_uid>/game-nights/<int:number>/hand-out"): AddressAccess(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/hand-out"): AddressAccess(
        SCORERS, ok=WRITTEN, sent={"board": "show"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:number>/check-in"): AddressAccess(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/check-in"): AddressAccess(
        SCORERS, ok=WRITTEN, sent={"arrived": "999999"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:number>/live-board"): AddressAccess(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/reply"): AddressAccess(
        MEMBERS, ok=WRITTEN, sent={"attending": "maybe"}
    ),
    ("GET", "/c/<club_uid>/game-nights/<int:number>/seats"): AddressAccess(SCORERS),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/seats"): AddressAccess(SCORERS, ok=WRITTEN, sent={"join": "y"}),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/tables/all"): AddressAccess(SCORERS, ok=WRITTEN),
    ("POST", "/c/<club_uid>/game-nights/<int:number>/tables"): AddressAccess(
        SCORERS, ok=WRITTEN, sent={"first_draw": "1", "index_in_draw": "0", "game_number": "1"}
    ),
    ("GET", "/c/<club_uid>/games"): AddressAccess(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/games/import"): AddressAccess(SCORERS),
    ("GET", "/c/<club_uid>/games/new"): AddressAccess(SCORERS),
    ("POST", "/c/<club_uid>/games/new"): AddressAccess(SCORERS, ok=WRITTEN, sent={"link": "x"}),
    ("GET", "/c/<club_uid>/games/from/<token>"): AddressAccess(SCORERS, ok=(404,)),
    ("POST", "/c/<club_uid>/games/from/<token>"): AddressAccess(SCORERS, ok=(404,)),
    ("POST", "/c/<club_uid>/games/<game>/include"): AddressAccess(REFEREES, ok=(404,)),
    ("POST", "/c/<club_uid>/games/<game>/abandon"): AddressAccess(SCORERS, ok=(404,)),
    ("GET", "/c/<club_uid>/games/<game>/open"): AddressAccess(MEMBERS, ok=(404,)),
    ("GET", "/c/<club_uid>/games/<game>/seats"): AddressAccess(SCORERS, ok=(404,)),
    ("POST", "/c/<club_uid>/games/<game>/seats"): AddressAccess(SCORERS, ok=(404,)),
    ("GET", "/c/<club_uid>/games/<game>/referee"): AddressAccess(REFEREES, ok=(404,)),
    ("GET", "/c/<club_uid>/games/<game>/exclude"): AddressAccess(REFEREES, ok=(404,)),
    ("POST", "/c/<club_uid>/games/<game>/exclude"): AddressAccess(REFEREES, ok=(404,)),
    ("GET", "/c/<club_uid>/history"): AddressAccess(ADMINS),
    ("GET", "/c/<club_uid>/links"): AddressAccess(ADMINS),
    ("POST", "/c/<club_uid>/links"): AddressAccess(ADMINS, ok=WRITTEN, sent={"permission": "nothing"}),
    ("POST", "/c/<club_uid>/links/cancel"): AddressAccess(ADMINS, ok=WRITTEN, sent={"token": "x"}),
    ("GET", "/c/<club_uid>/members"): AddressAccess(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/members"): AddressAccess(SCORERS, ok=WRITTEN, sent={"name": "", "role": "member"}),
    ("GET", "/c/<club_uid>/members/list"): AddressAccess(SCORERS),
    ("POST", "/c/<club_uid>/members/list"): AddressAccess(SCORERS, ok=WRITTEN, sent={"names": "", "role": "member"}),
    ("GET", "/c/<club_uid>/members/<int:number>"): AddressAccess(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/members/<int:number>/account/remove"): AddressAccess(ADMINS, ok=WRITTEN),
    ("POST", "/c/<club_uid>/members/<int:number>/unmerge"): AddressAccess(ADMINS, ok=(404,), sent={"entry": "1"}),
    ("GET", "/c/<club_uid>/members/<int:number>/anonymize"): AddressAccess(ADMINS),
    ("POST", "/c/<club_uid>/members/<int:number>/anonymize"): AddressAccess(ADMINS, ok=WRITTEN),
    ("POST", "/c/<club_uid>/members/<int:number>/leave"): AddressAccess(ADMINS, ok=WRITTEN),
    ("GET", "/c/<club_uid>/members/<int:number>/merge"): AddressAccess(ADMINS),
    ("POST", "/c/<club_uid>/members/<int:number>/merge"): AddressAccess(ADMINS, ok=WRITTEN, sent={"into": "999999"}),
    ("POST", "/c/<club_uid>/members/<int:number>/name"): AddressAccess(SCORERS, ok=WRITTEN, sent={"name": ""}),
    ("GET", "/c/<club_uid>/members/<int:number>/transfer"): AddressAccess(OWNER, ok=(404,)),
    ("POST", "/c/<club_uid>/members/<int:number>/transfer"): AddressAccess(OWNER, ok=(404,)),
    ("GET", "/c/<club_uid>/members/<int:number>/password"): AddressAccess(ADMINS, ok=(404,)),
    ("POST", "/c/<club_uid>/members/<int:number>/password"): AddressAccess(ADMINS, ok=(404,)),
    ("POST", "/c/<club_uid>/members/<int:number>/reinstate"): AddressAccess(ADMINS, ok=WRITTEN),
    ("POST", "/c/<club_uid>/members/<int:number>/role"): AddressAccess(ADMINS, ok=WRITTEN, sent={"role": "referee"}),
    ("GET", "/c/<club_uid>/players/<int:number>"): AddressAccess(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/players/<int:number>/opponents"): AddressAccess(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/requests"): AddressAccess(ADMINS),
    ("POST", "/c/<club_uid>/requests"): AddressAccess(ADMINS, ok=WRITTEN, sent={"refuse": "0"}),
    ("GET", "/c/<club_uid>/ratings"): AddressAccess(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/settings"): AddressAccess(ADMINS),
    ("GET", "/c/<club_uid>/statistics"): AddressAccess(MEMBERS, "all"),
    ("POST", "/c/<club_uid>/settings"): AddressAccess(ADMINS, ok=WRITTEN, sent={"name": ""}),
}
"""Transfer of ownership gives 404 here, because the members have no accounts; it has its own tests."""

_SEASON = "/c/<club_uid>/seasons/<int:number>"
_DATA = "/c/<club_uid>/data/<any(csv, json):form>"
_DATA_TABLES = (
    "<any('games', 'deals', 'ratings', 'pair-ratings', 'rating-history', 'evenings', "
    "'statistics', 'head-to-head', 'pair-head-to-head', 'point-differences', 'records'):sheet_name>"
)
_TABLES = "/c/<club_uid>/game-nights/<int:number>/tables"
_IMPORT = "/c/<club_uid>/games/import/<key>"
CLUB |= {
    ("GET", "/c/<club_uid>/seasons"): AddressAccess(MEMBERS, "standings"),
    ("POST", "/c/<club_uid>/seasons"): AddressAccess(ADMINS, ok=WRITTEN, sent={"name": ""}),
    ("GET", "/c/<club_uid>/seasons/new"): AddressAccess(ADMINS),
    ("GET", _SEASON): AddressAccess(MEMBERS, "standings"),
    ("POST", _SEASON): AddressAccess(ADMINS, ok=WRITTEN, sent={"name": ""}),
    ("GET", f"{_SEASON}/edit"): AddressAccess(ADMINS),
    ("POST", f"{_SEASON}/delete"): AddressAccess(ADMINS, ok=WRITTEN),
    ("GET", f"{_SEASON}/changes"): AddressAccess(MEMBERS, "standings"),
    ("GET", f"{_SEASON}/players/<int:member>"): AddressAccess(MEMBERS, "standings"),
    ("GET", f"{_SEASON}/pairs/<int:one>-<int:other>"): AddressAccess(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/games/<uuid:game>"): AddressAccess(MEMBERS, "standings"),
    ("POST", "/c/<club_uid>/games/<game>/links"): AddressAccess(ADMINS, ok=(404,)),
    ("GET", f"{_DATA}/{_DATA_TABLES}"): AddressAccess(MEMBERS, "standings"),
    ("GET", f"{_DATA}/members"): AddressAccess(ADMINS),
    ("GET", f"{_DATA}/standings/<int:season>"): AddressAccess(MEMBERS, "standings"),
    ("GET", "/c/<club_uid>/export"): AddressAccess(ADMINS),
    ("GET", "/c/<club_uid>/export/<key>"): AddressAccess(ADMINS, ok=(404,)),
    ("POST", "/c/<club_uid>/export/<key>"): AddressAccess(ADMINS, ok=(404,)),
    ("GET", f"{_DATA}/{_DATA_TABLES}/<key>"): AddressAccess(MEMBERS, ok=(404,)),
    ("POST", f"{_DATA}/{_DATA_TABLES}/<key>"): AddressAccess(MEMBERS, ok=(404,)),
    ("GET", f"{_TABLES}/all/<key>"): AddressAccess(SCORERS, ok=(404,)),
    ("POST", f"{_TABLES}/all/<key>"): AddressAccess(SCORERS, ok=(404,)),
    ("POST", "/c/<club_uid>/games/import"): AddressAccess(SCORERS, ok=WRITTEN),
    ("GET", _IMPORT): AddressAccess(SCORERS, ok=(404,)),
    ("POST", f"{_IMPORT}/files"): AddressAccess(SCORERS, ok=(404,)),
    ("POST", f"{_IMPORT}/names"): AddressAccess(SCORERS, ok=(404,)),
    ("POST", f"{_IMPORT}/some"): AddressAccess(SCORERS, ok=(404,)),
    ("GET", "/c/<club_uid>/pairs/<int:one>-<int:other>"): AddressAccess(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/pairs/<int:one>-<int:other>/opponents"): AddressAccess(MEMBERS, "all"),
    ("GET", "/c/<club_uid>/players/<int:number>/against/<int:other>"): AddressAccess(MEMBERS, "all"),
}
"""These addresses need a season with counted games of players and pairs."""

SIGNED_IN, ANYBODY = "signed in", "anybody"
OTHER_ADDRESSES: dict[tuple[str, str], str] = {
    ("GET", "/clubs"): ANYBODY,
    ("GET", "/clubs/import"): SIGNED_IN,
    ("POST", "/clubs/import"): SIGNED_IN,
    ("GET", "/clubs/import/<key>"): SIGNED_IN,
    ("POST", "/clubs/import/<key>"): SIGNED_IN,
    ("GET", "/clubs/new"): SIGNED_IN,
    ("POST", "/clubs"): SIGNED_IN,
    ("GET", "/join/<token>"): ANYBODY,
    ("POST", "/join/<token>"): ANYBODY,
    ("GET", "/calendar/<token>.ics"): ANYBODY,
    ("GET", "/calendar/<token>/<int:number>"): ANYBODY,
    ("GET", "/live-board/<token>"): ANYBODY,
    ("GET", "/table/<token>"): ANYBODY,
    ("GET", "/account"): SIGNED_IN,
    ("GET", "/account/data"): SIGNED_IN,
    ("GET", "/account/data.zip"): SIGNED_IN,
    ("GET", "/account/delete"): SIGNED_IN,
    ("POST", "/account/delete"): SIGNED_IN,
    ("GET", "/account/links/<token>"): ANYBODY,
    ("POST", "/account/links/<token>"): ANYBODY,
    ("GET", "/account/name"): SIGNED_IN,
    ("POST", "/account/name"): SIGNED_IN,
    ("GET", "/account/new"): ANYBODY,
    ("POST", "/account/new"): ANYBODY,
    ("GET", "/account/passkeys"): SIGNED_IN,
    ("POST", "/account/passkeys"): SIGNED_IN,
    ("POST", "/account/passkeys/<int:passkey>/removal"): SIGNED_IN,
    ("POST", "/account/passkeys/options"): SIGNED_IN,
    ("GET", "/account/password"): SIGNED_IN,
    ("POST", "/account/password"): SIGNED_IN,
    ("GET", "/account/recover"): ANYBODY,
    ("POST", "/account/recover"): ANYBODY,
    ("POST", "/account/sessions"): SIGNED_IN,
    ("GET", "/account/sign-in"): ANYBODY,
    ("POST", "/account/sign-in"): ANYBODY,
    ("POST", "/account/sign-in/passkey"): ANYBODY,
    ("POST", "/account/sign-in/passkey/options"): ANYBODY,
    ("POST", "/account/sign-out"): ANYBODY,
}
"""Addresses that need an account redirect others to the sign-in page."""


@cache
def shared_club_of_roles(site: Flask, shows: str) -> PagesClub:
    """The same club for all tests of addresses."""
    return club_of_everybody(site, shows)


def club_of_everybody(site: Flask, shows: str) -> PagesClub:
    """A club with members of every role."""
    club = new_club(site, shows)
    club.phones["owner"] = club.owner
    for role in ROLES[1:]:
        club.join(role, role, signs_in=True)
    club.join("left", signs_in=True)
    club.add_entry("left", {"member": club.numbers["left"]})
    club.phones["stranger"], _account = new_account(site, "Stranger")
    club.phones["nobody"] = Phone(site)
    create_season(club)
    create_season(club, "partnership")
    with site.app_context():
        uids = [play_game(1), play_game(7, "partnership")]
    for uid in uids:
        club.add_entry("game", {"uid": uid, "seats": dict(zip("ABCD", four_of(club), strict=True)), "on": DAY})
    return club


def four_of(people: PagesClub) -> list[int]:
    """The four members who have played."""
    return [people.numbers[role] for role in ("admin", "referee", "scorer", "member")]


def create_season(people: PagesClub, preset: str = "standard") -> int:
    """Create another season."""
    name = f"Season {len(people.record.event_types)}"
    return people.add_entry("season", YEAR | {"name": name, "house_rules": {"preset": preset}})


def game_of(people: PagesClub) -> str:
    """The uid of a counted game."""
    return str(next(body["game"]["uid"] for kind, body in people.entries() if kind == "game"))


def game_night_of(people: PagesClub) -> int:
    """The club's first game night that is not cancelled; it is created if there is none."""
    game_nights = people.record.game_nights
    return min(game_nights) if game_nights else people.add_entry("evening", {"on": "2026-11-22"})


def member_to_change(people: PagesClub, method: str) -> int:
    """A member to view or change; for POST a new one."""
    if method == "POST" or "Target" not in people.numbers:
        name = f"Target {len(people.record.members)}" if method == "POST" else "Target"
        return people.join(name)
    return people.numbers["Target"]


def path_of(people: PagesClub, method: str, rule: str) -> str:
    """The address with ids that exist; for POST with a new member and season."""
    path = rule.replace("<club_uid>", people.uid)
    path = path.replace("<game>", "no-such-game").replace("<token>", "no-such-token")
    path = path.replace("<key>", str(uuid.uuid4())).replace("<any(csv, json):form>", "csv")
    path = re.sub(r"<any\('([a-z-]+)'[^>]*>", r"\1", path)
    if "<uuid:game>" in path:
        path = path.replace("<uuid:game>", game_of(people))
    if "season" in path:
        of_players, of_pairs, *_others = sorted(people.record.seasons)
        season = create_season(people) if method == "POST" else of_pairs if "/pairs/" in path else of_players
        path = path.replace("/seasons/<int:number>", f"/seasons/{season}").replace("<int:season>", str(season))
    member, _, partner, _ = four_of(people)  # partners sit across
    path = (
        path.replace("<int:one>", str(member))
        .replace("<int:other>", str(partner))
        .replace("<int:member>", str(partner))
    )
    path = path.replace("<int:seq>", "999999")
    if "/game-nights/<int:number>" in path:
        path = path.replace("<int:number>", str(game_night_of(people)))
    if "<int:number>" in path:
        path = path.replace("<int:number>", str(member_to_change(people, method)))
    assert "<" not in path
    return path


def request_address(people: PagesClub, persona: str, method: str, rule: str, row: AddressAccess) -> Response:
    """Request an address as this persona. New data to change is created only for those with permission."""
    phone = people.phones[persona]
    path = path_of(people, method if persona in row.roles else "GET", rule)
    if method == "GET":
        return phone.get(path, follow=False)
    return phone.post(path, {"csrf_token": phone.token, **(row.sent or {})}, follow=False)
