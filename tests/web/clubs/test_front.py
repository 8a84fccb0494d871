"""A club's first page leads to what is needed now, and a row of the standings to whose it is."""

from flask import Flask

from tests.support.club_rooms import Room, open_room
from tests.support.clubs import played
from tests.support.pages import Answer
from trexscore.actions.clock import today
from trexscore.language import LANGUAGES
from trexscore.web.rendering import isolated, said_in

NEWCOMER = "Begin with the members"


def leads_to(page: Answer, path: str) -> bool:
    return any(link.attrs.get("href") == path for link in page.root.find("a"))


def test_tonights_evening_is_one_tap_from_the_front_for_members_alone(site: Flask) -> None:
    room = open_room(site, "standings")
    with room.inside() as club:
        room.evening = club.say("evening", {"on": today().isoformat(), "place": "Café Central"})
    assert [leads_to(one.get(room.in_club()), room.path()) for one in room.everybody.values()] == [True] * 3 + [False]


def test_only_who_leads_a_club_without_a_season_is_told_how_it_begins(room: Room) -> None:
    assert NEWCOMER not in room.owner.get(room.in_club()).text
    with room.inside() as club:
        club.say("take_back", room.season)
    assert NEWCOMER in room.owner.get(room.in_club()).text
    assert NEWCOMER not in room.member.get(room.in_club()).text


def test_a_row_leads_to_its_players_page_whoever_may_see_it(site: Flask) -> None:
    room = open_room(site, "standings")
    with room.inside() as club:
        club.count(played(), [club.members[name] for name in ("Basil", "Carine", "Dani", "Elias")])
    row, player = room.in_club(f"/seasons/{room.season}/players/3"), room.in_club("/players/3")
    assert leads_to(room.member.get(row), player)
    assert room.stranger.get(row).status == 200
    assert not leads_to(room.stranger.get(row), player)
    assert room.stranger.get(player).status == 404


def test_a_list_of_names_runs_as_the_sentence_does() -> None:
    names = f"{isolated('Amal')}، {isolated('باسل')}"
    assert said_in(LANGUAGES["ar"], "with %(names)s", names=names) == f"مع {names}"
    assert said_in(LANGUAGES["ar"], "with %(names)s", names="Amal") == f"مع {isolated('Amal')}"
