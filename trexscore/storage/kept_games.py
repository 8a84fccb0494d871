"""The links of games that a club keeps: a right, so that no word in a journal can give it."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import cast

from sqlalchemy import delete, func, insert, select
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


def open_games(session: Session, club_id: int, uids: Sequence[str], digest: str) -> None:
    """The club gets the links of those of these games that have none yet, so that it can go on writing in them.

    And of those that were left for it when it was dissolved, its journal ending with this digest.
    """
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        left = {_left_for(digest, uid, kept): kept for uid in some for kept in OF_GAMES}
        for token in session.scalars(select(Link.token).where(Link.token.in_(left))).all():
            keep_game(session, club_id, token, alone=left[token] == KEEPS_ALONE)
        has_owner = select(Link.token).where(Link.game_id == Game.id, Link.may == "own").exists()
        for game_id in session.scalars(select(Game.id).where(Game.uid.in_(some), ~has_owner)).all():
            keep_game(session, club_id, make_links(session, game_id)["own"], alone=True)


def leave_games(session: Session, club_id: int, digest: str) -> None:
    """Of each game of which the club keeps a link, leave one that only its file leads to, when it is taken in again.

    With which digest its journal ends stands in that file and nowhere else, and nobody but who leads a club has it.
    """
    kept = session.execute(
        select(Link.game_id, Game.uid, Link.may, ClubLink.may.label("kept"))
        .join(ClubLink, ClubLink.token == Link.token)
        .join(Game, Game.id == Link.game_id)
        .where(ClubLink.club_id == club_id, ClubLink.may.in_(OF_GAMES))
        .order_by(Link.may.desc())
    )
    left = {
        token: {"token": token, "game_id": row.game_id, "may": row.may}
        for row in kept
        for token in (_left_for(digest, row.uid, row.kept),)
    }  # of two of a game the owner's
    tokens = list(left)
    for start in range(0, len(tokens), _AT_ONCE):
        session.execute(delete(Link).where(Link.token.in_(tokens[start : start + _AT_ONCE])))  # from an earlier time
    if left:
        session.execute(insert(Link), list(left.values()))


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


def _left_for(digest: str, uid: str, kept: str) -> str:
    """As hard to guess as any token, for whoever does not know how the club's journal ends."""
    return urlsafe_b64encode(hashlib.sha256(f"{digest} {uid} {kept}".encode()).digest()[:16]).rstrip(b"=").decode()
