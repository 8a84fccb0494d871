"""Handing out the tables: who sees the codes, where they lead, and when the live board hides them."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.support.clubs.rooms import MORE, Room, proof
from tests.support.pages import Answer, Phone
from trexscore.commands.clock import now
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.game_nights import hand_out
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.models import TableCode
from trexscore.db.clubs.table_codes import read_visible_codes
from trexscore.db.models import db
from trexscore.db.tokens import read_unseated_tokens

EIGHT = ("Basil", "Carine", "Dani", "Amal", *MORE[:4])


def two_tables(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    room.start()
    room.start()


def put_up(room: Room, board: str = "show", phone: Phone | None = None) -> Answer:
    sender = phone or room.scorer
    return sender.post(room.path("/hand-out"), {"board": board, **proof(sender)})


def board_link(room: Room) -> str:
    with room.inside() as club:
        return f"/live-board/{create_club_link(club.id, 'screen')}"


def codes_on(room: Room, path: str, phone: Phone | None = None) -> int:
    return len((phone or Phone(room.site)).get(path).root.find("div", class_="tile-table__qr"))


def tokens(room: Room) -> list[str]:
    with room.inside() as club:
        return [*read_visible_codes(club.id, room.evening, now()).values()]


def test_each_table_has_its_names_and_its_scorer_link(room: Room) -> None:
    two_tables(room)
    page = room.scorer.get(room.path("/hand-out"))
    cards = page.root.find("li", class_="hand-out__table")
    assert len(cards) == 2
    assert {name for card in cards for name in EIGHT if name in card.text} == {*EIGHT}
    links = set()
    for card in cards:
        (link,) = card.find("a")
        path = re.sub(r"^https?://[^/]+", "", link.attrs["href"])
        links.add(path.removeprefix("/g/"))
    assert links == scorer_links(room)


def scorer_links(room: Room) -> set[str]:
    with room.inside() as club:
        rows = game_rows.games_of_night(db.session(), club.id, room.evening)
        return {read_unseated_tokens(db.session(), row.game_id)["write"] for row in rows}


def test_only_those_who_start_games_see_the_codes(room: Room) -> None:
    two_tables(room)
    for who, status in {"stranger": 404, "member": 403, "scorer": 200, "owner": 200}.items():
        assert room.everybody[who].get(room.path("/hand-out")).status == status, who
        assert put_up(room, phone=room.everybody[who]).status == status, who


def test_the_board_shows_codes_only_when_switched_on(room: Room) -> None:
    two_tables(room)
    path = board_link(room)
    assert codes_on(room, path) == 0
    put_up(room)
    assert codes_on(room, path) == 2
    assert codes_on(room, room.path("/live-board"), room.scorer) == 2
    assert codes_on(room, room.path("/live-board"), room.member) == 0, "members may look from elsewhere"
    put_up(room, "hide")
    assert codes_on(room, path) == 0


def test_a_code_of_the_board_opens_the_table_and_leaves_the_board(room: Room) -> None:
    two_tables(room)
    path = board_link(room)
    put_up(room)
    one, other = tokens(room)
    answer = Phone(room.site).get(f"/table/{one}")
    assert answer.path.startswith("/g/")
    assert answer.status == 200
    assert codes_on(room, path) == 1
    assert Phone(room.site).get(f"/table/{one}").status == 200, "also for a second phone of that table"
    Phone(room.site).get(f"/table/{other}")
    assert codes_on(room, path) == 0
    assert "Show on the live board" in room.scorer.get(room.path("/hand-out")).text


def test_codes_of_the_board_expire(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    two_tables(room)
    monkeypatch.setattr(hand_out, "SHOWN_FOR", timedelta(0))
    put_up(room)
    with room.inside():
        held = [*db.session.scalars(select(TableCode.token).where(TableCode.club_id == room.club.id))]
    assert codes_on(room, board_link(room)) == 0
    assert held
    for token in held:
        assert Phone(room.site).get(f"/table/{token}").status == 404


def test_hidden_codes_open_nothing(room: Room) -> None:
    two_tables(room)
    put_up(room)
    held = tokens(room)
    put_up(room, "hide")
    assert {Phone(room.site).get(f"/table/{token}").status for token in held} == {404}


def test_a_table_that_is_over_is_not_handed_out(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    page = room.scorer.get(room.path("/hand-out"))
    assert not page.root.find("li", class_="hand-out__table")
    assert "Table codes appear here once you have started the games." in page.text
