"""The clubs that count a game, asked for by the game's own pages."""

from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.counted import CountedGame
from trexscore.club.game_outcome import GameOutcome
from trexscore.db.clubs.clubs import ClubAt
from trexscore.db.clubs.counted_games import counted_by
from trexscore.db.clubs.models import Claim, Club, ClubGame

_NOBODY = 0
_decode = msgspec.json.decode


class Counting(NamedTuple):
    """A club that counts the game, what it says of it, and which of its members an account is."""

    club: ClubAt
    counted: CountedGame
    came: GameOutcome
    member: int | None


def clubs_that_count(session: Session, game_id: int, account_id: int | None) -> list[Counting]:
    """The clubs for which a game is not withdrawn, with what the reader is in each: one statement for all of it."""
    rows = session.execute(
        select(Club.id, Club.uid, Club.last_seq, Club.last_digest, ClubGame.counted, ClubGame.came_to, Claim.member)
        .join(ClubGame, ClubGame.club_id == Club.id)
        .outerjoin(Claim, (Claim.club_id == Club.id) & (Claim.account_id == (account_id or _NOBODY)))
        .where(ClubGame.game_id == game_id)
        .order_by(Club.id)
    )
    return [
        Counting(ClubAt(*row[:4]), counted, came, row.member)
        for row in rows
        for came in (GameOutcome.from_json(_decode(row.came_to)),)
        if (counted := counted_by(row.counted, came)) is not None
    ]
