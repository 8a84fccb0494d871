"""Links: a token is all the right that a table needs."""

import re
import secrets
from typing import Literal, NamedTuple, cast

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from trexscore.storage.models import Link
from trexscore.storage.quickly import read_row

May = Literal["own", "write", "read"]
RIGHTS: tuple[May, ...] = ("own", "write", "read")
_TOKEN_BYTES = 16
"""128 random bits."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,43}")


class Scope(NamedTuple):
    """A game, reached by a link that may do so much; `seq` is its journal's last."""

    game_id: int
    may: May
    seq: int


def scope_of(token: str) -> Scope | None:
    """What a token opens: one indexed read, because every open phone asks every two seconds."""
    if not _TOKEN.fullmatch(token):
        return None
    row = read_row(_SCOPE, token)
    return None if row is None else Scope(*row)


def links_of(session: Session, game_id: int) -> dict[May, str]:
    """The game's links, by what they may do."""
    rows = session.execute(select(Link.may, Link.token).where(Link.game_id == game_id))
    return {cast("May", may): token for may, token in rows}


def make_links(session: Session, game_id: int) -> dict[May, str]:
    """New links for a new game."""
    tokens = {may: _token() for may in RIGHTS}
    session.execute(insert(Link), [{"token": token, "game_id": game_id, "may": may} for may, token in tokens.items()])
    return tokens


def renew(session: Session, game_id: int, may: May) -> str:
    """Cancel a link and make another in its place."""
    session.execute(delete(Link).where(Link.game_id == game_id, Link.may == may))
    token = _token()
    session.execute(insert(Link).values(token=token, game_id=game_id, may=may))
    return token


def _token() -> str:
    return secrets.token_urlsafe(_TOKEN_BYTES)


_SCOPE = (
    "SELECT link.game_id, link.may, game.last_seq FROM link JOIN game ON game.id = link.game_id WHERE link.token = ?"
)
