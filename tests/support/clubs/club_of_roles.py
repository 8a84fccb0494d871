"""A club with members of every role, and requests of its addresses."""

import re
import uuid
from functools import cache

from flask import Flask

from tests.support.clubs.addresses import ROLES, Access
from tests.support.clubs.club import YEAR, play_game
from tests.support.pages import Phone, Response
from tests.support.people import DAY, PagesClub, new_account, new_club


@cache
def shared_club_of_roles(site: Flask, shows: str) -> PagesClub:
    """The same club for all tests of addresses."""
    return create_club_of_roles(site, shows)


def create_club_of_roles(site: Flask, shows: str) -> PagesClub:
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
        club.add_entry("game", {"uid": uid, "seats": dict(zip("ABCD", player_numbers(club), strict=True)), "on": DAY})
    return club


def player_numbers(club: PagesClub) -> list[int]:
    """The four members who have played."""
    return [club.numbers[role] for role in ("admin", "referee", "scorer", "member")]


def create_season(club: PagesClub, preset: str = "standard") -> int:
    """Create another season."""
    name = f"Season {len(club.record.event_type_by_seq)}"
    return club.add_entry("season", YEAR | {"name": name, "house_rules": {"preset": preset}})


def counted_game_uid(club: PagesClub) -> str:
    """The uid of a counted game."""
    return str(next(body["game"]["uid"] for kind, body in club.entries() if kind == "game"))


def game_night_number(club: PagesClub) -> int:
    """The club's first game night that is not cancelled; it is created if there is none."""
    game_nights = club.record.game_nights
    return min(game_nights) if game_nights else club.add_entry("evening", {"on": "2026-11-22"})


def member_to_change(club: PagesClub, method: str) -> int:
    """A member to view or change; for POST a new one."""
    if method == "POST" or "Target" not in club.numbers:
        name = f"Target {len(club.record.members)}" if method == "POST" else "Target"
        return club.join(name)
    return club.numbers["Target"]


def path_of(club: PagesClub, method: str, rule: str) -> str:
    """The address with ids that exist; for POST with a new member and season."""
    path = rule.replace("<club_uid>", club.uid)
    path = path.replace("<game_uid>", "no-such-game").replace("<token>", "no-such-token")
    path = path.replace("<key>", str(uuid.uuid4())).replace("<any(csv, json):file_format>", "csv")
    path = re.sub(r"<any\('([a-z-]+)'[^>]*>", r"\1", path)
    if "<uuid:game_uid>" in path:
        path = path.replace("<uuid:game_uid>", counted_game_uid(club))
    if "season" in path:
        of_players, of_pairs, *_others = sorted(club.record.seasons)
        season = create_season(club) if method == "POST" else of_pairs if "/pairs/" in path else of_players
        path = path.replace("<int:season_number>", str(season))
    if re.search("/(members|players)/<int:member_number>", path) and "/seasons/" not in path:
        path = path.replace("<int:member_number>", str(member_to_change(club, method)))
    member, _, partner, _ = player_numbers(club)  # partners sit across
    path = (
        path.replace("<int:member_number>", str(member))
        .replace("<int:partner_number>", str(partner))
        .replace("<int:opponent_number>", str(partner))
    )
    path = path.replace("<int:seq>", "999999")
    if "<int:night_number>" in path:
        path = path.replace("<int:night_number>", str(game_night_number(club)))
    assert "<" not in path
    return path


def request_address(club: PagesClub, persona: str, method: str, rule: str, row: Access) -> Response:
    """Request an address as this persona. New data to change is created only for those with permission."""
    phone = club.phones[persona]
    path = path_of(club, method if persona in row.roles else "GET", rule)
    if method == "GET":
        return phone.get(path, follow=False)
    return phone.post(path, {"csrf_token": phone.token, **(row.form or {})}, follow=False)
