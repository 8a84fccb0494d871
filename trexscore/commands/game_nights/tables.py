"""The current tables of a game night: their players and their game."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.events.counted_game import GameCounted
from trexscore.club.game_night import DrawnTable, GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.season_tallies import with_surviving_members
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.journals import CLUBS
from trexscore.rules.seats import SEATS, BySeat, Seat


class CurrentTable(NamedTuple):
    """A table. `number` is shown on it. `game_number`: which of its games `game_row` is, from 1; 0 before the first."""

    drawn_table: DrawnTable
    member_number_by_seat: BySeat[int]
    """Players by seat: as in its game, or else as drawn."""
    number: int
    game_number: int
    game_row: ClubGameRow | None
    departed_member_numbers: tuple[int, ...]
    """Those of its four who left."""

    @property
    def is_playing(self) -> bool:
        """Whether its game is in progress; its players are not redrawn."""
        game = self.game_row
        if game is None or game.counted_game is None:
            return False
        return not game.outcome.complete and not game.counted_game.counts_if_unfinished


def current_tables(
    session: Session, club_head: ClubHead, club_record: ClubRecord, game_night: GameNight
) -> tuple[CurrentTable, ...]:
    """The tables of the current draw, in order. A table with a game keeps its number in later draws."""
    drawn_tables = game_night.current_tables
    last_game_by_table = _last_game_number_and_uid_by_table(session, club_head, drawn_tables)
    games = game_rows.find_game_rows_by_uid(session, club_head.id, [uid for _nth, uid in last_game_by_table.values()])
    rows = [games.get(last_game_by_table[table][1]) if table in last_game_by_table else None for table in drawn_tables]
    recorded_table_numbers = [
        row.counted_game.table_number if row is not None and row.counted_game is not None else None for row in rows
    ]
    free_table_numbers = iter(
        number for number in range(1, 2 * len(drawn_tables) + 1) if number not in recorded_table_numbers
    )
    return tuple(
        CurrentTable(
            table,
            _member_number_by_seat_in_game(club_record, table.member_number_by_seat, row),
            number or next(free_table_numbers),
            last_game_by_table[table][0] if table in last_game_by_table else 0,
            row,
            game_night.absent_among(table.member_number_by_seat),
        )
        for table, number, row in zip(drawn_tables, recorded_table_numbers, rows, strict=True)
    )


def _member_number_by_seat_in_game(
    club_record: ClubRecord, drawn_member_number_by_seat: BySeat[int], game_row: ClubGameRow | None
) -> BySeat[int]:
    """A table's four at the seats in its counted game; anyone not named there gets a free seat."""
    counted_game = None if game_row is None else game_row.counted_game
    if counted_game is None:
        return drawn_member_number_by_seat
    counted_with_survivors, unseated, placed_players = (
        with_surviving_members(club_record, counted_game),
        list(drawn_member_number_by_seat),
        dict[Seat, int](),
    )
    for four in (counted_with_survivors.credited_member_numbers, counted_with_survivors.playing_member_numbers):
        for seat, player in zip(SEATS, four, strict=True):
            if player in unseated and seat not in placed_players:
                unseated.remove(player)
                placed_players[seat] = player
    return BySeat(*(placed_players[seat] if seat in placed_players else unseated.pop(0) for seat in SEATS))


def _last_game_number_and_uid_by_table(
    session: Session, club_head: ClubHead, drawn_tables: tuple[DrawnTable, ...]
) -> dict[DrawnTable, tuple[int, str]]:
    """For each table with a game: how many games, and the uid of the last."""
    last_game_by_table: dict[DrawnTable, tuple[int, str]] = {}
    open_tables, game_number = list(drawn_tables), 1
    while open_tables:
        keys = {table.key_of_counting_entry(club_head.uid, game_number): table for table in open_tables}
        counting_bodies = CLUBS.read_bodies_by_key(session, club_head.id, list(keys), GameCounted.stored_kind)
        last_game_by_table |= {
            keys[key]: (game_number, body[GameCounted.stored_kind]["uid"]) for key, body in counting_bodies.items()
        }
        open_tables, game_number = [keys[key] for key in counting_bodies], game_number + 1
    return last_game_by_table
