"""Links of games: the token in a link is the only proof of a permission."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from trexscore.db.models import TOKEN_BYTES, TOKEN_PATTERN, GameEntry, GameLink, GameState
from trexscore.db.raw_sql import read_first_row

Permission = Literal["own", "write", "read", "seat", "referee"]
STANDARD_PERMISSIONS: tuple[Permission, ...] = ("own", "write", "read")
"""Permissions for which every game has a link. Seat and referee links are made on request."""
ESCROWED_PERMISSION = "left"
"""Permission of an escrowed link (`escrowed_tokens`): it opens nothing and is never shown."""


class TokenScope(NamedTuple):
    """What a token gives access to: a game, a permission, and a seat or None for all.

    `last_seq` is the last entry of the journal. `in_club`: a club counts the game, or did so earlier.
    """

    game_id: int
    permission: Permission
    seat_letter: str | None
    last_seq: int
    in_club: bool
    last_digest: str
    """The digest of the journal's last entry."""
    draft_json: str | None = None
    """The deal that is being entered, as JSON."""
    rematch_token: str | None = None
    """Token of the game's rematch with the same permission; None without a rematch, or if that link was renewed."""
    card_names: str | None = None
    """The table's Arabic card names, as stored in the game's row."""

    @property
    def can_record(self) -> bool:
        """Whether the link permits recording, undoing and correcting deals."""
        return self.permission in ("own", "write")


def read_token_scope(token: str) -> TokenScope | None:
    """Return what a token gives access to. One indexed read, since every open phone polls every two seconds."""
    if not TOKEN_PATTERN.fullmatch(token):
        return None
    row = read_first_row(_READ_SCOPE, derive_rematch_token(token), token)
    if row is None:
        return None
    game_id, permission, seat, seq, in_club, head, draft, rematch, card_names = row
    return TokenScope(game_id, permission, seat, seq, bool(in_club), head, draft, rematch, card_names)


class LinkedGame(NamedTuple):
    """The game of a token. `state_json` is its state, `started_at` when the server received its first entry."""

    game_id: int
    permission: Permission
    state_json: str
    started_at: str


def read_linked_games(session: Session, tokens: Sequence[str]) -> dict[str, LinkedGame]:
    """Map tokens to their games. Tokens of cancelled links are left out."""
    columns = GameLink.token, GameLink.game_id, GameLink.permission, GameState.state, GameEntry.received_at
    rows = session.execute(
        select(*columns)
        .join(GameState, GameState.game_id == GameLink.game_id)
        .join(GameEntry, (GameEntry.game_id == GameLink.game_id) & (GameEntry.seq == 1))
        .where(GameLink.token.in_(tokens))
    )
    return {
        token: LinkedGame(game_id, cast("Permission", permission), state_json, started_at)
        for token, game_id, permission, state_json, started_at in rows
    }


def read_tokens_by_permission(session: Session, game_id: int) -> dict[Permission, str]:
    """Return the tokens of a game's links, without those of seats and those in escrow."""
    links = GameLink.game_id == game_id, GameLink.seat.is_(None), GameLink.permission != ESCROWED_PERMISSION
    rows = session.execute(select(GameLink.permission, GameLink.token).where(*links))
    return {cast("Permission", permission): token for permission, token in rows}


def read_seat_tokens(session: Session, game_id: int) -> dict[str, str]:
    """Map the letter of each seat that has a link to the token."""
    rows = session.execute(
        select(GameLink.seat, GameLink.token).where(GameLink.game_id == game_id, GameLink.seat.is_not(None))
    )
    return {str(seat): token for seat, token in rows}


def create_standard_links(session: Session, game_id: int) -> dict[Permission, str]:
    tokens = {permission: new_token() for permission in STANDARD_PERMISSIONS}
    create_links(session, [(token, game_id, permission) for permission, token in tokens.items()])
    return tokens


def replace_link(session: Session, game_id: int, permission: Permission, seat_letter: str | None = None) -> str:
    """Replace a link by a new one; creates it if there was none. Returns the new token."""
    session.execute(
        delete(GameLink).where(
            GameLink.game_id == game_id,
            GameLink.permission == permission,
            GameLink.seat.is_not_distinct_from(seat_letter),
        )
    )
    if permission in ("own", "write"):
        session.execute(delete(GameLink).where(GameLink.game_id == game_id, GameLink.permission == ESCROWED_PERMISSION))
    return create_link(session, game_id, permission, seat_letter)


def create_link(session: Session, game_id: int, permission: Permission, seat_letter: str | None = None) -> str:
    """Create one more link and return its token."""
    token = new_token()
    session.execute(insert(GameLink).values(token=token, game_id=game_id, permission=permission, seat=seat_letter))
    return token


def create_links(session: Session, links: Sequence[tuple[str, int, Permission]]) -> None:
    """Create links of many games, from tuples of token, game id and permission."""
    rows = [{"token": token, "game_id": game_id, "permission": permission} for token, game_id, permission in links]
    if rows:
        session.connection().execute(insert(GameLink), rows)


def create_or_delete_referee_link(session: Session, game_id: int, *, has_referee: bool) -> None:
    """Create the referee's link if the game has a referee, delete it otherwise."""
    if not has_referee:
        session.execute(delete(GameLink).where(GameLink.game_id == game_id, GameLink.permission == "referee"))
    elif "referee" not in read_tokens_by_permission(session, game_id):
        replace_link(session, game_id, "referee")


def derive_rematch_token(game_token: str) -> str:
    """Derive the token of the rematch from a token of the game: only holders of the one can know the other."""
    digest = hashlib.sha256(f"rematch\n{game_token}".encode()).digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def copy_links_to_rematch(session: Session, game_id: int, rematch_game_id: int) -> None:
    """Give a new rematch a link for each link of the game, with the same permission and seat.

    They replace the links that the rematch was started with. The referee's is skipped if the rematch has no referee.
    """
    links = select(GameLink.token, GameLink.permission, GameLink.seat).where(
        GameLink.game_id == game_id, GameLink.permission != ESCROWED_PERMISSION
    )
    has_referee = "referee" in read_tokens_by_permission(session, rematch_game_id)
    rows = [row for row in session.execute(links) if row.permission != "referee" or has_referee]
    session.execute(
        delete(GameLink).where(
            GameLink.game_id == rematch_game_id, GameLink.permission.in_({row.permission for row in rows})
        )
    )
    copies = [{**row._asdict(), "token": derive_rematch_token(row.token), "game_id": rematch_game_id} for row in rows]
    session.execute(insert(GameLink), copies)


def new_token() -> str:
    """Return a random token that cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


_READ_SCOPE = (
    "SELECT game_link.game_id, game_link.permission, game_link.seat, "
    "game.last_seq, game.in_club, game.last_digest, game_state.draft, "
    "(SELECT next.token FROM game_link AS next WHERE next.token = ? AND next.permission <> 'left'), game.card_names "
    "FROM game_link JOIN game ON game.id = game_link.game_id JOIN game_state ON game_state.game_id = game.id "
    "WHERE game_link.token = ? AND game_link.permission <> 'left'"
)
