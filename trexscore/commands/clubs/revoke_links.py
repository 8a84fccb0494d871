"""Someone who could open a club's games and no longer may: the links that they know are replaced."""

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
    """Replace what anyone with an account could open before an entry of this kind, and can no longer."""
    if not EVENTS[kind].lowers_roles:
        return
    for number in _with_account(session, club_id, before):
        member = after.who(number)
        gone = not member.is_here or member.erased
        if gone or (scores(before.who(number)) and not scores(member)):
            forget_what_they_know(session, club_id, before, number)


def forget_what_they_know(session: Session, club_id: int, record: ClubRecord, number: int) -> None:
    """Replace the links of every game that a member could open: all, or only those in which they are named."""
    member = record.who(number)
    if not member.is_here:
        return
    known = None if scores(member) else games_seating(session, club_id, record.numbers_of(number))
    replace_tokens(session, club_id, known)


def replace_game_links(club_id: int, game_id: int) -> None:
    """Replace the links of one game that the club holds; nothing where it does not hold the owner's."""
    with writing() as session:
        CLUBS.lock(session, club_id)
        replace_tokens(session, club_id, [game_id])


def scores(member: Member) -> bool:
    """Whether a member keeps the score in any game of the club."""
    return member.role in GameCounted.roles


def _with_account(session: Session, club_id: int, record: ClubRecord) -> list[int]:
    """Members who are here and sign in, each by one number."""
    claimed = claims_of(session, club_id)
    return sorted({record.who(number).number for number in claimed if number in record.members})
