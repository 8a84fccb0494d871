"""Outsiders see no names of members who have not played, unless the club is fully public."""

import re

import pytest
from flask import Flask

from tests.support.clubs.addresses import CLUB, OUTSIDERS
from tests.support.clubs.club_of_roles import counted_game_uid, path_of, player_numbers
from tests.support.clubs.club_of_roles import shared_club_of_roles as club_of
from trexscore.club.record import VISIBLE_PARTS

ROLES_WITHOUT_GAMES = {"ZZ Guest": "guest", "ZZ Member": "member", "ZZ Former": "member"}
API_PATHS = ("", "/games", "/seasons/{season}", "/members", "/ratings")


@pytest.mark.parametrize("persona", OUTSIDERS)
@pytest.mark.parametrize("shows", VISIBLE_PARTS)
def test_outsiders_read_no_member_without_games(site: Flask, shows: str, persona: str) -> None:
    club = club_of(site, shows)
    for name, role in ROLES_WITHOUT_GAMES.items():
        if name not in club.numbers:
            club.join(name, role)
    if shows != "all" and not club.record.surviving_member(club.numbers["ZZ Former"]).has_left:
        club.add_entry("left", {"member": club.numbers["ZZ Former"]})
    paths = [path_of(club, "GET", rule) for method, rule in CLUB if method == "GET"]
    paths += [f"/api/clubs/{club.uid}{suffix.format(season=min(club.record.seasons))}" for suffix in API_PATHS]
    responses = {path: club.phones[persona].get(path, follow=False) for path in paths}
    revealing_paths = [path for path, response in responses.items() if re.search("ZZ |Target", response.text)]
    assert bool(revealing_paths) == (shows == "all"), revealing_paths
    if shows != "nothing":
        assert responses[club.path("/games")].status == 200


def test_outsiders_filter_games_by_players_only(site: Flask) -> None:
    club = club_of(site, "standings")
    page = club.phones["nobody"].get(club.path("/games"))
    values = [option.attrs["value"] for option in page.root.find_one("select", name="member").find("option")]
    assert {*values} == {"", *map(str, player_numbers(club))}
    assert (
        counted_game_uid(club) in club.phones["nobody"].get(club.path(f"/games?member={player_numbers(club)[0]}")).text
    )
