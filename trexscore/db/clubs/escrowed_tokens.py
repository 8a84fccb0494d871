"""What becomes of the links that a club keeps of games once it is dissolved: they wait for whoever has dissolved it.

A link that is left opens nothing, and nobody is told it. Its token follows from the account, the end of the club's
journal, and what the club might do: so the same account that takes the same club in again gets it back, and no other.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from trexscore.db.accounts import Account
from trexscore.db.clubs.clubs import OF_GAMES
from trexscore.db.clubs.game_tokens import store_new_tokens
from trexscore.db.clubs.models import ClubLink
from trexscore.db.models import Game, Link
from trexscore.db.tokens import LEFT, Permission, give_many, new_token

_AT_ONCE = 100
_OF_WHOM, _OF_WHAT = 16, 24
"""Characters, of six bits each."""
_RIGHTS: tuple[Permission, ...] = ("own", "write")


def escrow_tokens(session: Session, club_id: int, digest: str, account_id: int) -> None:
    """Leave what the club keeps to the account that dissolves it."""
    kept = session.execute(
        select(Link.game_id, Game.uid, Link.may, ClubLink.may)
        .join(ClubLink, ClubLink.token == Link.token)
        .join(Game, Game.id == Link.game_id)
        .where(ClubLink.club_id == club_id, ClubLink.may.in_(OF_GAMES))
    ).all()
    whose = _whose(session, account_id)
    left = {_token(whose, digest, uid, may, how): game_id for game_id, uid, may, how in kept}
    if left:
        links = [{"token": token, "game_id": game_id, "may": LEFT} for token, game_id in left.items()]
        session.execute(insert(Link), links)


def restore_tokens(session: Session, club_id: int, uids: Sequence[str], digest: str, account_id: int) -> None:
    """Give the club what was left of it to this account, by new links."""
    whose = _whose(session, account_id)
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        asked = {
            _token(whose, digest, uid, may, how): (may, how) for uid in some for may in _RIGHTS for how in OF_GAMES
        }
        left = session.execute(select(Link.token, Link.game_id).where(Link.token.in_(asked), Link.may == LEFT)).all()
        again = [(new_token(), game_id, *asked[token]) for token, game_id in left]
        give_many(session, [(token, game_id, may) for token, game_id, may, _ in again])
        store_new_tokens(session, club_id, {token: how for token, _, _, how in again})
        session.execute(delete(Link).where(Link.token.in_([link.token for link in left])))


def forget_escrowed(session: Session, account_id: int) -> None:
    """Nothing waits any more for an account that goes."""
    begins = _digest(_whose(session, account_id))[:_OF_WHOM]
    session.execute(delete(Link).where(Link.may == LEFT, func.substr(Link.token, 1, _OF_WHOM) == begins))


def _whose(session: Session, account_id: int) -> str:
    """Unlike its number, it is never given again."""
    return session.execute(select(Account.fs_webauthn_user_handle).where(Account.id == account_id)).scalar_one()


def _token(whose: str, digest: str, uid: str, may: str, how: str) -> str:
    return _digest(whose)[:_OF_WHOM] + _digest(f"{whose} {digest} {uid} {may} {how}")[:_OF_WHAT]


def _digest(text: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
