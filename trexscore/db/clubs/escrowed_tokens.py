"""Game tokens of a deleted club, in escrow for the account that deleted it.

An escrowed token opens nothing and is never shown. It is derived from the account, the head of the club's journal and
the permission, so only the same account can restore it, by importing the same club again.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from trexscore.db.accounts import Account
from trexscore.db.batches import in_batches
from trexscore.db.clubs.clubs import GAME_TOKEN_KINDS
from trexscore.db.clubs.game_tokens import insert_game_tokens
from trexscore.db.clubs.models import ClubLink
from trexscore.db.game_links import ESCROWED_PERMISSION, Permission, create_links, new_token
from trexscore.db.models import Game, GameLink

_GAMES_PER_STATEMENT = 100
_OWNER_DIGEST_LENGTH, _TOKEN_DIGEST_LENGTH = 16, 24
"""Characters of six bits each."""
_PERMISSIONS_TO_ESCROW: tuple[Permission, ...] = ("own", "write")


def escrow_game_tokens(session: Session, club_id: int, club_head_digest: str, account_id: int) -> None:
    """Put the game tokens of the club in escrow for this account."""
    rows = session.execute(
        select(GameLink.game_id, Game.uid, GameLink.permission, ClubLink.permission)
        .join(ClubLink, ClubLink.token == GameLink.token)
        .join(Game, Game.id == GameLink.game_id)
        .where(ClubLink.club_id == club_id, ClubLink.permission.in_(GAME_TOKEN_KINDS))
    ).all()
    account_handle = _read_account_handle(session, account_id)
    links = [
        {
            "token": _derive_escrowed_token(account_handle, club_head_digest, uid, permission, token_kind),
            "game_id": game_id,
            "permission": ESCROWED_PERMISSION,
        }
        for game_id, uid, permission, token_kind in rows
    ]
    if links:
        session.execute(insert(GameLink), links)


def restore_game_tokens(
    session: Session, club_id: int, game_uids: Sequence[str], club_head_digest: str, account_id: int
) -> None:
    """Give the club new links for the tokens in escrow for this account, and delete those."""
    account_handle = _read_account_handle(session, account_id)
    for batch in in_batches(game_uids, _GAMES_PER_STATEMENT):
        permissions = {
            _derive_escrowed_token(account_handle, club_head_digest, uid, permission, token_kind): (
                permission,
                token_kind,
            )
            for uid in batch
            for permission in _PERMISSIONS_TO_ESCROW
            for token_kind in GAME_TOKEN_KINDS
        }
        query = select(GameLink.token, GameLink.game_id).where(
            GameLink.token.in_(permissions), GameLink.permission == ESCROWED_PERMISSION
        )
        escrowed = session.execute(query).all()
        links = [(new_token(), game_id, *permissions[token]) for token, game_id in escrowed]
        create_links(session, [(token, game_id, permission) for token, game_id, permission, _ in links])
        insert_game_tokens(session, club_id, {token: token_kind for token, _, _, token_kind in links})
        session.execute(delete(GameLink).where(GameLink.token.in_([link.token for link in escrowed])))


def delete_escrowed_tokens(session: Session, account_id: int) -> None:
    """Delete the escrow of an account that is deleted."""
    prefix = _base64_digest(_read_account_handle(session, account_id))[:_OWNER_DIGEST_LENGTH]
    session.execute(
        delete(GameLink).where(
            GameLink.permission == ESCROWED_PERMISSION, func.substr(GameLink.token, 1, _OWNER_DIGEST_LENGTH) == prefix
        )
    )


def _read_account_handle(session: Session, account_id: int) -> str:
    """Unlike the account's id, this is never reused."""
    return session.execute(select(Account.passkey_handle).where(Account.id == account_id)).scalar_one()


def _derive_escrowed_token(
    account_handle: str, club_head_digest: str, game_uid: str, permission: str, token_kind: str
) -> str:
    owner_digest = _base64_digest(account_handle)
    token_digest = _base64_digest(f"{account_handle} {club_head_digest} {game_uid} {permission} {token_kind}")
    return owner_digest[:_OWNER_DIGEST_LENGTH] + token_digest[:_TOKEN_DIGEST_LENGTH]


def _base64_digest(text: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
