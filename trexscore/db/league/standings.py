"""Queries of the standings pages. Each uses an index and reads few rows.

The number of games in a season must not matter: the standings read a row per player, head-to-head tie-breakers a row
per two tied players, and the games of a row are read page by page.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Row, bindparam, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.counted_game import CountedGame
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.counted_games import decode_counted
from trexscore.db.clubs.models import DAY_LENGTH, OPEN_END
from trexscore.db.league.results import StandingRow, ValidFrom, decode_standing, select_standings, select_valid_at
from trexscore.db.league.results_by_day import (
    COUNT_COLUMNS,
    PAIRING_COLUMNS,
    PlayerPairing,
    is_between,
    is_played_until,
    pairing_key,
)
from trexscore.db.models import Base
from trexscore.db.upserts import is_key, key_parameters
from trexscore.league.basis import Basis
from trexscore.league.meetings import Meeting, add_counts
from trexscore.league.tally import Tally
from trexscore.ledger.chain import Body

_GAME, _PART, _STANDING, _MEETING, _ENTRY = (
    Base.metadata.tables[name] for name in ("club_game", "part", "standing", "meeting", "club_entry")
)
_END_MEETING = (
    update(_MEETING)
    .where(
        _MEETING.c.club_id == bindparam("club"),
        _MEETING.c.until == OPEN_END,
        *is_key(_MEETING, ("season", *PAIRING_COLUMNS)),
    )
    .values(until=bindparam("then"))
)
_INSERT_MEETING = insert(_MEETING)
_CURRENT_MEETINGS = select(*(_MEETING.c[name] for name in ("season", *PAIRING_COLUMNS, *COUNT_COLUMNS))).where(
    _MEETING.c.club_id == bindparam("club"),
    _MEETING.c.until == OPEN_END,
    *(_MEETING.c[name].in_(bindparam(name, expanding=True)) for name in ("season", "member", "other")),
)
_decode = msgspec.json.Decoder().decode


class PartSelection(NamedTuple):
    """Selects a player's games: those that count now, or that counted at a time; optionally up to a day."""

    club_id: int
    share: SeasonPlayer
    moment: str | None = None
    last_day: str = ""


class ClubEntryRow(NamedTuple):
    """An entry of a club; its author is a member id as text."""

    kind: str
    author: str | None
    body: Body | None


class CountedPart(NamedTuple):
    """A game in a player's standings row: its day, its result, and how the club counts it.

    `others`: who else had a result from it at the time in question; None for now.
    """

    part_id: int
    uid: str
    on_day: str
    points: int
    tally: Tally
    counted: CountedGame | None
    others: tuple[int, ...] | None


def change_meetings(
    session: Session, club_id: int, more: Mapping[PlayerPairing, Sequence[int]], since: ValidFrom
) -> None:
    """Add to the counts of finishes ahead, level and behind."""
    if not more:
        return
    parameters = {
        "club": club_id,
        "season": [*{first.season for first, _ in more}],
        "member": [*{first.member for first, _ in more}],
        "other": [*{second.member for _, second in more}],
    }
    current: dict[PlayerPairing, Sequence[int]] = {}
    for season, member, partner, other, other_partner, *times in session.execute(_CURRENT_MEETINGS, parameters):
        current[SeasonPlayer(season, member, partner), SeasonPlayer(season, other, other_partner)] = times
    ends = [{"club": club_id, **key_parameters(pairing_key(two)), "then": since[two[0].season]} for two in more]
    session.connection().execute(_END_MEETING, ends)
    rows = [
        meeting_values(club_id, two, add_counts(current.get(two, (0, 0, 0)), times), since[two[0].season])
        for two, times in more.items()
    ]
    session.connection().execute(_INSERT_MEETING, rows)


def meeting_values(club_id: int, two: PlayerPairing, times: Sequence[int], since: str) -> dict[str, object]:
    """Return a stored row of the head-to-head counts."""
    return {
        "club_id": club_id,
        **pairing_key(two),
        **dict(zip(COUNT_COLUMNS, times, strict=True)),
        "since": since,
        "until": OPEN_END,
    }


def read_meetings(
    session: Session, club_id: int, shares: Sequence[SeasonPlayer], at: str | None = None
) -> Iterator[Meeting[SeasonPlayer]]:
    """Yield the head-to-head of every two of these. Two pairs that share a member never met."""
    season = shares[0].season
    now = (
        _MEETING.c.club_id == club_id,
        _MEETING.c.season == season,
        _MEETING.c.until == OPEN_END,
        *is_between(_MEETING, shares),
    )
    conditions = now if at is None else (select_valid_at(session, _MEETING, PAIRING_COLUMNS, now, at),)
    query = select(*(_MEETING.c[name] for name in (*PAIRING_COLUMNS, *COUNT_COLUMNS))).where(*conditions)
    for member, partner, other, other_partner, ahead, level, behind in session.execute(query):
        yield Meeting(
            SeasonPlayer(season, member, partner), SeasonPlayer(season, other, other_partner), ahead, level, behind
        )


class MeetingsSince:
    """The head-to-head counts that held at any time since `start`, read once for many groups or dates of a season.

    `is_all` is False if there are more rows than `most`: then use none of it.
    """

    def __init__(self, session: Session, club_id: int, season: int, start: str | None, most: int | None = None) -> None:
        columns = [_MEETING.c[name] for name in (*PAIRING_COLUMNS, *COUNT_COLUMNS, "since", "until")]
        conditions = _MEETING.c.club_id == club_id, _MEETING.c.season == season
        period = _MEETING.c.until == OPEN_END if start == OPEN_END else _MEETING.c.until > (start or "")
        self.session, self.most = session, most
        self.query = select(*columns).where(*conditions, period).limit(most)

    @property
    def is_all(self) -> bool:
        return self.most is None or len(self._rows) < self.most

    @cached_property
    def _rows(self) -> Sequence[Row[int, int, int, int, int, int, int, str, str]]:
        """Read on demand: in many seasons no one is tied, or no tie is broken by head-to-head."""
        return self.session.execute(self.query).all()

    @cached_property
    def _by_two(self) -> dict[tuple[int, ...], list[tuple[int, int, int, str, str]]]:
        by_two: dict[tuple[int, ...], list[tuple[int, int, int, str, str]]] = defaultdict(list)
        for row in self._rows:
            by_two[row[:4]].append(row[4:])
        return by_two

    def among(self, shares: Sequence[SeasonPlayer], at: str | None) -> Iterator[Meeting[SeasonPlayer]]:
        """Like `meetings_among`."""
        for first, second in combinations(sorted(shares), 2):
            for *times, since, until in self._by_two.get((*first[1:], *second[1:]), ()):
                if until == OPEN_END if at is None else since <= at < until:
                    yield Meeting(first, second, *times)


def has_standing_row(session: Session, club_id: int, share: SeasonPlayer) -> bool:
    """Return whether a player ever had a row in a season."""
    is_share = (_STANDING.c[name] == number for name, number in share._asdict().items())
    return session.scalar(select(_STANDING.c.id).where(_STANDING.c.club_id == club_id, *is_share).limit(1)) is not None


def list_parts(
    session: Session, selection: PartSelection, first: int, most: int, foremost: Collection[int] = ()
) -> list[CountedPart]:
    """Return a page of a player's games that have a result in the season, starting at offset `first`.

    Latest first, but those in `foremost` before all others.
    """
    game_columns = _PART.c.game_id, _GAME.c.uid, _GAME.c.counted, _GAME.c.came_to
    columns = _PART.c.id, _PART.c.sort, _PART.c.points, _PART.c.tally, *game_columns
    query = (
        select(*columns)
        .join(_GAME, (_GAME.c.club_id == _PART.c.club_id) & (_GAME.c.game_id == _PART.c.game_id))
        .where(*_is_part(selection))
        .order_by(*((_PART.c.id.in_(foremost).desc(),) if foremost else ()), _PART.c.sort.desc())
        .offset(first)
        .limit(most)
    )
    rows = session.execute(query).all()
    others = None if selection.moment is None else _others(session, selection, [row.game_id for row in rows])
    return [
        CountedPart(
            part_id,
            uid,
            place[:DAY_LENGTH],
            points,
            Tally.from_json(_decode(tally)),
            decode_counted(counted, GameOutcome.from_json(_decode(came_to))),
            None if others is None else tuple(others[game_id]),
        )
        for part_id, place, points, tally, game_id, uid, counted, came_to in rows
    ]


def _others(session: Session, selection: PartSelection, games: Collection[int]) -> Mapping[int, list[int]]:
    """Map games to the other members with a result from them at that time."""
    share = selection.share
    query = select(_PART.c.game_id, _PART.c.member, _PART.c.partner).where(
        _PART.c.club_id == selection.club_id,
        _PART.c.season == share.season,
        _PART.c.game_id.in_(games),
        *_is_held(selection),
    )
    others: dict[int, list[int]] = defaultdict(list)
    for game_id, *people in session.execute(query.order_by(_PART.c.member)):
        others[game_id] += [member for member in people if member and member not in share.people]
    return others


def parts_that_count(session: Session, selection: PartSelection, basis: Basis, *, fewer: bool) -> frozenset[int]:
    """Return which of a player's games count under a best-of rule: the same as `league.basis.counting`."""
    games = select(_PART.c.id, _PART.c.points, _PART.c.sort).where(*_is_part(selection)).order_by(_PART.c.sort)
    candidates = games.limit(basis.of).subquery()
    best_first = candidates.c.points if fewer else candidates.c.points.desc()
    return frozenset(session.scalars(select(candidates.c.id).order_by(best_first, candidates.c.sort).limit(basis.best)))


def list_standing_changes(session: Session, club_id: int, season: int, before: str, most: int) -> list[StandingRow]:
    """Return the changes at the last `most` moments before a time, latest first. A moment is never split."""
    conditions = _STANDING.c.club_id == club_id, _STANDING.c.season == season
    moments = select(_STANDING.c.since).where(*conditions, _STANDING.c.since < before).distinct()
    times = list(session.scalars(moments.order_by(_STANDING.c.since.desc()).limit(most)))
    if not times:
        return []
    query = select_standings(*conditions, _STANDING.c.since.between(times[-1], times[0]))
    rows = session.execute(query.order_by(_STANDING.c.since.desc(), _STANDING.c.id.desc()))
    return [decode_standing(row) for row in rows]


def list_ended_standings(session: Session, club_id: int, season: int, times: Sequence[str]) -> list[StandingRow]:
    """Return the rows that ended at these moments, in the order of writing."""
    conditions = _STANDING.c.club_id == club_id, _STANDING.c.season == season
    query = select_standings(*conditions, _STANDING.c.until.in_(times)).order_by(_STANDING.c.id)
    return [decode_standing(row) for row in session.execute(query)]


def entries_of(session: Session, club_id: int, seqs: Collection[int]) -> dict[int, ClubEntryRow]:
    """Return these entries of a club's journal by `seq`."""
    columns = _ENTRY.c.seq, _ENTRY.c.kind, _ENTRY.c.author, _ENTRY.c.body
    rows = session.execute(select(*columns).where(_ENTRY.c.club_id == club_id, _ENTRY.c.seq.in_(seqs)))
    return {
        row.seq: ClubEntryRow(row.kind, row.author, None if row.body is None else _decode(row.body)) for row in rows
    }


def _is_part(selection: PartSelection) -> tuple[ColumnElement[bool], ...]:
    is_share = (_PART.c[name] == number for name, number in selection.share._asdict().items())
    return (_PART.c.club_id == selection.club_id, *is_share, *_is_held(selection), is_played_until(selection.last_day))


def _is_held(selection: PartSelection) -> tuple[ColumnElement[bool], ...]:
    """Condition for results that hold at the selected time."""
    at = selection.moment
    return (_PART.c.until == OPEN_END,) if at is None else (_PART.c.since <= at, _PART.c.until > at)
