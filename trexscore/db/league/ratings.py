"""The derived rows of a club's ratings: after every game, the last ones, and from where on they are being redone."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Table, bindparam, delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from trexscore.club.game_seats import NOBODY, Who
from trexscore.db.league import models
from trexscore.db.models import Base
from trexscore.db.upserts import put
from trexscore.league.ratings import Rating

_RATING, _RATED, _DUE = (
    Base.metadata.tables[model.__tablename__] for model in (models.RatingAfter, models.Rated, models.RatingsDue)
)
_CLUB_GAME = Base.metadata.tables["club_game"]
_END = "z"
_AFTER = select(_RATING).where(
    _RATING.c.club_id == bindparam("club"), _RATING.c.sort >= bindparam("first"), _RATING.c.sort < bindparam("end")
)
_LAST = select(_RATED).where(
    _RATED.c.club_id == bindparam("club"),
    *(_RATED.c[name].in_(bindparam(name, expanding=True)) for name in ("member", "partner")),
)
_DUE_FROM = select(_DUE.c.sort).where(_DUE.c.club_id == bindparam("club"))
_NEW = insert(_RATING)
_ORDER = _RATING.c.sort, _RATING.c.game_id, _RATING.c.member, _RATING.c.partner
_RATED_GAMES = (
    select(_RATING, _CLUB_GAME.c.uid)
    .join(_CLUB_GAME, (_CLUB_GAME.c.club_id == _RATING.c.club_id) & (_CLUB_GAME.c.game_id == _RATING.c.game_id))
    .order_by(*_ORDER)
)


class RatingRow(NamedTuple):
    """A rating after a game, which was so many of theirs."""

    rating: Rating
    games: int
    sort: str


class RatedRow(NamedTuple):
    """Somebody's last rating."""

    who: Who
    row: RatingRow


class RatedGame(NamedTuple):
    """Somebody's rating after a game; `place` is where this row stands among all of them."""

    uid: str
    who: Who
    row: RatingRow
    place: "Place"


Place = tuple[str, int, int, int]
AT_THE_START: Place = ("", 0, 0, 0)
Key = tuple[int, Who]
"""A game, and whose rating."""


def between(session: Session, club_id: int, first: str = "", end: str = _END) -> dict[int, dict[Who, RatingRow]]:
    """The ratings after the games from one place on until before another, by game."""
    found: dict[int, dict[Who, RatingRow]] = defaultdict(dict)
    for row in session.execute(_AFTER, {"club": club_id, "first": first, "end": end}):
        found[row.game_id][row.member, row.partner] = _row(row)
    return found


def last_before(session: Session, club_id: int, who: Who, place: str = _END) -> RatingRow | None:
    """The rating of somebody before a game."""
    wanted = select(_RATING).where(*_of(_RATING, club_id, who), _RATING.c.sort < place)
    row = session.execute(wanted.order_by(_RATING.c.sort.desc()).limit(1)).one_or_none()
    return None if row is None else _row(row)


def places(session: Session, club_id: int, who: Who, first: str = "", last: str = _END) -> list[str]:
    """The places of all games of these days that somebody has a rating after, in their order."""
    days = _RATING.c.sort >= first, _RATING.c.sort < last + _END
    wanted = select(_RATING.c.sort).where(*_of(_RATING, club_id, who), *days)
    return list(session.scalars(wanted.order_by(_RATING.c.sort)).all())


def history(session: Session, club_id: int, who: Who, after: Collection[str]) -> list[RatingRow]:
    """Somebody's ratings after the games at these places, in their order."""
    wanted = select(_RATING).where(*_of(_RATING, club_id, who), _RATING.c.sort.in_(after))
    return [_row(row) for row in session.execute(wanted.order_by(_RATING.c.sort))]


def behind(session: Session, club_id: int, place: Place, most: int) -> list[RatedGame]:
    """So many ratings behind a place: game after game, whose they are by their numbers."""
    wanted = _RATED_GAMES.where(_RATING.c.club_id == club_id, tuple_(*_ORDER) > tuple_(*place))
    return [_rated_game(row) for row in session.execute(wanted.limit(most))]


def of_person(session: Session, club_id: int, numbers: Collection[int]) -> Iterator[RatedGame]:
    """The ratings of somebody after each of their games, also those with partners."""
    theirs = _RATING.c.member.in_(numbers) | _RATING.c.partner.in_(numbers)
    return map(_rated_game, session.execute(_RATED_GAMES.where(_RATING.c.club_id == club_id, theirs)))


def drop(session: Session, club_id: int, game_id: int) -> list[Who]:
    """A game gives no ratings any more: whose they were."""
    ours = (_RATING.c.club_id == club_id, _RATING.c.game_id == game_id)
    columns = _RATING.c.member, _RATING.c.partner
    whose = [(row.member, row.partner) for row in session.execute(select(*columns).where(*ours))]
    if whose:
        session.execute(delete(_RATING).where(*ours))
    return whose


def change(
    session: Session, club_id: int, over: Iterable[Key], new: Mapping[Key, RatingRow], other: Mapping[Key, RatingRow]
) -> None:
    """Take ratings away, add some, and change others."""
    gone = [{"g": game, "m": who[0], "p": who[1]} for game, who in over]
    if gone:
        session.connection().execute(delete(_RATING).where(*_bound(club_id)), gone)
    if new:
        session.execute(
            _NEW,
            [
                {"club_id": club_id, "game_id": game, "member": who[0], "partner": who[1], **_values(row)}
                for (game, who), row in new.items()
            ],
        )
    changed = [
        {
            "g": game,
            "m": who[0],
            "p": who[1],
            "s": row.sort,
            "n": row.games,
            "mu_": row.rating.mu,
            "s_": row.rating.sigma,
        }
        for (game, who), row in other.items()
    ]
    if changed:
        names = (("sort", "s"), ("games", "n"), ("mu", "mu_"), ("sigma", "s_"))
        values: dict[str, Any] = {name: bindparam(value) for name, value in names}
        session.connection().execute(update(_RATING).where(*_bound(club_id)).values(values), changed)


def settle(session: Session, club_id: int, whose: Iterable[Who]) -> None:
    """Keep the last ratings of these as such."""
    keep_last(session, club_id, {who: last_before(session, club_id, who) for who in sorted(set(whose))})


def keep_last(
    session: Session,
    club_id: int,
    last: Mapping[Who, RatingRow | None],
    kept: Mapping[Who, RatingRow] | None = None,
) -> None:
    """Keep these as last ratings; none of those who have none any more. `kept`: those until now, where known."""
    kept = last_kept(session, club_id, last) if kept is None else kept
    changed = {who: row for who, row in last.items() if kept.get(who) != row}
    gone = [{"m": who[0], "p": who[1]} for who, row in changed.items() if who in kept and row is None]
    if gone:
        ours = _RATED.c.member == bindparam("m"), _RATED.c.partner == bindparam("p")
        session.connection().execute(delete(_RATED).where(_RATED.c.club_id == club_id, *ours), gone)
    new = [
        {"club_id": club_id, "member": who[0], "partner": who[1], **_values(row)}
        for who, row in changed.items()
        if row is not None
    ]
    put(session, _RATED, new)


def last_kept(session: Session, club_id: int, whose: Collection[Who]) -> dict[Who, RatingRow]:
    """The last ratings of these, as they are kept."""
    members, partners = ([*{who[place] for who in whose}] for place in (0, 1))
    rows = session.execute(_LAST, {"club": club_id, "member": members, "partner": partners})
    return {(row.member, row.partner): _row(row) for row in rows}


def rated(session: Session, club_id: int, *, pairs: bool) -> list[RatedRow]:
    """The last rating of everybody, or of every pair."""
    wanted = select(_RATED).where(_RATED.c.club_id == club_id)
    wanted = wanted.where(_RATED.c.partner != NOBODY if pairs else _RATED.c.partner == NOBODY)
    return [RatedRow((row.member, row.partner), _row(row)) for row in session.execute(wanted)]


def rated_of(session: Session, club_id: int, who: Who) -> RatingRow | None:
    """Somebody's last rating."""
    row = session.execute(select(_RATED).where(*_of(_RATED, club_id, who))).one_or_none()
    return None if row is None else _row(row)


def due_from(session: Session, club_id: int) -> str | None:
    """From which game on ratings are being redone."""
    return session.scalar(_DUE_FROM, {"club": club_id})


def put_due(session: Session, club_id: int, sort: str | None) -> None:
    """From now on ratings are due from this game on, or none is."""
    session.execute(delete(_DUE).where(_DUE.c.club_id == club_id))
    if sort is not None:
        session.execute(insert(_DUE).values(club_id=club_id, sort=sort))


def forget(session: Session, club_id: int) -> None:
    """Drop everything: it is going to be made again."""
    for rows in (_RATING, _RATED, _DUE):
        session.execute(delete(rows).where(rows.c.club_id == club_id))


def _row(row: Any) -> RatingRow:  # noqa: ANN401 - a row
    return RatingRow(Rating(row.mu, row.sigma), row.games, row.sort)


def _rated_game(row: Any) -> RatedGame:  # noqa: ANN401 - a row
    place = (row.sort, row.game_id, row.member, row.partner)
    return RatedGame(row.uid, (row.member, row.partner), _row(row), place)


def _values(row: RatingRow) -> dict[str, object]:
    return {"sort": row.sort, "games": row.games, "mu": row.rating.mu, "sigma": row.rating.sigma}


def _of(rows: Table, club_id: int, who: Who) -> tuple[ColumnElement[bool], ...]:
    return rows.c.club_id == club_id, rows.c.member == who[0], rows.c.partner == who[1]


def _bound(club_id: int) -> tuple[ColumnElement[bool], ...]:
    columns = (("game_id", "g"), ("member", "m"), ("partner", "p"))
    return _RATING.c.club_id == club_id, *(_RATING.c[name] == bindparam(value) for name, value in columns)
