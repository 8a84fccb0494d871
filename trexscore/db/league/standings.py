"""What the pages of standings ask of the derived rows. Each question goes by an index, over few rows.

How many games a season has must not show: the table is a row for each of its players, a head to head a row for every
two of those tied, and what lies behind a row is read page by page.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Row, bindparam, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.counted import CountedGame
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.season_shares import Share
from trexscore.db.clubs.counted_games import counted_by
from trexscore.db.clubs.models import DAY, OPEN_END
from trexscore.db.league.results import Since, StandingRow, held_at, standing_in, standings_where
from trexscore.db.league.results_by_day import HOW, TWO, Two, between, named, played_until
from trexscore.db.models import Base
from trexscore.league.basis import Basis
from trexscore.league.meetings import Meeting, together
from trexscore.league.tally import Tally
from trexscore.ledger.chain import Body

_GAME, _PART, _STANDING, _MEETING, _ENTRY = (
    Base.metadata.tables[name] for name in ("club_game", "part", "standing", "meeting", "club_entry")
)
_MEETING_OVER = (
    update(_MEETING)
    .where(_MEETING.c.club_id == bindparam("club"), _MEETING.c.until == OPEN_END)
    .where(*(_MEETING.c[name] == bindparam(f"of_{name}") for name in ("season", *TWO)))
    .values(until=bindparam("then"))
)
_NEW_MEETING = insert(_MEETING)
_MET = select(*(_MEETING.c[name] for name in ("season", *TWO, *HOW))).where(
    _MEETING.c.club_id == bindparam("club"),
    _MEETING.c.until == OPEN_END,
    *(_MEETING.c[name].in_(bindparam(name, expanding=True)) for name in ("season", "member", "other")),
)
_decode = msgspec.json.Decoder().decode


class Behind(NamedTuple):
    """Of whose games is asked: those that count now, or that counted at a time; if told, played until a day."""

    club_id: int
    share: Share
    at: str | None = None
    until: str = ""


class Met(NamedTuple):
    """How often two had met, from when to when."""

    two: Two
    times: tuple[int, int, int]
    """The first of the two ahead, level, behind."""
    since: str
    until: str


class ClubSaid(NamedTuple):
    """An entry of a club: its author is a member's number, as text."""

    kind: str
    author: str | None
    body: Body | None


class PartOf(NamedTuple):
    """A game behind somebody's row: what it gave, on which day, and what the club knows of it.

    `others`: to whom else it gave something at the time that is asked for; None where that is now.
    """

    part_id: int
    uid: str
    on_day: str
    points: int
    tally: Tally
    counted: CountedGame | None
    others: tuple[int, ...] | None


def change_meetings(session: Session, club_id: int, more: Mapping[Two, Sequence[int]], since: Since) -> None:
    """These have finished so much more often ahead, level and behind."""
    if not more:
        return
    each = {
        "season": [*{one.season for one, _ in more}],
        "member": [*{one.member for one, _ in more}],
        "other": [*{other.member for _, other in more}],
    }
    met: dict[Two, Sequence[int]] = {}
    for season, member, partner, other, other_partner, *times in session.execute(_MET, {"club": club_id, **each}):
        met[Share(season, member, partner), Share(season, other, other_partner)] = times
    ends = [{**{f"of_{name}": n for name, n in named(two).items()}, "then": since[two[0].season]} for two in more]
    session.connection().execute(_MEETING_OVER, [{**end, "club": club_id} for end in ends])
    rows = [
        meeting_values(club_id, two, together(met.get(two, (0, 0, 0)), times), since[two[0].season])
        for two, times in more.items()
    ]
    session.connection().execute(_NEW_MEETING, rows)


def meeting_values(club_id: int, two: Two, times: Sequence[int], since: str) -> dict[str, Any]:
    """How often two have met from now on, as it is stored."""
    return {"club_id": club_id, **named(two), **dict(zip(HOW, times, strict=True)), "since": since, "until": OPEN_END}


def meetings_among(
    session: Session, club_id: int, shares: Sequence[Share], at: str | None = None
) -> Iterator[Meeting[Share]]:
    """How often every two of these have met; the games of a pair against one that shares a member are none."""
    season = shares[0].season
    rows = [_MEETING.c.club_id == club_id, _MEETING.c.season == season]
    now = (
        *rows,
        _MEETING.c.until == OPEN_END,
        *between(_MEETING, shares),
    )
    when = now if at is None else (held_at(session, _MEETING, TWO, now, at),)
    wanted = select(*(_MEETING.c[name] for name in (*TWO, *HOW))).where(*when)
    for member, partner, other, other_partner, ahead, level, behind in session.execute(wanted):
        yield Meeting(Share(season, member, partner), Share(season, other, other_partner), ahead, level, behind)


class MeetingsSince:
    """Who had met how often at any time since `start`: read once, for many groups or tables of a season.

    `is_all` is False where there are more rows than `most`: then nothing is known here.
    """

    def __init__(self, session: Session, club_id: int, season: int, start: str | None, most: int | None = None) -> None:
        columns = [_MEETING.c[name] for name in (*TWO, *HOW, "since", "until")]
        mine = _MEETING.c.club_id == club_id, _MEETING.c.season == season
        when = _MEETING.c.until == OPEN_END if start == OPEN_END else _MEETING.c.until > (start or "")
        self.session, self.most = session, most
        self.wanted = select(*columns).where(*mine, when).limit(most)

    @property
    def is_all(self) -> bool:
        return self.most is None or len(self._rows) < self.most

    @cached_property
    def _rows(self) -> Sequence[Row[Any]]:
        """Read when they are asked for: in many seasons nobody is tied, or no tie is broken by meetings."""
        return self.session.execute(self.wanted).all()

    @cached_property
    def _held(self) -> dict[tuple[Any, ...], list[tuple[Any, ...]]]:
        held: dict[tuple[Any, ...], list[tuple[Any, ...]]] = defaultdict(list)
        for row in self._rows:
            held[tuple(row[:4])].append(tuple(row[4:]))
        return held

    def among(self, shares: Sequence[Share], at: str | None) -> Iterator[Meeting[Share]]:
        """The same as `meetings_among`."""
        for one, other in combinations(sorted(shares), 2):
            for *times, since, until in self._held.get((*one[1:], *other[1:]), ()):
                if until == OPEN_END if at is None else since <= at < until:
                    yield Meeting(one, other, *times)


def all_meetings(session: Session, club_id: int) -> Iterator[Met]:
    """How often every two have met, now and ever before, in the order in which that was written."""
    columns = [_MEETING.c[name] for name in ("season", *TWO, *HOW, "since", "until")]
    wanted = select(*columns).where(_MEETING.c.club_id == club_id).order_by(_MEETING.c.id)
    for season, member, partner, other, other_partner, *times, since, until in session.execute(wanted):
        two = Share(season, member, partner), Share(season, other, other_partner)
        yield Met(two, (times[0], times[1], times[2]), since, until)


def has_stood(session: Session, club_id: int, share: Share) -> bool:
    """Whether somebody has ever had a row in a season."""
    whose = (_STANDING.c[name] == number for name, number in share._asdict().items())
    return session.scalar(select(_STANDING.c.id).where(_STANDING.c.club_id == club_id, *whose).limit(1)) is not None


def games_behind(
    session: Session, behind: Behind, first: int, most: int, foremost: Collection[int] = ()
) -> list[PartOf]:
    """The games that give something to somebody, from the one with this number on.

    The latest stand first, those that are `foremost` before all others.
    """
    of_game = _PART.c.game_id, _GAME.c.uid, _GAME.c.counted, _GAME.c.came_to
    columns = _PART.c.id, _PART.c.sort, _PART.c.points, _PART.c.tally, *of_game
    wanted = (
        select(*columns)
        .join(_GAME, (_GAME.c.club_id == _PART.c.club_id) & (_GAME.c.game_id == _PART.c.game_id))
        .where(*_of(behind))
        .order_by(*((_PART.c.id.in_(foremost).desc(),) if foremost else ()), _PART.c.sort.desc())
        .offset(first)
        .limit(most)
    )
    rows = session.execute(wanted).all()
    others = None if behind.at is None else _others(session, behind, [row.game_id for row in rows])
    return [
        PartOf(
            part_id,
            uid,
            place[:DAY],
            points,
            Tally.from_json(_decode(tally)),
            counted_by(counted, GameOutcome.from_json(_decode(came_to))),
            None if others is None else tuple(others[game_id]),
        )
        for part_id, place, points, tally, game_id, uid, counted, came_to in rows
    ]


def _others(session: Session, behind: Behind, games: Collection[int]) -> Mapping[int, list[int]]:
    """To whom else these games gave something in the season at that time."""
    share = behind.share
    wanted = select(_PART.c.game_id, _PART.c.member, _PART.c.partner).where(
        _PART.c.club_id == behind.club_id, _PART.c.season == share.season, _PART.c.game_id.in_(games), *_held(behind)
    )
    found: dict[int, list[int]] = defaultdict(list)
    for game_id, *people in session.execute(wanted.order_by(_PART.c.member)):
        found[game_id] += [one for one in people if one and one not in share.people]
    return found


def parts_that_count(session: Session, behind: Behind, basis: Basis, *, fewer: bool) -> frozenset[int]:
    """Which of somebody's games a basis of the best counts: the same that `league.basis.counting` picks."""
    first = select(_PART.c.id, _PART.c.points, _PART.c.sort).where(*_of(behind)).order_by(_PART.c.sort)
    looked_at = first.limit(basis.of).subquery()
    by = looked_at.c.points if fewer else looked_at.c.points.desc()
    return frozenset(session.scalars(select(looked_at.c.id).order_by(by, looked_at.c.sort).limit(basis.best)))


def changes_before(session: Session, club_id: int, season: int, before: str, most: int) -> list[StandingRow]:
    """The changes of so many moments before a time, the latest first; what changed at one moment is not torn apart."""
    mine = _STANDING.c.club_id == club_id, _STANDING.c.season == season
    moments = select(_STANDING.c.since).where(*mine, _STANDING.c.since < before).distinct()
    times = list(session.scalars(moments.order_by(_STANDING.c.since.desc()).limit(most)))
    if not times:
        return []
    wanted = standings_where(*mine, _STANDING.c.since.between(times[-1], times[0]))
    rows = session.execute(wanted.order_by(_STANDING.c.since.desc(), _STANDING.c.id.desc()))
    return [standing_in(row) for row in rows]


def rows_before(session: Session, club_id: int, season: int, times: Sequence[str]) -> list[StandingRow]:
    """What ended at these moments, in the order in which it was written."""
    mine = _STANDING.c.club_id == club_id, _STANDING.c.season == season
    wanted = standings_where(*mine, _STANDING.c.until.in_(times)).order_by(_STANDING.c.id)
    return [standing_in(row) for row in session.execute(wanted)]


def entries_of(session: Session, club_id: int, seqs: Collection[int]) -> dict[int, ClubSaid]:
    """These entries of a club's journal."""
    columns = _ENTRY.c.seq, _ENTRY.c.kind, _ENTRY.c.author, _ENTRY.c.body
    rows = session.execute(select(*columns).where(_ENTRY.c.club_id == club_id, _ENTRY.c.seq.in_(seqs)))
    return {row.seq: ClubSaid(row.kind, row.author, None if row.body is None else _decode(row.body)) for row in rows}


def _of(behind: Behind) -> tuple[ColumnElement[bool], ...]:
    whose = (_PART.c[name] == number for name, number in behind.share._asdict().items())
    return (_PART.c.club_id == behind.club_id, *whose, *_held(behind), played_until(behind.until))


def _held(behind: Behind) -> tuple[ColumnElement[bool], ...]:
    """What games gave at the time that is asked for."""
    at = behind.at
    return (_PART.c.until == OPEN_END,) if at is None else (_PART.c.since <= at, _PART.c.until > at)
