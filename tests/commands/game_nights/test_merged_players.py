"""Tables of a game night keep their games when two players are merged, and when the merge is undone."""

import uuid

import pytest
from flask import Flask

from tests.support.clubs.club import DAY, SiteClub, new_club
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.game_nights.draw_tables import change_tables, draw_tables
from trexscore.commands.game_nights.start_table import StartedTableGame, TableGameRequest, start_table_game
from trexscore.commands.game_nights.tables import CurrentTable, current_tables
from trexscore.commands.recording import Command, Recorded
from trexscore.db.models import db

FIVE_NAMES = ("Carine", "Dani", "Elias", "Farah", "Ghada")


def make_request() -> Command:
    return Command.of_member(str(uuid.uuid4()), OWNER_MEMBER_NUMBER)


def only_table(club: SiteClub, game_night: int) -> CurrentTable:
    (table,) = current_tables(db.session(), club.club_head, club.record, club.record.game_nights[game_night])
    return table


def start_only_table(club: SiteClub, game_night: int) -> str:
    table = only_table(club, game_night)
    started = start_table_game(
        club.club_head,
        TableGameRequest(
            OWNER_MEMBER_NUMBER,
            game_night,
            *table.drawn_table.origin,
            table.game_number + 1,
        ),
    )
    assert isinstance(started, StartedTableGame), started
    return started.game_uid


def draw(club: SiteClub, game_night: int) -> None:
    drawn = draw_tables(
        club.club_head, make_request(), game_night, club.record.game_nights[game_night].last_draw_seq, method="random"
    )
    assert isinstance(drawn, Recorded), drawn


@pytest.fixture
def club(app: Flask) -> SiteClub:
    with app.app_context():
        club = new_club()
        for name in FIVE_NAMES:
            club.join(name)
        return club


def drawn_night(club: SiteClub) -> tuple[int, list[int], int]:
    """A game night of five: its number, the players at its table, and the player sitting out."""
    game_night = club.add_entry("evening", {"on": DAY})
    club.add_entry("arrived", {"evening": game_night, "members": [club.members[name] for name in FIVE_NAMES]})
    draw(club, game_night)
    current_draw = club.record.game_nights[game_night].draws[-1]
    return game_night, list(current_draw.tables[0]), current_draw.sitting_out[0]


def test_table_keeps_game_when_swapped_players_merge(app: Flask, club: SiteClub) -> None:
    with app.app_context():
        game_night, seated, sitting_out = drawn_night(club)
        last = club.record.game_nights[game_night].last_draw_seq
        change_tables(club.club_head, make_request(), game_night, last, ("swap", seated[0], sitting_out))
        uid = start_only_table(club, game_night)
        club.merge_members(seated[0], sitting_out)
        table = only_table(club, game_night)
        assert (table.game_row and table.game_row.uid, table.game_number, table.is_playing) == (uid, 1, True)


def test_table_keeps_game_when_merge_is_undone(app: Flask, club: SiteClub) -> None:
    with app.app_context():
        game_night, seated, _sitting_out = drawn_night(club)
        uid = start_only_table(club, game_night)
        merge = club.merge_members(seated[0], club.join("Hala"))
        more = [club.join(name) for name in ("Ibrahim", "Jana", "Karim")]
        club.add_entry("arrived", {"evening": game_night, "members": more})
        draw(club, game_night)
        assert games_at(club, game_night) == [(uid, 1)]
        club.add_entry("take_back", merge)
        assert games_at(club, game_night) == [(uid, 1)]
        members = [*club.record.game_nights[game_night].current_tables[0].member_number_by_seat]
        assert members == seated, "the table keeps its four players after the merge is undone"


def test_early_leaver_stays_away_after_undone_merge(app: Flask, club: SiteClub) -> None:
    with app.app_context():
        game_night = club.add_entry("evening", {"on": DAY})
        carine, dani = club.members["Carine"], club.members["Dani"]
        club.add_entry("arrived", {"evening": game_night, "members": [carine]})
        merge = club.merge_members(carine, dani)
        club.add_entry("went", {"evening": game_night, "members": [dani]})
        club.add_entry("take_back", merge)
        assert club.record.game_nights[game_night].present_member_numbers == ()


def games_at(club: SiteClub, game_night: int) -> list[tuple[str, int]]:
    """The games of the tables, each with its number at its table."""
    tables = current_tables(db.session(), club.club_head, club.record, club.record.game_nights[game_night])
    return [(table.game_row.uid, table.game_number) for table in tables if table.game_row is not None]
