"""Drawing an evening's tables, and moving people by hand. Tables that play stay as they are."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import met_until_now
from trexscore.club.season import Season
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, ClubWritten, NotAllowed, write_within
from trexscore.commands.game_nights.tables import TableNow, tables_now
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubAt, record_after
from trexscore.db.journals import CLUBS, End, writing
from trexscore.db.league import ratings as rating_rows
from trexscore.league import ratings
from trexscore.league.draw import NOTHING_SO_FAR, Method, SoFar, draw
from trexscore.league.pairs import Pair
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import BySeat

Outcome = ClubWritten | ClubRefused | NotAllowed
_SEEDS = 1 << 31
_FOUR = 4


class Evenings(NamedTuple):
    """An evening about to be drawn, inside a transaction; `behind` is the last draw that whoever asks has seen."""

    session: Session
    club: ClubAt
    end: End
    record: ClubRecord
    evening: GameNight
    tables: tuple[TableNow, ...]

    @property
    def playing(self) -> list[TableNow]:
        """The tables at which nobody is moved."""
        return [table for table in self.tables if table.plays]


class Arrangement(NamedTuple):
    """Who sits where, and who at no table."""

    tables: list[BySeat[int]]
    waiting: list[int]


def draw_tables(  # noqa: PLR0913 - what is drawn, and how
    club: ClubAt,
    request: ClubRequest,
    evening: int,
    behind: int,
    *,
    method: Method,
    season: int | None = None,
    seed: int | None = None,
) -> Outcome:
    """Draw all who are here and do not play, by lot unless a seed is given. A key that has drawn gets that draw."""
    by_lot = secrets.randbelow(_SEEDS) if seed is None else seed

    def drawn(at: Evenings) -> Mapping[str, object] | Refusal:
        fixed = [table.drawn.seats for table in at.playing]
        if len(at.evening.present) - _FOUR * len(fixed) < _FOUR:
            return refuse("too_few_present", "drawn")
        counted = season_of(at.record, at.evening, season)
        made = draw(
            method,
            at.evening.present,
            by_lot,
            before=_before(at, counted),
            tonight=_tonight(at),
            ratings=ratings_of(at.session, club.id, at.evening.present),
            partners=counted is not None and counted.rules.partnership,
            fixed=fixed,
        )
        tables = _as_before(at.evening, fixed, made.tables[len(fixed) :])
        return {"method": method, "seed": by_lot, **_said(Arrangement(tables, list(made.sitting_out)))}

    return _write(club, request, evening, behind, drawn)


Change = tuple[Literal["swap"], int, int] | tuple[Literal["break_up"], int] | tuple[Literal["join"]]
"""Two who change places; a table, by its place, that is no more; the first four who wait sit down together."""


def seat_by_hand(club: ClubAt, request: ClubRequest, evening: int, behind: int, change: Change) -> Outcome:
    """Move people by hand."""

    def moved(at: Evenings) -> Mapping[str, object] | Refusal:
        fixed = {member for table in at.playing for member in table.seats}
        changed = _changed(arrangement(at.evening), change, fixed)
        if isinstance(changed, Refusal):
            return changed
        return {"method": "by_hand", "seed": 0, **_said(changed)}

    return _write(club, request, evening, behind, moved)


def arrangement(evening: GameNight) -> Arrangement:
    """Those present as they sit by the draw that holds: a table of which somebody has gone is none any more."""
    held = evening.draws[-1].tables if evening.draws else ()
    tables = [table for table in held if not evening.gone_from(table)]
    seated = {member for table in tables for member in table}
    return Arrangement(tables, [member for member in evening.present if member not in seated])


def _changed(now: Arrangement, change: Change, fixed: set[int]) -> Arrangement | Refusal:
    if change[0] == "join":
        return _joined(now)
    if change[0] == "break_up":
        return _broken_up(now, change[1], fixed)
    return _swapped(now, change[1], change[2], fixed)


def _joined(now: Arrangement) -> Arrangement | Refusal:
    tables, waiting = now
    if len(waiting) < _FOUR:
        return refuse("too_few_present", "drawn")
    return Arrangement([*tables, BySeat(*waiting[:_FOUR])], waiting[_FOUR:])


def _broken_up(now: Arrangement, at: int, fixed: set[int]) -> Arrangement | Refusal:
    tables, waiting = now
    if not 0 <= at < len(tables):
        return refuse("no_such_table", "drawn")
    if not fixed.isdisjoint(tables[at]):
        return refuse("still_playing", "drawn")
    return Arrangement([*tables[:at], *tables[at + 1 :]], [*waiting, *tables[at]])


def _swapped(now: Arrangement, one: int, other: int, fixed: set[int]) -> Arrangement | Refusal:
    tables, waiting = now
    known = {*waiting, *(member for table in tables for member in table)}
    if one == other or not {one, other} <= known:
        return refuse("no_such_table", "drawn")
    if not fixed.isdisjoint({one, other}):
        return refuse("still_playing", "drawn")
    to = {one: other, other: one}
    return Arrangement(
        [table.map(lambda member: to.get(member, member)) for table in tables],
        [to.get(member, member) for member in waiting],
    )


def _write(
    club: ClubAt,
    request: ClubRequest,
    number: int,
    behind: int,
    made: Callable[[Evenings], Mapping[str, object] | Refusal],
) -> Outcome:
    with writing() as session:
        end = CLUBS.lock(session, club.id)
        record = record_after(end)
        known = CLUBS.with_key(session, club.id, request.key)
        if known is not None and known.kind == "drawn":
            return ClubWritten(known.seq, new=False, record=record)
        evening = record.evenings.get(number)
        if evening is None:
            return ClubRefused((refuse("unknown_evening", "drawn"),))
        at = Evenings(session, club, end, record, evening, tables_now(session, club.id, club.uid, record, evening))
        if any(table.gone for table in at.playing):
            return ClubRefused((refuse("gone_from_playing", "drawn"),))
        said = made(at)
        if isinstance(said, Refusal):
            return ClubRefused((said,))
        return write_within(
            session, end, request._replace(kind="drawn", said={"evening": number, "behind": behind, **said})
        )


def _said(made: Arrangement) -> dict[str, object]:
    return {"tables": [list(table) for table in made.tables], "sitting_out": made.waiting}


def _as_before(evening: GameNight, fixed: Iterable[BySeat[int]], drawn: Sequence[BySeat[int]]) -> list[BySeat[int]]:
    """Tables that play stay where they stood, as far as there are so many."""
    held = evening.draws[-1].tables if evening.draws else ()
    tables = list(drawn)
    for table in sorted(fixed, key=held.index):
        tables.insert(held.index(table), table)
    return tables


def _before(at: Evenings, season: Season | None) -> SoFar:
    if season is None:
        return NOTHING_SO_FAR
    games = game_rows.games_between(at.session, at.club.id, season.begins.isoformat(), season.ends.isoformat())
    evenings = [evening for evening in at.record.evenings.values() if season.holds(evening.on)]
    counted = (row.counted for row in games if row.counted is not None)
    return met_until_now(at.record, evenings, counted, at.evening)


def _tonight(at: Evenings) -> Mapping[Pair, int]:
    games = game_rows.games_of_night(at.session, at.club.id, at.evening.number)
    counted = (row.counted for row in games if row.counted is not None)
    return met_until_now(at.record, [at.evening], counted, at.evening).met


def season_of(record: ClubRecord, evening: GameNight, number: int | None = None) -> Season | None:
    """The season for which an evening is drawn and played: the one that is asked for, else the first of that day."""
    seasons = record.seasons_on(evening.on)
    return next((season for season in seasons if season.number == number), next(iter(seasons), None))


def ratings_of(session: Session, club_id: int, members: Iterable[int]) -> dict[int, int]:
    """How strong everybody is by themselves; who has no rating yet begins where everybody does."""
    rated = {one.who[0]: one.row.rating.mu for one in rating_rows.rated(session, club_id, pairs=False)}
    return {member: rated.get(member, ratings.START.mu) for member in members}
