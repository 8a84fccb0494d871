"""Replace the scoring links that a member knows once they may no longer open those games.

Scoring links are those of the owner, the scorer and the referee.
"""

from sqlalchemy.orm import Session

from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.db.clubs.clubs import read_member_numbers_with_account
from trexscore.db.clubs.game_searches import find_game_ids_naming
from trexscore.db.clubs.game_tokens import replace_scoring_links
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction


def replace_scoring_links_of_demoted(
    session: Session, club_id: int, record_before: ClubRecord, record_after: ClubRecord, entry_kind: str
) -> None:
    """Replace the scoring links that members with an account could open before this entry but not after it."""
    if not EVENT_TYPE_BY_KIND[entry_kind].can_reduce_permissions:
        return
    for member_number in sorted(read_member_numbers_with_account(session, club_id, record_before)):
        member = record_after.surviving_member(member_number)
        gone = not member.is_active or member.anonymized
        if gone or (
            may_score_any_game(record_before.surviving_member(member_number)) and not may_score_any_game(member)
        ):
            replace_scoring_links_of_member(session, club_id, record_before, member_number)


def replace_scoring_links_of_member(
    session: Session, club_id: int, club_record: ClubRecord, member_number: int
) -> None:
    """Replace the scoring links of all games that a member could open: all, or those that name them."""
    member = club_record.surviving_member(member_number)
    if not member.is_active:
        return
    game_ids = (
        None
        if may_score_any_game(member)
        else find_game_ids_naming(session, club_id, club_record.all_numbers_of(member_number))
    )
    replace_scoring_links(session, club_id, game_ids)


def replace_scoring_links_of_game(club_id: int, game_id: int) -> None:
    """Replace the scoring links of one game, if the club stores its owner link."""
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        replace_scoring_links(session, club_id, [game_id])


def may_score_any_game(member: Member) -> bool:
    """Whether a member may score any game of the club."""
    return member.role in GameCounted.permitted_roles
