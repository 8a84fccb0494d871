"""Replace the game links that a member knows once they may no longer open those games."""

from sqlalchemy.orm import Session

from trexscore.club.events import EVENTS
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.db.clubs.clubs import claims_of
from trexscore.db.clubs.game_tokens import replace_tokens
from trexscore.db.clubs.listed_games import games_seating
from trexscore.db.journals import CLUBS, writing


def replace_known_links(session: Session, club_id: int, before: ClubRecord, after: ClubRecord, kind: str) -> None:
    """Replace the links that members with an account could open before this entry but not after it."""
    if not EVENTS[kind].lowers_roles:
        return
    for number in _with_account(session, club_id, before):
        member = after.who(number)
        gone = not member.is_here or member.erased
        if gone or (scores(before.who(number)) and not scores(member)):
            forget_what_they_know(session, club_id, before, number)


def forget_what_they_know(session: Session, club_id: int, record: ClubRecord, number: int) -> None:
    """Replace the links of all games that a member could open: all, or those that name them."""
    member = record.who(number)
    if not member.is_here:
        return
    game_ids = None if scores(member) else games_seating(session, club_id, record.numbers_of(number))
    replace_tokens(session, club_id, game_ids)


def replace_game_links(club_id: int, game_id: int) -> None:
    """Replace the links of one game, if the club stores its owner link."""
    with writing() as session:
        CLUBS.lock(session, club_id)
        replace_tokens(session, club_id, [game_id])


def scores(member: Member) -> bool:
    """Whether a member may score any game of the club."""
    return member.role in GameCounted.roles


def _with_account(session: Session, club_id: int, record: ClubRecord) -> list[int]:
    """Active members with an account, each by their current number."""
    claimed = claims_of(session, club_id)
    return sorted({record.who(number).number for number in claimed if number in record.members})
