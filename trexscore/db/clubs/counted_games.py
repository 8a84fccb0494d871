"""The games that a club counts, or has counted: the last word on each, and what it comes to."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.counted import CountedGame, counted_in
from trexscore.club.game_outcome import GameOutcome
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.models import Base, Game
from trexscore.ledger.canonical import canonical

_GAME, _MEMBER = (Base.metadata.tables[name] for name in ("club_game", "club_game_member"))
_OURS = _GAME.c.club_id == bindparam("club"), _GAME.c.game_id == bindparam("game")
_REPLACED = update(_GAME).where(*_OURS)
_COUNTING = select(_GAME.c.club_id).where(_GAME.c.game_id == bindparam("game")).order_by(_GAME.c.club_id)
_COLUMNS = tuple(_GAME.c[name] for name in ("game_id", "uid", "seq", "counted_seq", "sort", "counted", "came_to"))
_ONE = select(*_COLUMNS).where(*_OURS)
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class GameRow(NamedTuple):
    """A game that a club counts, or has counted: then its last `word` is None."""

    game_id: int
    uid: str
    seq: int
    counted_seq: int
    sort: str
    word: CountedGame | None
    came_to: GameOutcome

    @property
    def counted(self) -> CountedGame | None:
        """How it is counted, by the seats of what it came to."""
        return None if self.word is None else self.word.seated(self.came_to.sits)

    @property
    def started_at(self) -> str:
        """When it started, as the journal writes it."""
        return self.sort.split()[1]


def put_game(session: Session, club_id: int, row: GameRow, *, counting: bool) -> None:
    """Write down the last word on a game, what it comes to, and whether it gives something in some season."""
    values = game_values(club_id, row, counting=counting)
    ours = {"club": club_id, "game": row.game_id}
    if session.connection().execute(_REPLACED, {**values, **ours}).rowcount == 0:
        session.execute(insert(_GAME).values(values))
    session.execute(delete(_MEMBER).where(_MEMBER.c.club_id == club_id, _MEMBER.c.game_id == row.game_id))
    members = member_values(club_id, row)
    if members:
        session.execute(insert(_MEMBER), members)


def put_result(session: Session, club_id: int, row: GameRow, *, counting: bool) -> None:
    """Write down what a game comes to now, and whether it gives something in some season."""
    ours = {"club": club_id, "game": row.game_id}
    session.connection().execute(_REPLACED, {**_result_values(row.came_to), "counting": counting, **ours})


def mark_counting(session: Session, club_id: int, game_id: int, *, counting: bool) -> None:
    """From now on a game gives something in some season, or in none."""
    ours = (_GAME.c.club_id == club_id) & (_GAME.c.game_id == game_id)
    session.execute(update(_GAME).where(ours).values(counting=counting))


def game_values(club_id: int, row: GameRow, *, counting: bool) -> dict[str, Any]:
    """A game as it is stored."""
    word = row.word
    return {
        "club_id": club_id,
        "game_id": row.game_id,
        "uid": row.uid,
        "seq": row.seq,
        "counted_seq": row.counted_seq,
        "sort": row.sort,
        **_result_values(row.came_to),
        "counted": as_text(None if word is None else word.as_said()),
        "on_day": row.sort[:10],
        "evening": None if word is None else word.evening,
        "counting": counting,
    }


def _result_values(came: GameOutcome) -> dict[str, Any]:
    return {"came_to": as_text(came.as_json()), "result_key": result_key(came)}


def result_key(came: GameOutcome) -> str | None:
    """The same for the same rules and result, signed off or not, whichever seats players were first written in."""
    if came.result is None:
        return None
    said = came.as_json()
    return hashlib.sha256(canonical({name: said[name] for name in ("complete", "rules", "result")})).hexdigest()


def member_values(club_id: int, row: GameRow) -> list[dict[str, int]]:
    """The members named for a seat of a game, as they are stored; none of a game that was withdrawn."""
    named = set() if row.word is None else {*row.word.members, *row.word.played_by}
    numbers = sorted(number for number in named if number is not None)
    return [{"club_id": club_id, "member": number, "game_id": row.game_id} for number in numbers]


def games_naming(club_id: int, members: Collection[int]) -> Select[int]:
    """A statement for the numbers of the games that a club counts and in which one of these is named for a seat."""
    return select(_MEMBER.c.game_id).where(_MEMBER.c.club_id == club_id, _MEMBER.c.member.in_(members))


def counted_by_any(session: Session, game_id: int, club_ids: Sequence[int]) -> bool:
    """Whether one of these clubs counts a game, or has counted it."""
    named = _GAME.c.game_id == game_id, _GAME.c.club_id.in_(club_ids)
    return session.scalar(select(_GAME.c.game_id).where(*named).limit(1)) is not None


def game_row(session: Session, club_id: int, uid: str) -> GameRow | None:
    """A game that this club has ever counted."""
    number = select(Game.id).where(Game.uid == uid).scalar_subquery()
    return next(_games(session, club_id, _GAME.c.game_id == number), None)


def games_named(session: Session, club_id: int, uids: Collection[str]) -> dict[str, GameRow]:
    """Those of these games that this club has ever counted."""
    return {row.uid: row for row in _games(session, club_id, _GAME.c.uid.in_(uids), order=None)}


def games_of_night(session: Session, club_id: int, evening: int) -> list[GameRow]:
    """The games of an evening, in the order in which they were counted."""
    return sorted(_games(session, club_id, _GAME.c.evening == evening, order=None), key=lambda row: row.seq)


def counted_by_night(session: Session, club_id: int, evenings: Collection[int]) -> dict[int, list[CountedGame]]:
    """The games that count as of these evenings, in the order in which they started: how they are counted, no more."""
    columns = _GAME.c.evening, _GAME.c.sort, _GAME.c.counted
    wanted = select(*columns).where(_GAME.c.club_id == club_id, _GAME.c.evening.in_(evenings))
    found: dict[int, list[CountedGame]] = {number: [] for number in evenings}
    for evening, _sort, counted in sorted(session.execute(wanted).all(), key=lambda row: row.sort):
        said = _decode(counted)
        if said is not None:
            found[evening].append(counted_in(said))
    return found


def games_between(session: Session, club_id: int, first: str = "", last: str = OPEN_END) -> Iterator[GameRow]:
    """Every game of those days, in their order."""
    return _games(session, club_id, (_GAME.c.sort >= first) & (_GAME.c.sort < last + OPEN_END))


def games_of(session: Session, club_id: int, place: str, most: int) -> list[GameRow]:
    """So many games behind a place in their order."""
    return list(_games(session, club_id, _GAME.c.sort > place, most))


def games_before(session: Session, club_id: int, place: str, most: int) -> list[GameRow]:
    """So many of the games that count, or may come to count, before a place in their order: the latest first."""
    before = (_GAME.c.sort < place) & (_GAME.c.counted != "null")
    return list(_games(session, club_id, before, most, order=_GAME.c.sort.desc()))


def games_with(session: Session, club_id: int, members: Collection[int]) -> Iterator[GameRow]:
    """Every game that is counted for one of these, or in which one of them sat, in their order."""
    return _games(session, club_id, _GAME.c.game_id.in_(games_naming(club_id, members)))


def number_of_games(session: Session, club_id: int) -> int:
    """How many games a club counts, or has counted."""
    return session.scalar(select(func.count()).select_from(_GAME).where(_GAME.c.club_id == club_id)) or 0


def clubs_counting(session: Session, game_id: int) -> list[int]:
    """The clubs that count a game, or have counted it."""
    return list(session.scalars(_COUNTING, {"game": game_id}))


def game_in(session: Session, club_id: int, game_id: int) -> GameRow:
    """A game that the club counts or has counted."""
    return _game(session.execute(_ONE, {"club": club_id, "game": game_id}).one())


def _games(
    session: Session,
    club_id: int,
    which: ColumnElement[bool],
    most: int | None = None,
    *,
    order: ColumnElement[str] | None = _GAME.c.sort,
) -> Iterator[GameRow]:
    """Without an order few rows are found by their own index: SQLite would walk through all of the club in order."""
    wanted = select(*_COLUMNS).where(_GAME.c.club_id == club_id, which).order_by(order).limit(most)
    yield from map(_game, session.execute(wanted).all())


def _game(row: Any) -> GameRow:  # noqa: ANN401 - a row
    game_id, uid, seq, counted_seq, sort, counted, came_to = row
    said, came = _decode(counted), GameOutcome.from_json(_decode(came_to))
    return GameRow(game_id, uid, seq, counted_seq, sort, said and counted_in(said), came)


def counted_by(word: str, came: GameOutcome) -> CountedGame | None:
    """How a game is counted by its word as it is stored, in the seats of what it came to; None of one withdrawn."""
    said = _decode(word)
    return None if said is None else counted_in(said).seated(came.sits)


def as_text(value: object) -> str:
    """As JSON is stored."""
    return _encode(value).decode()
