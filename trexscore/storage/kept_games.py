"""The links of games that a club keeps: a right, so that no word in a journal can give it."""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from trexscore.storage.club_models import STILL, ClubLink
from trexscore.storage.clubs import KEEPS, KEEPS_ALONE, OF_GAMES
from trexscore.storage.links import May, Scope, make_links
from trexscore.storage.models import Game, Link

_AT_ONCE = 500


def keep_game(session: Session, club_id: int, token: str, *, alone: bool = False) -> None:
    """From now on the club holds this link of a game, if no club does yet. `alone`: nobody else was given it."""
    if session.scalar(select(ClubLink.token).where(ClubLink.token == token)) is None:
        may = KEEPS_ALONE if alone else KEEPS
        session.execute(insert(ClubLink).values(token=token, club_id=club_id, may=may, until=STILL))


def open_games(session: Session, club_id: int, uids: Sequence[str]) -> None:
    """The club gets the links of those of these games that have none yet, so that it can go on writing in them."""
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        has_owner = select(Link.token).where(Link.game_id == Game.id, Link.may == "own").exists()
        for game_id in session.scalars(select(Game.id).where(Game.uid.in_(some), ~has_owner)).all():
            keep_game(session, club_id, make_links(session, game_id)["own"], alone=True)


def kept_alone(session: Session, club_id: int) -> int:
    """Of how many games nobody but the club was given the owner's link."""
    kept = ClubLink.club_id == club_id, ClubLink.may == KEEPS_ALONE, ClubLink.token == Link.token
    return session.execute(select(func.count(Link.game_id.distinct())).where(*kept)).scalar_one()


def kept_of(session: Session, club_id: int, uid: str) -> tuple[str, Scope] | None:
    """The link that the club holds of a game, and what it gives; that which may most where there are several."""
    rows = session.execute(
        select(Link.token, Link.game_id, Link.may, Link.seat, Game.last_seq, Game.in_club)
        .join(ClubLink, (ClubLink.token == Link.token) & ClubLink.may.in_(OF_GAMES))
        .join(Game, Game.id == Link.game_id)
        .where(ClubLink.club_id == club_id, Game.uid == uid)
    )
    found = {
        may: (token, Scope(game_id, cast("May", may), seat, seq, in_club))
        for token, game_id, may, seat, seq, in_club in rows
    }
    return found.get("own") or found.get("write")
