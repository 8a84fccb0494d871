"""A club's game nights, a row for each player who attended."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from trexscore.club.game_night import GameNight
from trexscore.club.members import Member
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.ledger.schema_parts import INTEGER, TEXT
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import (
    DAY_SCHEMA,
    MAYBE_INTEGER,
    MAYBE_TEXT,
    PLAYER_COLUMNS,
    Column,
    dataset_decorator,
)
from trexscore.web.clubs.members.presenter import sorted_by_name


class AttendanceRow(NamedTuple):
    """A player at a game night, and in how many of its games they played; or a night without players."""

    game_night: GameNight
    members: tuple[Member, ...] = ()
    played_game_count: int | None = None


COLUMNS: tuple[Column[AttendanceRow], ...] = (
    Column("evening", INTEGER, lambda row: row.game_night.number, N_("Game night")),
    Column("on", DAY_SCHEMA, lambda row: row.game_night.day, N_("Day")),
    Column("at", MAYBE_TEXT, lambda row: row.game_night.starts_at, N_("Starts at")),
    Column("place", TEXT, lambda row: row.game_night.place, N_("Location")),
    *PLAYER_COLUMNS,
    Column("games", MAYBE_INTEGER, lambda row: row.played_game_count, N_("Games")),
)


@dataset_decorator(COLUMNS)
def game_night_attendance_dataset(club: ClubContext) -> Iterator[AttendanceRow]:
    """Game nights by date. A night without players has a row of its own."""
    for game_night in club.record.game_nights_in_order:
        game_count_by_member = _game_counts_by_member(club, game_night)
        members = sorted_by_name(
            {*club.record.surviving_members_among((*game_night.present_or_drawn_numbers, *game_count_by_member))}
        )
        for member in members:
            yield AttendanceRow(game_night, (member,), game_count_by_member[member.number])
        if not members:
            yield AttendanceRow(game_night)


def _game_counts_by_member(club: ClubContext, game_night: GameNight) -> Counter[int]:
    games = game_rows.list_game_rows_of_night(db.session(), club.id, game_night.number)
    players = (
        number for game in games if game.counted_game is not None for number in game.counted_game.playing_member_numbers
    )
    return Counter(club.record.surviving_member(number).number for number in players if number is not None)
