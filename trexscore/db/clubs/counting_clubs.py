"""The clubs that count a game, for the pages of the game."""

from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.counted_game import CountedGame
from trexscore.club.game_outcome import GameOutcome
from trexscore.db.clubs.clubs import CLUB_HEAD_COLUMNS, ClubHead
from trexscore.db.clubs.counted_games import decode_counted_game
from trexscore.db.clubs.models import Club, ClubGame, Membership
from trexscore.db.stored_json import decode_json

_NO_ACCOUNT_ID = 0


class CountingClub(NamedTuple):
    """A club that counts the game, how it does so, and which of its members the reader is."""

    club_head: ClubHead
    counted_game: CountedGame
    outcome: GameOutcome
    reader_member_number: int | None


def list_counting_clubs(session: Session, game_id: int, account_id: int | None) -> list[CountingClub]:
    """Return the clubs that count a game, with the reader's membership in each, in one statement."""
    rows = session.execute(
        select(*CLUB_HEAD_COLUMNS, ClubGame.counted_json, ClubGame.outcome_json, Membership.member)
        .join(ClubGame, ClubGame.club_id == Club.id)
        .outerjoin(
            Membership, (Membership.club_id == Club.id) & (Membership.account_id == (account_id or _NO_ACCOUNT_ID))
        )
        .where(ClubGame.game_id == game_id)
        .order_by(Club.id)
    )
    return [
        CountingClub(ClubHead(*row[:4]), counted, outcome, row.member)
        for row in rows
        for outcome in (GameOutcome.from_json(decode_json(row.outcome_json)),)
        if (counted := decode_counted_game(row.counted_json, outcome)) is not None
    ]
