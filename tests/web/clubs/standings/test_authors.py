"""Entries in a club’s game carry the name of the signed-in member who made them."""

import json
from dataclasses import replace
from urllib.parse import quote

from tests.support.clubs.club import game_id, record
from tests.support.clubs.rooms import PlayedTable, Room, play_a_table, table
from tests.support.pages import Phone
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.db.tokens import read_unseated_tokens


def author(room: Room, played: PlayedTable) -> str | None:
    """Of the last entry."""
    with room.inside():
        last = GAMES.read_entries(db.session(), game_id(played.uid))[-1]
        return last.author


def correct_a_deal(room: Room, phone: Phone, played: PlayedTable) -> None:
    with room.inside():
        deal = next(one for one in record(played.uid).counted if "tricks" in one.body["captures"])
    tricks = deal.body["captures"]["tricks"]
    turned = dict(zip("ABCD", reversed(list(tricks.values())), strict=True))
    change = {"seq": deal.seq, "entry": deal.body | {"captures": {"tricks": turned}}}
    page = phone.get(played.path("write", f"/corrections/new?changes={quote(json.dumps([change]))}"))
    answer = phone.send(page, played.path("write", "/corrections"), usual="counted")
    assert answer.status == 200, answer.problems


def test_correction_names_its_member(room: Room) -> None:
    played = play_a_table(room)
    correct_a_deal(room, room.scorer, played)
    assert author(room, played) == "Carine"


def test_author_is_the_member_not_the_phone(room: Room) -> None:
    played = play_a_table(room)
    room.owner.client.set_cookie("phone", "Somebody")
    correct_a_deal(room, room.owner, played)
    assert author(room, played) == "Basil"


def test_author_outside_the_club_is_the_phone(room: Room) -> None:
    played = play_a_table(room)
    room.stranger.client.set_cookie("phone", "Nadia")
    correct_a_deal(room, room.stranger, played)
    assert author(room, played) == "Nadia"


def test_author_has_left_the_club(room: Room) -> None:
    played = play_a_table(room)
    with room.inside() as club:
        club.say("left", {"member": club.members["Carine"]})
        renewed = read_unseated_tokens(db.session(), game_id(played.uid))
    correct_a_deal(room, room.scorer, replace(played, links={str(right): token for right, token in renewed.items()}))
    assert author(room, played) is None


def test_sign_off_names_its_member(room: Room) -> None:
    played = play_a_table(room, agreed=True)
    page = room.member.get(played.path("write", "/sign-off"))
    room.member.send(page, played.path("write", "/sign-off"), seat="A")
    assert author(room, played) == "Dani"


def test_change_log_names_who_corrected(room: Room) -> None:
    played = play_a_table(room)
    correct_a_deal(room, room.scorer, played)
    for phone, is_told in ((room.member, True), (room.owner, True)):
        last = table(room, phone, "/changes").root.find("li", class_="change")[0]
        assert ("by Carine" in last.text) == is_told
    with room.inside() as club:
        club.say("settings", {"name": "Open", "shows": "all"})
    page = table(room, room.stranger, "/changes")
    assert "was corrected" in page.text
    assert "by Carine" not in page.text
