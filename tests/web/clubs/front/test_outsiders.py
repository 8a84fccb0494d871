"""Outsiders read no name of a member who has not played, unless the club shows everything."""

import re

import pytest
from flask import Flask

from tests.support.clubs.addresses import CLUB, OUTSIDERS, four_of, game_of, path_of
from tests.support.clubs.addresses import shared_club_of_roles as club_of
from trexscore.club.record import VISIBLE_PARTS

ABSENT = {"ZZ Guest": "guest", "ZZ Member": "member", "ZZ Former": "member"}
API = ("", "/games", "/seasons/{season}", "/members", "/ratings")


@pytest.mark.parametrize("who", OUTSIDERS)
@pytest.mark.parametrize("shows", VISIBLE_PARTS)
def test_outsiders_read_no_member_without_games(site: Flask, shows: str, who: str) -> None:
    people = club_of(site, shows)
    for name, role in ABSENT.items():
        if name not in people.numbers:
            people.join(name, role)
    if shows != "all" and not people.record.current_member(people.numbers["ZZ Former"]).left:
        people.add_entry("left", {"member": people.numbers["ZZ Former"]})
    paths = [path_of(people, "GET", rule) for method, rule in CLUB if method == "GET"]
    paths += [f"/api/clubs/{people.uid}{rest.format(season=min(people.record.seasons))}" for rest in API]
    read = {path: people.phones[who].get(path, follow=False) for path in paths}
    telling = [path for path, answer in read.items() if re.search("ZZ |Target", answer.text)]
    assert bool(telling) == (shows == "all"), telling
    if shows != "nothing":
        assert read[people.path("/games")].status == 200


def test_outsiders_filter_games_by_players_only(site: Flask) -> None:
    people = club_of(site, "standings")
    page = people.phones["nobody"].get(people.path("/games"))
    offered = [option.attrs["value"] for option in page.root.one("select", name="member").find("option")]
    assert {*offered} == {"", *map(str, four_of(people))}
    assert game_of(people) in people.phones["nobody"].get(people.path(f"/games?member={four_of(people)[0]}")).text
