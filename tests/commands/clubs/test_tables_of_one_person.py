"""An evening's tables keep their games when two who are at it turn out to be one, and when they are two after all."""

import uuid

import pytest
from flask import Flask

from tests.support.clubs.club import DAY, ClubHere, found
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.game_nights.draw_tables import change_tables, draw_tables
from trexscore.commands.game_nights.start_table import TableRequest, TableStarted, start_table
from trexscore.commands.game_nights.tables import CurrentTable, current_tables
from trexscore.commands.recording import Command, Recorded
from trexscore.db.models import db

FIVE = ("Carine", "Dani", "Elias", "Farah", "Ghada")


def request() -> Command:
    return Command.of_member(str(uuid.uuid4()), OWNER)


def only_table(club: ClubHere, evening: int) -> CurrentTable:
    (table,) = current_tables(db.session(), club.id, club.uid, club.record, club.record.game_nights[evening])
    return table


def start(club: ClubHere, evening: int) -> str:
    table = only_table(club, evening)
    started = start_table(club.at, TableRequest(OWNER, evening, table.drawn.since, table.drawn.position, table.nth + 1))
    assert isinstance(started, TableStarted), started
    return started.uid


def draw(club: ClubHere, evening: int) -> None:
    drawn = draw_tables(club.at, request(), evening, club.record.game_nights[evening].last_draw, method="random")
    assert isinstance(drawn, Recorded), drawn


@pytest.fixture
def club(app: Flask) -> ClubHere:
    with app.app_context():
        club = found()
        for name in FIVE:
            club.join(name)
        return club


def drawn(club: ClubHere) -> tuple[int, list[int], int]:
    """An evening of five: its number, who sits at its table, and who sits out."""
    evening = club.say("evening", {"on": DAY})
    club.say("arrived", {"evening": evening, "members": [club.members[name] for name in FIVE]})
    draw(club, evening)
    held = club.record.game_nights[evening].draws[-1]
    return evening, list(held.tables[0]), held.sitting_out[0]


def test_a_table_keeps_its_game_when_who_made_room_turns_out_to_be_who_took_it(app: Flask, club: ClubHere) -> None:
    with app.app_context():
        evening, seated, out = drawn(club)
        last = club.record.game_nights[evening].last_draw
        change_tables(club.at, request(), evening, last, ("swap", seated[0], out))
        uid = start(club, evening)
        club.merge(seated[0], out)
        table = only_table(club, evening)
        assert (table.game and table.game.uid, table.nth, table.plays) == (uid, 1, True)


def test_a_table_keeps_its_game_when_a_merge_is_taken_back_after_the_next_draw(app: Flask, club: ClubHere) -> None:
    with app.app_context():
        evening, seated, _out = drawn(club)
        uid = start(club, evening)
        merge = club.merge(seated[0], club.join("Hala"))
        more = [club.join(name) for name in ("Ibrahim", "Jana", "Karim")]
        club.say("arrived", {"evening": evening, "members": more})
        draw(club, evening)
        assert games_at(club, evening) == [(uid, 1)]
        club.say("take_back", merge)
        assert games_at(club, evening) == [(uid, 1)]
        assert [*club.record.game_nights[evening].tables[0].seats] == seated, "Substitute: nobody else has"


def test_who_has_gone_home_stays_gone_when_they_are_two_after_all(app: Flask, club: ClubHere) -> None:
    with app.app_context():
        evening = club.say("evening", {"on": DAY})
        carine, dani = club.members["Carine"], club.members["Dani"]
        club.say("arrived", {"evening": evening, "members": [carine]})
        merge = club.merge(carine, dani)
        club.say("went", {"evening": evening, "members": [dani]})
        club.say("take_back", merge)
        assert club.record.game_nights[evening].present == ()


def games_at(club: ClubHere, evening: int) -> list[tuple[str, int]]:
    """The games of its tables, and which of theirs each is."""
    tables = current_tables(db.session(), club.id, club.uid, club.record, club.record.game_nights[evening])
    return [(one.game.uid, one.nth) for one in tables if one.game is not None]
