"""The rounds of a season's game nights and games, as input for a draw."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from trexscore.club.counted_game import CountedGame
from trexscore.club.game_night import GameNight, TableOrigin
from trexscore.club.record import ClubRecord
from trexscore.league.draw import Draw
from trexscore.rules.seats import BySeat


def rounds_before_draw(
    record: ClubRecord, nights: Iterable[GameNight], counted_games: Iterable[CountedGame], current_night: GameNight
) -> list[Draw]:
    """The rounds so far, by draws and games; members by current numbers. Tables without a draw come last of a night.

    A draw that was replaced before it was played does not count.
    The last draw of an earlier night counts as played, even if the club does not count its games.
    """
    tables_by_night: dict[int | None, list[BySeat[int]]] = {}
    for game in counted_games:
        four = [record.surviving_member(member).number for member in game.playing_member_numbers if member is not None]
        if len(four) == len(game.playing_member_numbers):
            tables_by_night.setdefault(game.night_number, []).append(BySeat(*four))
    rounds: list[Draw] = []
    for night in nights:
        played_tables = tables_by_night.pop(night.number, [])
        rounds += _played_rounds(night, played_tables, last_draw_was_played=night.number != current_night.number)
    rounds += [Draw((table,), ()) for tables in tables_by_night.values() for table in tables]
    return rounds


class RoundNumbersOfNight(NamedTuple):
    """Round numbers of a night: of each game by uid, and of each drawn table by its origin."""

    round_by_game_uid: Mapping[str, int]
    round_by_table_origin: Mapping[TableOrigin, int]


def round_numbers_of_night(
    record: ClubRecord, game_night: GameNight, counted_games: Iterable[CountedGame]
) -> RoundNumbersOfNight:
    """Number the rounds of a night. `counted_games` are its games in the order in which they started.

    Tables seated by one draw play one round: the one after the last that any of their players has played, and never
    before the latest round of the night. Four who play on without a draw start a round of their own.
    """
    seatings: list[tuple[frozenset[int], TableOrigin, frozenset[int]]] = []
    for draw in game_night.draws:
        tables_and_origins = zip(map(frozenset, draw.tables), draw.table_origins, strict=True)
        new_tables = [(four, origin) for four, origin in tables_and_origins if origin.first_draw_seq == draw.seq]
        players_at_new_tables = frozenset[int]().union(*(four for four, _origin in new_tables))
        seatings += [(four, origin, players_at_new_tables) for four, origin in new_tables]
    waiting_seatings = {
        four: [seating for seating in seatings if seating[0] == four] for four, _origin, _players in seatings
    }
    last_rounds: dict[int, int] = {}
    draw_rounds: dict[int, int] = {}
    game_rounds: dict[str, int] = {}

    def next_round(players: Iterable[int]) -> int:
        own_next_round = 1 + max((last_rounds.get(member, 0) for member in players), default=0)
        return max(own_next_round, max(last_rounds.values(), default=1))

    for game in counted_games:
        four = frozenset(
            record.surviving_member(member).number for member in game.playing_member_numbers if member is not None
        )
        if waiting_seatings.get(four):
            _four, origin, players = waiting_seatings[four].pop(0)
            round_number = draw_rounds.setdefault(origin.first_draw_seq, next_round(players))
        else:
            round_number = next_round(four)
        game_rounds[game.game_uid] = round_number
        last_rounds |= dict.fromkeys(four, round_number)
    tables = {
        origin: draw_rounds.get(origin.first_draw_seq) or next_round(players) for _four, origin, players in seatings
    }
    return RoundNumbersOfNight(game_rounds, tables)


def _played_rounds(
    game_night: GameNight, played_tables: Sequence[BySeat[int]], *, last_draw_was_played: bool
) -> Iterator[Draw]:
    games: dict[frozenset[int], list[BySeat[int]]] = {}
    for table in played_tables:
        games.setdefault(frozenset(table), []).append(table)
    tables_before: tuple[BySeat[int], ...] = ()
    for draw in game_night.draws:
        is_last = draw.seq == game_night.last_draw_seq
        if (last_draw_was_played and is_last) or any(frozenset(table) in games for table in draw.tables):
            tables = tuple(table for table in draw.tables if table not in tables_before)
            tables_before = draw.tables
            yield Draw(
                tuple(_table_as_played(table, games.get(frozenset(table), ())) for table in tables), draw.sitting_out
            )
    drawn_tables = {frozenset(table) for draw in game_night.draws for table in draw.tables}
    for four, seated in games.items():
        if four not in drawn_tables:
            yield from (Draw((table,), ()) for table in seated)


def _table_as_played(drawn_table: BySeat[int], game_seatings: Sequence[BySeat[int]]) -> BySeat[int]:
    """A drawn table with the seating of its game, which may have been corrected later."""
    return game_seatings[0] if game_seatings and drawn_table not in game_seatings else drawn_table
