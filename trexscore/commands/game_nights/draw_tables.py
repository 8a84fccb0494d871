"""Draw the tables of a game night, and swap players. Tables that play stay."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.events.game_night import TablesDrawn
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import rounds_before_draw
from trexscore.club.season import Season
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.game_nights.tables import CurrentTable, current_tables
from trexscore.commands.recording import Command, Recorded, RecordingOutcome
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead, club_transaction
from trexscore.db.journals import CLUBS
from trexscore.db.league import ratings as rating_rows
from trexscore.league import ratings
from trexscore.league.draw import NO_SEATING_COUNTS, Draw, DrawMethod, SeatingCounts, count_seatings, draw
from trexscore.ledger.entry_refusal import EntryRefusal, refuse_entry
from trexscore.rules.seats import BySeat

SEED_LIMIT = 1 << 31
_PLAYERS_PER_TABLE = 4


class DrawContext(NamedTuple):
    """A game night about to be drawn, inside a transaction."""

    session: Session
    club_head: ClubHead
    club_record: ClubRecord
    game_night: GameNight
    current_tables: tuple[CurrentTable, ...]

    @property
    def playing_tables(self) -> list[CurrentTable]:
        """Tables whose players must not be moved."""
        return [table for table in self.current_tables if table.is_playing]


class TableArrangement(NamedTuple):
    tables: list[BySeat[int]]
    waiting_member_numbers: list[int]


def draw_tables(  # noqa: PLR0913 - what is drawn, and how
    club_head: ClubHead,
    bodyless_command: Command,
    night_number: int,
    last_seen_draw_seq: int,
    *,
    method: DrawMethod,
    season_number: int | None = None,
    seed: int | None = None,
) -> RecordingOutcome:
    """Draw everyone present who does not play, with a random seed unless given. A known key returns its draw.

    `last_seen_draw_seq`: the last draw that the client has seen.
    """
    drawn_seed = secrets.randbelow(SEED_LIMIT) if seed is None else seed

    def make_draw(context: DrawContext) -> Mapping[str, object] | EntryRefusal:
        fixed_tables = [table.drawn_table.member_number_by_seat for table in context.playing_tables]
        if len(context.game_night.present_member_numbers) - _PLAYERS_PER_TABLE * len(fixed_tables) < _PLAYERS_PER_TABLE:
            return refuse_entry("too_few_present", TablesDrawn.stored_kind)
        counted_season = season_of_night(context.club_record, context.game_night, season_number)
        result = draw(
            method,
            context.game_night.present_member_numbers,
            drawn_seed,
            earlier_seating_counts=_seating_counts_of_season(context, counted_season),
            rounds_tonight=_rounds_tonight(context),
            rating_by_member=mu_thousandths_by_member(
                context.session, club_head.id, context.game_night.present_member_numbers
            ),
            partnership=counted_season is not None and counted_season.house_rules.partnership,
            fixed_tables=fixed_tables,
        )
        tables = _insert_playing_tables(context.game_night, fixed_tables, result.tables[len(fixed_tables) :])
        return {
            "method": method,
            "seed": drawn_seed,
            **_arrangement_fields(TableArrangement(tables, list(result.sitting_out))),
        }

    return _record_draw(club_head, bodyless_command, night_number, last_seen_draw_seq, make_draw)


TableChange = tuple[Literal["swap"], int, int] | tuple[Literal["break_up"], int] | tuple[Literal["join"]]
"""Swap two players; break up the table at this index; or seat the first four who wait."""


def change_tables(
    club_head: ClubHead, bodyless_command: Command, night_number: int, last_seen_draw_seq: int, change: TableChange
) -> RecordingOutcome:
    def make_changed_draw(context: DrawContext) -> Mapping[str, object] | EntryRefusal:
        playing_member_numbers = {member for table in context.playing_tables for member in table.member_number_by_seat}
        result = _apply_change(current_arrangement(context.game_night), change, playing_member_numbers)
        if isinstance(result, EntryRefusal):
            return result
        return {"method": "by_hand", "seed": 0, **_arrangement_fields(result)}

    return _record_draw(club_head, bodyless_command, night_number, last_seen_draw_seq, make_changed_draw)


def current_arrangement(game_night: GameNight) -> TableArrangement:
    """The current draw. A table with a missing player is dropped."""
    drawn_tables = game_night.draws[-1].tables if game_night.draws else ()
    tables = [table for table in drawn_tables if not game_night.absent_among(table)]
    seated_member_numbers = {member for table in tables for member in table}
    return TableArrangement(
        tables, [member for member in game_night.present_member_numbers if member not in seated_member_numbers]
    )


def _apply_change(
    arrangement: TableArrangement, change: TableChange, playing_member_numbers: set[int]
) -> TableArrangement | EntryRefusal:
    """The arrangement after a change. Tables and players must exist, and players at a table that plays stay."""
    tables, waiting = arrangement
    match change:
        case ("swap", first, second):
            if first == second or not {first, second} <= {*waiting, *chain.from_iterable(tables)}:
                return refuse_entry("no_such_table", TablesDrawn.stored_kind)
            moved_members, swapped = {first, second}, {first: second, second: first}
            changed_arrangement = TableArrangement(
                [table.map(lambda member: swapped.get(member, member)) for table in tables],
                [swapped.get(member, member) for member in waiting],
            )
        case ("break_up", index):
            if not 0 <= index < len(tables):
                return refuse_entry("no_such_table", TablesDrawn.stored_kind)
            moved_members = {*tables[index]}
            changed_arrangement = TableArrangement([*tables[:index], *tables[index + 1 :]], [*waiting, *tables[index]])
        case ("join",):
            if len(waiting) < _PLAYERS_PER_TABLE:
                return refuse_entry("too_few_present", TablesDrawn.stored_kind)
            moved_members = set()
            changed_arrangement = TableArrangement(
                [*tables, BySeat(*waiting[:_PLAYERS_PER_TABLE])], waiting[_PLAYERS_PER_TABLE:]
            )
    if not playing_member_numbers.isdisjoint(moved_members):
        return refuse_entry("still_playing", TablesDrawn.stored_kind)
    return changed_arrangement


def _record_draw(
    club_head: ClubHead,
    bodyless_command: Command,
    night_number: int,
    last_seen_draw_seq: int,
    make_draw: Callable[[DrawContext], Mapping[str, object] | EntryRefusal],
) -> RecordingOutcome:
    with club_transaction(club_head.id) as (session, journal_head, record):
        recorded_entry = CLUBS.find_entry_by_key(session, club_head.id, bodyless_command.key)
        if recorded_entry is not None and recorded_entry.kind == TablesDrawn.stored_kind:
            return Recorded(recorded_entry.seq, is_new=False)
        game_night = record.game_nights.get(night_number)
        if game_night is None:
            return refuse_entry("unknown_evening", TablesDrawn.stored_kind)
        tables = current_tables(session, club_head, record, game_night)
        night = DrawContext(session, club_head, record, game_night, tables)
        if any(table.departed_member_numbers for table in night.playing_tables):
            return refuse_entry("gone_from_playing", TablesDrawn.stored_kind)
        new_draw = make_draw(night)
        if isinstance(new_draw, EntryRefusal):
            return new_draw
        body = TablesDrawn.body_of({"evening": night_number, "behind": last_seen_draw_seq, **new_draw})
        return record_club_entry_in_transaction(session, journal_head, bodyless_command._replace(body=body))


def _arrangement_fields(arrangement: TableArrangement) -> dict[str, object]:
    return {"tables": [list(table) for table in arrangement.tables], "sitting_out": arrangement.waiting_member_numbers}


def _insert_playing_tables(
    game_night: GameNight, playing_tables: Iterable[BySeat[int]], drawn_tables: Sequence[BySeat[int]]
) -> list[BySeat[int]]:
    """Insert the tables that play at their former positions."""
    earlier_tables = game_night.draws[-1].tables if game_night.draws else ()
    tables = list(drawn_tables)
    for table in sorted(playing_tables, key=earlier_tables.index):
        tables.insert(earlier_tables.index(table), table)
    return tables


def _seating_counts_of_season(context: DrawContext, season: Season | None) -> SeatingCounts:
    if season is None:
        return NO_SEATING_COUNTS
    games = game_rows.list_game_rows_between(
        context.session, context.club_head.id, season.first_day.isoformat(), season.last_day.isoformat()
    )
    game_nights = [
        game_night for game_night in context.club_record.game_nights.values() if season.includes(game_night.day)
    ]
    counted_games = (row.counted_game for row in games if row.counted_game is not None)
    return count_seatings(rounds_before_draw(context.club_record, game_nights, counted_games, context.game_night))


def _rounds_tonight(context: DrawContext) -> list[Draw]:
    games = game_rows.list_game_rows_of_night(context.session, context.club_head.id, context.game_night.number)
    counted_games = (row.counted_game for row in games if row.counted_game is not None)
    return rounds_before_draw(context.club_record, [context.game_night], counted_games, context.game_night)


def season_of_night(
    club_record: ClubRecord, game_night: GameNight, requested_season_number: int | None = None
) -> Season | None:
    """The season of a game night: the requested one, or else the first of that day."""
    seasons = club_record.seasons_on(game_night.day)
    return next((season for season in seasons if season.number == requested_season_number), next(iter(seasons), None))


def mu_thousandths_by_member(session: Session, club_id: int, member_numbers: Iterable[int]) -> dict[int, int]:
    """Each member's individual rating, or the start rating."""
    rating_by_member = rating_rows.read_current_ratings_by_member(session, club_id)
    return {member: rating_by_member.get(member, ratings.INITIAL_RATING).mu_thousandths for member in member_numbers}
