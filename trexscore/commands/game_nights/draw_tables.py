"""Draw the tables of a game night, and swap players. Tables that play stay."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.events.game_night import TablesDrawn
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import meetings_before_draw
from trexscore.club.season import Season
from trexscore.commands.clubs.record_entry import record_club_entry_in
from trexscore.commands.game_nights.tables import CurrentTable, current_tables
from trexscore.commands.recording import Command, Outcome, Recorded
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead, read_record_at_head
from trexscore.db.journals import CLUBS, JournalHead, write_transaction
from trexscore.db.league import ratings as rating_rows
from trexscore.league import ratings
from trexscore.league.draw import NO_ROUNDS, Method, SeasonCounts, draw
from trexscore.league.pairs import Pair
from trexscore.ledger.verdict import Refused, refused
from trexscore.rules.seats import BySeat

_SEEDS = 1 << 31
_FOUR = 4


class DrawContext(NamedTuple):
    """A game night about to be drawn, inside a transaction."""

    session: Session
    club: ClubHead
    end: JournalHead
    record: ClubRecord
    night: GameNight
    tables: tuple[CurrentTable, ...]

    @property
    def playing(self) -> list[CurrentTable]:
        """Tables whose players must not be moved."""
        return [table for table in self.tables if table.plays]


class Arrangement(NamedTuple):
    tables: list[BySeat[int]]
    waiting: list[int]


def draw_tables(  # noqa: PLR0913 - what is drawn, and how
    club: ClubHead,
    sender: Command,
    evening: int,
    last_draw: int,
    *,
    method: Method,
    season: int | None = None,
    seed: int | None = None,
) -> Outcome:
    """Draw everyone present who does not play, with a random seed unless given. A known key returns its draw.

    `last_draw`: the last draw that the client has seen.
    """
    drawn_seed = secrets.randbelow(_SEEDS) if seed is None else seed

    def make_draw(night: DrawContext) -> Mapping[str, object] | Refused:
        fixed = [table.drawn.seats for table in night.playing]
        if len(night.night.present) - _FOUR * len(fixed) < _FOUR:
            return refused("too_few_present", TablesDrawn.wire)
        counted_season = season_of_night(night.record, night.night, season)
        result = draw(
            method,
            night.night.present,
            drawn_seed,
            before=_season_so_far(night, counted_season),
            tonight=_met_tonight(night),
            ratings=ratings_of(night.session, club.id, night.night.present),
            partners=counted_season is not None and counted_season.rules.partnership,
            fixed=fixed,
        )
        tables = _with_playing_tables(night.night, fixed, result.tables[len(fixed) :])
        return {"method": method, "seed": drawn_seed, **_draw_body(Arrangement(tables, list(result.sitting_out)))}

    return _record_draw(club, sender, evening, last_draw, make_draw)


TableChange = tuple[Literal["swap"], int, int] | tuple[Literal["break_up"], int] | tuple[Literal["join"]]
"""Swap two players; break up the table at this index; or seat the first four who wait."""


def change_tables(club: ClubHead, sender: Command, evening: int, last_draw: int, change: TableChange) -> Outcome:
    def make_change(night: DrawContext) -> Mapping[str, object] | Refused:
        fixed = {member for table in night.playing for member in table.seats}
        result = _changed(current_arrangement(night.night), change, fixed)
        if isinstance(result, Refused):
            return result
        return {"method": "by_hand", "seed": 0, **_draw_body(result)}

    return _record_draw(club, sender, evening, last_draw, make_change)


def current_arrangement(evening: GameNight) -> Arrangement:
    """The current draw. A table with a missing player is dropped."""
    drawn = evening.draws[-1].tables if evening.draws else ()
    tables = [table for table in drawn if not evening.absent_from(table)]
    seated = {member for table in tables for member in table}
    return Arrangement(tables, [member for member in evening.present if member not in seated])


def _changed(current: Arrangement, change: TableChange, fixed: set[int]) -> Arrangement | Refused:
    if change[0] == "join":
        return _joined(current)
    if change[0] == "break_up":
        return _broken_up(current, change[1], fixed)
    return _swapped(current, change[1], change[2], fixed)


def _joined(current: Arrangement) -> Arrangement | Refused:
    tables, waiting = current
    if len(waiting) < _FOUR:
        return refused("too_few_present", TablesDrawn.wire)
    return Arrangement([*tables, BySeat(*waiting[:_FOUR])], waiting[_FOUR:])


def _broken_up(current: Arrangement, index: int, fixed: set[int]) -> Arrangement | Refused:
    tables, waiting = current
    if not 0 <= index < len(tables):
        return refused("no_such_table", TablesDrawn.wire)
    if not fixed.isdisjoint(tables[index]):
        return refused("still_playing", TablesDrawn.wire)
    return Arrangement([*tables[:index], *tables[index + 1 :]], [*waiting, *tables[index]])


def _swapped(current: Arrangement, first: int, second: int, fixed: set[int]) -> Arrangement | Refused:
    tables, waiting = current
    present = {*waiting, *(member for table in tables for member in table)}
    if first == second or not {first, second} <= present:
        return refused("no_such_table", TablesDrawn.wire)
    if not fixed.isdisjoint({first, second}):
        return refused("still_playing", TablesDrawn.wire)
    swapped = {first: second, second: first}
    return Arrangement(
        [table.map(lambda member: swapped.get(member, member)) for table in tables],
        [swapped.get(member, member) for member in waiting],
    )


def _record_draw(
    club: ClubHead,
    sender: Command,
    night_number: int,
    behind: int,
    make_draw: Callable[[DrawContext], Mapping[str, object] | Refused],
) -> Outcome:
    with write_transaction() as session:
        end = CLUBS.lock(session, club.id)
        record = read_record_at_head(end)
        earlier = CLUBS.find_entry(session, club.id, sender.key)
        if earlier is not None and earlier.kind == TablesDrawn.wire:
            return Recorded(earlier.seq, new=False)
        evening = record.game_nights.get(night_number)
        if evening is None:
            return refused("unknown_evening", TablesDrawn.wire)
        night = DrawContext(
            session, club, end, record, evening, current_tables(session, club.id, club.uid, record, evening)
        )
        if any(table.departed for table in night.playing):
            return refused("gone_from_playing", TablesDrawn.wire)
        drawn = make_draw(night)
        if isinstance(drawn, Refused):
            return drawn
        body = TablesDrawn.body({"evening": night_number, "behind": behind, **drawn})
        return record_club_entry_in(session, end, sender._replace(body=body))


def _draw_body(seating: Arrangement) -> dict[str, object]:
    return {"tables": [list(table) for table in seating.tables], "sitting_out": seating.waiting}


def _with_playing_tables(
    evening: GameNight, fixed: Iterable[BySeat[int]], drawn: Sequence[BySeat[int]]
) -> list[BySeat[int]]:
    """Insert the tables that play at their former positions."""
    earlier = evening.draws[-1].tables if evening.draws else ()
    tables = list(drawn)
    for table in sorted(fixed, key=earlier.index):
        tables.insert(earlier.index(table), table)
    return tables


def _season_so_far(night: DrawContext, season: Season | None) -> SeasonCounts:
    if season is None:
        return NO_ROUNDS
    games = game_rows.list_game_rows_between(
        night.session, night.club.id, season.begins.isoformat(), season.ends.isoformat()
    )
    evenings = [evening for evening in night.record.game_nights.values() if season.includes(evening.on)]
    counted_games = (row.counted for row in games if row.counted is not None)
    return meetings_before_draw(night.record, evenings, counted_games, night.night)


def _met_tonight(night: DrawContext) -> Mapping[Pair, int]:
    games = game_rows.games_of_night(night.session, night.club.id, night.night.number)
    counted_games = (row.counted for row in games if row.counted is not None)
    return meetings_before_draw(night.record, [night.night], counted_games, night.night).met


def season_of_night(record: ClubRecord, evening: GameNight, number: int | None = None) -> Season | None:
    """The season of a game night: the requested one, or else the first of that day."""
    seasons = record.seasons_on(evening.on)
    return next((season for season in seasons if season.number == number), next(iter(seasons), None))


def ratings_of(session: Session, club_id: int, members: Iterable[int]) -> dict[int, int]:
    """Each member's individual rating, or the start rating."""
    known = {
        rated.player[0]: rated.row.rating.mu
        for rated in rating_rows.list_current_ratings(session, club_id, pairs=False)
    }
    return {member: known.get(member, ratings.START.mu) for member in members}
