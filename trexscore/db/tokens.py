"""Links: a token is all the right that a table needs."""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from trexscore.db.models import Link
from trexscore.db.raw_sql import read_row

Permission = Literal["own", "write", "read", "seat", "referee"]
PERMISSIONS: tuple[Permission, ...] = ("own", "write", "read")
"""What the links that every game has may do. Those of seats and of a referee come where the table asks for them."""
LEFT = "left"
"""What a link may do that waits for somebody (`left_games`): nothing, and nobody is shown it."""
_TOKEN_BYTES = 16
"""128 random bits."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,43}")


class Scope(NamedTuple):
    """A game, reached by a link that may do so much, for one seat or for any; `seq` is its journal's last.

    `in_club`: some club counts it, or has counted it.
    """

    game_id: int
    may: Permission
    seat: str | None
    seq: int
    in_club: bool
    head: str
    """The digest of the journal's last entry."""
    draft: str | None = None
    """The deal that is being entered, as JSON."""
    rematch: str | None = None
    """The token of the game's rematch that may do as much; None where there is none, or it has been renewed."""
    card_names: str | None = None
    """What this table calls some cards in Arabic, as the game's row keeps it."""

    @property
    def records(self) -> bool:
        """Whether deals can be entered, taken back and put right through it."""
        return self.may in ("own", "write")


def scope_of(token: str) -> Scope | None:
    """What a token opens: one indexed read, because every open phone asks every two seconds."""
    if not _TOKEN.fullmatch(token):
        return None
    row = read_row(_SCOPE, rematch_token(token), token)
    if row is None:
        return None
    game_id, may, seat, seq, in_club, head, draft, rematch, card_names = row
    return Scope(game_id, may, seat, seq, bool(in_club), head, draft, rematch, card_names)


def links_of(session: Session, game_id: int) -> dict[Permission, str]:
    """The game's links, by what they may do."""
    given = Link.game_id == game_id, Link.seat.is_(None), Link.may != LEFT
    rows = session.execute(select(Link.may, Link.token).where(*given))
    return {cast("Permission", may): token for may, token in rows}


def seat_links_of(session: Session, game_id: int) -> dict[str, str]:
    """The links of single seats, by the seats' letters; none where nobody has asked for them."""
    rows = session.execute(select(Link.seat, Link.token).where(Link.game_id == game_id, Link.seat.is_not(None)))
    return {str(seat): token for seat, token in rows}


def make_links(session: Session, game_id: int) -> dict[Permission, str]:
    """New links for a new game."""
    tokens = {may: new_token() for may in PERMISSIONS}
    session.execute(insert(Link), [{"token": token, "game_id": game_id, "may": may} for may, token in tokens.items()])
    return tokens


def renew(session: Session, game_id: int, may: Permission, seat: str | None = None) -> str:
    """Cancel a link, if there is one, and make another in its place."""
    session.execute(delete(Link).where(Link.game_id == game_id, Link.may == may, Link.seat.is_not_distinct_from(seat)))
    if may in ("own", "write"):
        session.execute(delete(Link).where(Link.game_id == game_id, Link.may == LEFT))
    return give(session, game_id, may, seat)


def give(session: Session, game_id: int, may: Permission, seat: str | None = None) -> str:
    """One more link."""
    token = new_token()
    session.execute(insert(Link).values(token=token, game_id=game_id, may=may, seat=seat))
    return token


def give_many(session: Session, links: Sequence[tuple[str, int, Permission]]) -> None:
    """More links, of many games: their tokens, the games, and what they may do."""
    rows = [{"token": token, "game_id": game_id, "may": may} for token, game_id, may in links]
    if rows:
        session.connection().execute(insert(Link), rows)


def sync_referee_token(session: Session, game_id: int, *, wanted: bool) -> None:
    """A link for the referee where the game has one, and none where it has none."""
    if not wanted:
        session.execute(delete(Link).where(Link.game_id == game_id, Link.may == "referee"))
    elif "referee" not in links_of(session, game_id):
        renew(session, game_id, "referee")


def rematch_token(token: str) -> str:
    """The token of a rematch that follows from one of the game: whoever knows that one finds this one, and no other."""
    digest = hashlib.sha256(f"rematch\n{token}".encode()).digest()
    return urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode().rstrip("=")


def follow_links(session: Session, game_id: int, rematch_id: int) -> None:
    """Give a rematch that was just started a link for each one of the game, with the same permission and seat.

    They take the place of those it was started with. A referee's link is given where the rematch has a referee.
    """
    given = select(Link.token, Link.may, Link.seat).where(Link.game_id == game_id, Link.may != LEFT)
    has_referee = "referee" in links_of(session, rematch_id)
    rows = [row for row in session.execute(given) if row.may != "referee" or has_referee]
    session.execute(delete(Link).where(Link.game_id == rematch_id, Link.may.in_({row.may for row in rows})))
    session.execute(
        insert(Link),
        [{"token": rematch_token(row.token), "game_id": rematch_id, "may": row.may, "seat": row.seat} for row in rows],
    )


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


_SCOPE = (
    "SELECT link.game_id, link.may, link.seat, game.last_seq, game.in_club, game.last_digest, board.draft, "
    "(SELECT next.token FROM link AS next WHERE next.token = ? AND next.may <> 'left'), game.card_names "
    "FROM link JOIN game ON game.id = link.game_id JOIN board ON board.game_id = game.id "
    "WHERE link.token = ? AND link.may <> 'left'"
)
