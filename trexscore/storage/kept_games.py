"""The links of games that a club keeps: a right, so that no word in a journal can give it."""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from trexscore.storage.club_models import STILL, ClubLink
from trexscore.storage.clubs import KEEPS
from trexscore.storage.links import May, Scope, make_links
from trexscore.storage.models import Game, Link

_AT_ONCE = 500


def keep_game(session: Session, club_id: int, token: str) -> None:
    """From now on the club holds this link of a game, if no club does yet."""
    if session.scalar(select(ClubLink.token).where(ClubLink.token == token)) is None:
        values = {"token": token, "club_id": club_id, "may": KEEPS, "until": STILL}
        session.execute(insert(ClubLink).values(values))


def open_games(session: Session, club_id: int, uids: Sequence[str]) -> None:
    """The club gets the links of those of these games that have none yet, so that it can go on writing in them."""
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        has_owner = select(Link.token).where(Link.game_id == Game.id, Link.may == "own").exists()
        for game_id in session.scalars(select(Game.id).where(Game.uid.in_(some), ~has_owner)).all():
            keep_game(session, club_id, make_links(session, game_id)["own"])


def kept_of(session: Session, club_id: int, uid: str) -> tuple[str, Scope] | None:
    """The link that the club holds of a game, and what it gives; that which may most where there are several."""
    rows = session.execute(
        select(Link.token, Link.game_id, Link.may, Link.seat, Game.last_seq, Game.in_club)
        .join(ClubLink, (ClubLink.token == Link.token) & (ClubLink.may == KEEPS))
        .join(Game, Game.id == Link.game_id)
        .where(ClubLink.club_id == club_id, Game.uid == uid)
    )
    found = {
        may: (token, Scope(game_id, cast("May", may), seat, seq, in_club))
        for token, game_id, may, seat, seq, in_club in rows
    }
    return found.get("own") or found.get("write")
