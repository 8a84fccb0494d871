"""What is known of a game beside its journal."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from trexscore.db.models import Base, Entry, Game

_AT_ONCE = 500


class Head(NamedTuple):
    """`started_key` is a secret of whoever started it; `in_club`: some club counts it, or has counted it."""

    started_key: str
    uid: str
    in_club: bool


def head_of(session: Session, game_id: int) -> Head:
    """A game that is there."""
    return Head(*session.execute(_HEAD, {"number": game_id}).one())


_GAMES = Base.metadata.tables["game"]
_HEAD = select(_GAMES.c.started_key, _GAMES.c.uid, _GAMES.c.in_club).where(_GAMES.c.id == bindparam("number"))


class Named(NamedTuple):
    """A game found by its public name; `started_at` is when the server received its first entry."""

    id: int
    started_at: str


def game_named(session: Session, uid: str) -> Named | None:
    """The game with this public name."""
    row = session.execute(
        select(Game.id, Entry.received_at)
        .join(Entry, (Entry.game_id == Game.id) & (Entry.seq == 1))
        .where(Game.uid == uid)
    ).one_or_none()
    return None if row is None else Named(*row)


def games_known(session: Session, uids: Sequence[str]) -> dict[str, Named]:
    """Those of these games that are there, by their public names."""
    found: dict[str, Named] = {}
    for first in range(0, len(uids), _AT_ONCE):
        rows = session.execute(
            select(Game.uid, Game.id, Entry.received_at)
            .join(Entry, (Entry.game_id == Game.id) & (Entry.seq == 1))
            .where(Game.uid.in_(uids[first : first + _AT_ONCE]))
        )
        found |= {row.uid: Named(row.id, row.received_at) for row in rows}
    return found


def name_cards(session: Session, game_id: int, card_names: str) -> None:
    """Keep what this table calls some cards in Arabic."""
    session.execute(update(Game).where(Game.id == game_id).values(card_names=card_names))


def mark_in_club(session: Session, game_id: int) -> None:
    """From now on clubs are told what is written in this game. Touches no row that says so already."""
    session.execute(update(Game).where(Game.id == game_id, Game.in_club.is_(False)).values(in_club=True))


def mark_all_in_club(session: Session, game_ids: Sequence[int]) -> None:
    """The same of many games."""
    for first in range(0, len(game_ids), _AT_ONCE):
        ours = Game.id.in_(game_ids[first : first + _AT_ONCE]), Game.in_club.is_(False)
        session.execute(update(Game).where(*ours).values(in_club=True))
