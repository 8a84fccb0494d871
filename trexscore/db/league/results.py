"""The derived rows of a club's league: what each game gives to whom, and the standings.

Nothing is overwritten: what does not hold any more is given an end, so that the table of any past day is still there.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, ScalarSelect, Table, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.season_shares import Share
from trexscore.db.clubs.counted_games import GameRow, as_text
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.models import Base
from trexscore.league.basis import Basis
from trexscore.league.tally import Tally

_PART, _STANDING = (Base.metadata.tables[name] for name in ("part", "standing"))
_DERIVED = ("played", "faced", "part", "standing", "meeting", "club_game_member", "club_game")
_STANDING_COLUMNS = tuple(
    _STANDING.c[name] for name in ("season", "member", "partner", "tally", "points", "since", "until", "cause", "id")
)
_STANDING_OVER = (
    update(_STANDING)
    .where(_STANDING.c.club_id == bindparam("club"), _STANDING.c.until == OPEN_END)
    .where(*(_STANDING.c[name] == bindparam(f"of_{name}") for name in Share._fields))
    .values(until=bindparam("then"))
)
_NEW_STANDING, _NEW_PART = insert(_STANDING), insert(_PART)
_OF_GAME = select(_PART.c.season, _PART.c.member, _PART.c.partner, _PART.c.tally).where(
    _PART.c.club_id == bindparam("club"), _PART.c.game_id == bindparam("game"), _PART.c.until == OPEN_END
)
_LAST_CHANGE = (
    select(_STANDING.c.since)
    .where(_STANDING.c.club_id == bindparam("club"), _STANDING.c.season == bindparam("of_season"))
    .order_by(_STANDING.c.since.desc())
    .limit(1)
)
_HELD = select(*(_STANDING.c[name] for name in (*Share._fields, "tally", "points"))).where(
    _STANDING.c.club_id == bindparam("club"),
    _STANDING.c.until == OPEN_END,
    *(_STANDING.c[name].in_(bindparam(name, expanding=True)) for name in Share._fields),
)
"""Made once: the last deal of every game runs them."""
_decode = msgspec.json.Decoder().decode


class StandingRow(NamedTuple):
    """What somebody has. `points`: of the games of which the best count, where the season looks at single games."""

    share: Share
    tally: Tally
    points: tuple[int, ...]
    since: str
    until: str
    cause: Mapping[str, Any]
    row_id: int = 0
    """In the order in which rows were written; 0 of one that has not been written yet."""


class Held(NamedTuple):
    """What somebody has at a time, as standings ask for it; `points` as in `StandingRow`."""

    share: Share
    tally: Tally
    points: tuple[int, ...]


class PartRow(NamedTuple):
    """What a game gives or gave to somebody, and when."""

    share: Share
    game_id: int
    sort: str
    points: int
    tally: Tally
    since: str
    until: str


def parts_of_game(session: Session, club_id: int, game_id: int) -> dict[Share, Tally]:
    """What a game gives, as things stand."""
    rows = session.execute(_OF_GAME, {"club": club_id, "game": game_id})
    return {Share(*row[:3]): Tally.from_json(_decode(row.tally)) for row in rows}


Since = Mapping[int, str]
"""By season: from when on a change holds."""


def end_parts(session: Session, club_id: int, game_id: int, shares: Iterable[Share], since: Since) -> None:
    """What a game has given to these ends now."""
    for share in shares:
        session.execute(
            update(_PART)
            .where(
                _PART.c.club_id == club_id, _PART.c.game_id == game_id, _PART.c.until == OPEN_END, *_of(_PART, share)
            )
            .values(until=since[share.season])
        )


def add_parts(session: Session, club_id: int, row: GameRow, parts: Mapping[Share, Tally], since: Since) -> None:
    """What a game gives from now on."""
    if parts:
        session.connection().execute(_NEW_PART, part_values(club_id, row, parts, since))


def part_values(club_id: int, row: GameRow, parts: Mapping[Share, Tally], since: Since) -> list[dict[str, Any]]:
    """What a game gives, as it is stored."""
    common = {"club_id": club_id, "game_id": row.game_id, "sort": row.sort, "until": OPEN_END}
    return [
        {
            **common,
            **share._asdict(),
            "since": since[share.season],
            "points": tally.points,
            "tally": as_text(tally.as_json()),
        }
        for share, tally in parts.items()
    ]


def last_change(session: Session, club_id: int, season: int) -> str:
    """When the standings of a season changed last; before the first change, a time before all others."""
    return session.scalar(_LAST_CHANGE, {"club": club_id, "of_season": season}) or ""


def held_by(session: Session, club_id: int, shares: Collection[Share]) -> dict[Share, Held]:
    """What these have, as things stand."""
    each = {name: [*{share[place] for share in shares}] for place, name in enumerate(Share._fields)}
    rows = ((Share(*row[:3]), row) for row in session.execute(_HELD, {"club": club_id, **each}))
    return {share: Held(share, Tally.from_json(_decode(row.tally)), tuple(_decode(row.points))) for share, row in rows}


def change_standings(session: Session, club_id: int, rows: Sequence[StandingRow]) -> None:
    """What these have from now on; nothing is a row, too, so that it can be told why."""
    if not rows:
        return
    ends = [{**{f"of_{name}": n for name, n in row.share._asdict().items()}, "then": row.since} for row in rows]
    connection = session.connection()
    connection.execute(_STANDING_OVER, [{**end, "club": club_id} for end in ends])
    connection.execute(_NEW_STANDING, [standing_values(club_id, row) for row in rows])


def standing_values(club_id: int, row: StandingRow) -> dict[str, Any]:
    """What somebody has, as it is stored."""
    said = {"tally": as_text(row.tally.as_json()), "points": as_text(list(row.points)), "cause": as_text(row.cause)}
    return {"club_id": club_id, **row.share._asdict(), "since": row.since, "until": row.until, **said}


def best_points(  # noqa: PLR0913 - whose, of which games, and which of them are the best
    session: Session, club_id: int, share: Share, basis: Basis, *, fewer: bool, until: str = ""
) -> list[int]:
    """The points of somebody's games, or of those played until a day, that a basis of the best has to look at."""
    wanted = select(_PART.c.points).where(
        _PART.c.club_id == club_id, _PART.c.until == OPEN_END, *_of(_PART, share), _PART.c.sort < until + OPEN_END
    )
    if basis.of is not None:
        return list(session.scalars(wanted.order_by(_PART.c.sort).limit(basis.of)))
    by = _PART.c.points if fewer else _PART.c.points.desc()
    return list(session.scalars(wanted.order_by(by, _PART.c.sort).limit(basis.best)))


def points_in_order(session: Session, club_id: int, share: Share) -> Counter[tuple[str, int]]:
    """Someone's games that count now: place among the club's games, and points."""
    wanted = select(_PART.c.sort, _PART.c.points).where(
        _PART.c.club_id == club_id, _PART.c.until == OPEN_END, *_of(_PART, share)
    )
    return Counter((row.sort, row.points) for row in session.execute(wanted))


def shares_in(session: Session, club_id: int, season: int) -> list[Share]:
    """Everybody who has something in a season, as things stand."""
    wanted = select(_STANDING.c.season, _STANDING.c.member, _STANDING.c.partner).where(
        _STANDING.c.club_id == club_id, _STANDING.c.season == season, _STANDING.c.until == OPEN_END
    )
    return [Share(*row) for row in session.execute(wanted)]


def players_now(session: Session, club_id: int, seasons: Collection[int]) -> frozenset[int]:
    """Members with a game that counts in the standings of these seasons, alone or in a pair, by their entries."""
    now = _STANDING.c.club_id == club_id, _STANDING.c.season.in_(seasons), _STANDING.c.until == OPEN_END
    rows = map(standing_in, session.execute(standings_where(*now)))
    return frozenset(number for row in rows if row.tally.games for number in row.share[1:] if number)


def table(session: Session, club_id: int, season: int, at: str | None = None) -> list[StandingRow]:
    """Who has what in a season: as things stand, or as they stood at a time."""
    now = _STANDING.c.club_id == club_id, _STANDING.c.season == season, _STANDING.c.until == OPEN_END
    when = now if at is None else (held_at(session, _STANDING, ("member", "partner"), now, at),)
    return [standing_in(row) for row in session.execute(standings_where(*when))]


def held(session: Session, club_id: int, season: int, at: str | None = None) -> list[Held]:
    """The same, no more than standings ask for: there may be thousands of pairs."""
    rows, then = _STANDING, _STANDING.alias()
    now = rows.c.club_id == club_id, rows.c.season == season, rows.c.until == OPEN_END
    if at is None:
        wanted = select(rows.c.member, rows.c.partner, rows.c.tally, rows.c.points).where(*now)
    else:
        latest = _latest_at(rows, ("member", "partner"), at)
        wanted = select(then.c.member, then.c.partner, then.c.tally, then.c.points)
        wanted = wanted.select_from(rows.join(then, then.c.id == latest)).where(*now)
    return [
        Held(Share(season, member, partner), Tally.from_json(_decode(tally)), tuple(_decode(points)))
        for member, partner, tally, points in session.execute(wanted).all()
    ]


def last_row(session: Session, club_id: int, season: int) -> tuple[str, int]:
    """When the standings of a season changed last, and by which row: every change has one that comes later."""
    wanted = select(_STANDING.c.since, _STANDING.c.id).where(
        _STANDING.c.club_id == club_id, _STANDING.c.season == season
    )
    row = session.execute(wanted.order_by(_STANDING.c.since.desc(), _STANDING.c.id.desc()).limit(1)).one_or_none()
    return ("", 0) if row is None else (row.since, row.id)


def held_at(
    session: Session, rows: Table, key: Sequence[str], now: Sequence[ColumnElement[bool]], at: str
) -> ColumnElement[bool]:
    """Which rows held at a time, of those who have one now: each found by its key, whatever lies between."""
    found = session.scalars(select(_latest_at(rows, key, at)).where(*now))
    return rows.c.id.in_([number for number in found if number])


def _latest_at(rows: Table, key: Sequence[str], at: str) -> ScalarSelect[int]:
    """The number of the row that held at a time for whom a row of `rows` is."""
    then = rows.alias()
    same = (then.c[name] == rows.c[name] for name in ("club_id", "season", *key))
    held = select(then.c.id).where(*same, then.c.since <= at, then.c.until > at)
    return held.order_by(then.c.since.desc()).limit(1).correlate(rows).scalar_subquery()


def standings_where(*which: ColumnElement[bool]) -> Any:  # noqa: ANN401 - a statement
    """A statement for rows that `standing_in` reads."""
    return select(*_STANDING_COLUMNS).where(*which)


def standing_in(row: Any) -> StandingRow:  # noqa: ANN401 - a row
    """What a row of `standings_where` says."""
    tally, points = Tally.from_json(_decode(row.tally)), tuple(_decode(row.points))
    return StandingRow(Share(*row[:3]), tally, points, row.since, row.until, _decode(row.cause), row.id)


def all_parts(session: Session, club_id: int) -> Iterator[PartRow]:
    """What every game gives and has given, in the order in which that was written."""
    names = ("season", "member", "partner", "game_id", "sort", "points", "tally", "since", "until")
    wanted = select(*(_PART.c[name] for name in names)).where(_PART.c.club_id == club_id).order_by(_PART.c.id)
    for season, member, partner, game_id, sort, points, tally, since, until in session.execute(wanted):
        share = Share(season, member, partner)
        yield PartRow(share, game_id, sort, points, Tally.from_json(_decode(tally)), since, until)


def all_standings(session: Session, club_id: int) -> Iterator[StandingRow]:
    """What everybody has and has had in every season, in the order in which that was written."""
    wanted = select(*_STANDING_COLUMNS).where(_STANDING.c.club_id == club_id).order_by(_STANDING.c.id)
    return map(standing_in, session.execute(wanted))


def forget(session: Session, club_id: int) -> None:
    """Drop what is derived: it is going to be made again."""
    for rows in (Base.metadata.tables[name] for name in _DERIVED):
        session.execute(delete(rows).where(rows.c.club_id == club_id))


def _of(rows: Any, share: Share) -> tuple[ColumnElement[bool], ...]:  # noqa: ANN401 - either table
    return rows.c.season == share.season, rows.c.member == share.member, rows.c.partner == share.partner
