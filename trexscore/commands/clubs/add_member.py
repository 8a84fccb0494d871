"""Add a member: the entry that creates the member and the entry that names them, together."""

from sqlalchemy import update
from sqlalchemy.orm import Session

from trexscore.club.events.members import MemberJoined, MemberNamed
from trexscore.club.members import Member
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.clubs.replace_game_links import replace_scoring_links_of_member
from trexscore.commands.recording import Command, Recorded, RecordingOutcome, all_or_nothing, require_recorded
from trexscore.db.clubs.clubs import (
    USED_INVITATION_PERMISSION,
    LinkAccess,
    cancel_invitations,
    club_transaction,
    connect_account,
    disconnect_accounts,
    find_member_number,
    read_club_record,
    read_link_access,
    read_member_numbers_with_account,
)
from trexscore.db.clubs.models import OPEN_END, ClubLink
from trexscore.db.clubs.name_requests import delete_name_request
from trexscore.db.journals import CLUBS, JournalHead
from trexscore.db.transactions import write_transaction


class InvitationExpired(Exception):
    """The invitation is no longer valid."""


class AlreadyMember(Exception):
    """The account is already a member of this club."""


def append_joining_and_naming(
    session: Session,
    club_journal_head: JournalHead,
    joining_command: Command,
    name: str,
    *,
    permitted_by_link: bool = False,
) -> Recorded:
    """Append both entries. Raises `Rollback`."""
    recorded_joining = require_recorded(
        record_club_entry_in_transaction(
            session, club_journal_head, joining_command, permitted_by_link=permitted_by_link
        )
    )
    member_named_command = naming_command(joining_command, recorded_joining.seq, name)
    require_recorded(
        record_club_entry_in_transaction(
            session,
            CLUBS.lock(session, club_journal_head.id),
            member_named_command,
            permitted_by_link=permitted_by_link,
        )
    )
    return recorded_joining


def naming_command(joining_command: Command, member_number: int, name: str) -> Command:
    """The command that names the new member `member_number`, under a key derived from that of joining."""
    return joining_command.derived_command(
        MemberNamed.stored_kind, MemberNamed.body_of({"member": member_number, "name": name})
    )


def join_by_invitation(invitation_token: str, account_id: int, entry_key: str, name: str) -> RecordingOutcome:
    """Join by a general invitation. Raises `InvitationExpired`, `AlreadyMember`."""

    def join(session: Session) -> Recorded:
        journal_head, link = lock_inviting_club(session, invitation_token, account_id)
        if link.invited_member_number is not None:
            raise InvitationExpired
        joining = Command.of_member(entry_key, journal_head.seq + 1, MemberJoined.body_of({"role": "member"}))
        recorded_joining = append_joining_and_naming(session, journal_head, joining, name, permitted_by_link=True)
        connect_account(session, journal_head.id, recorded_joining.seq, account_id)
        delete_name_request(session, journal_head.id, account_id)
        return recorded_joining

    return all_or_nothing(join)


def claim_member_by_invitation(invitation_token: str, account_id: int) -> None:
    """Link an account to the member of a personal invitation, which works once.

    Raises `InvitationExpired`, `AlreadyMember`.
    """
    with write_transaction() as session:
        journal_head, link = lock_inviting_club(session, invitation_token, account_id)
        member = invited_member_if_claimable(session, link)
        if member is None:
            raise InvitationExpired
        used = {"permission": USED_INVITATION_PERMISSION, "member": None, "expires_at": OPEN_END}
        session.execute(update(ClubLink).where(ClubLink.token == invitation_token).values(used))
        cancel_invitations(session, journal_head.id, read_club_record(link.club_head).all_numbers_of(member.number))
        connect_account(session, journal_head.id, member.number, account_id)
        delete_name_request(session, journal_head.id, account_id)


def invited_member_if_claimable(session: Session, invitation: LinkAccess) -> Member | None:
    """The member an invitation is for; None if they left, were removed or have an account."""
    if invitation.invited_member_number is None:
        return None
    record = read_club_record(invitation.club_head)
    member = record.surviving_member(invitation.invited_member_number)
    has_account = member.number in read_member_numbers_with_account(session, invitation.club_head.id, record)
    return None if has_account or not member.is_active else member


def unlink_member_from_account(club_id: int, member_number: int) -> None:
    """Unlink a member, with all merged numbers, from any account."""
    with club_transaction(club_id) as (session, _journal_head, record):
        replace_scoring_links_of_member(session, club_id, record, member_number)
        disconnect_accounts(session, club_id, record.all_numbers_of(member_number))


def lock_inviting_club(session: Session, invitation_token: str, account_id: int) -> tuple[JournalHead, LinkAccess]:
    """The locked journal head of the inviting club, and the invitation as read under the lock.

    Raises `InvitationExpired`, `AlreadyMember`.
    """
    link = find_valid_invitation(session, invitation_token)
    if link is None:
        raise InvitationExpired
    journal_head = CLUBS.lock(session, link.club_head.id)
    link = find_valid_invitation(session, invitation_token)
    if link is None:
        raise InvitationExpired
    if find_member_number(session, journal_head.id, account_id) is not None:
        raise AlreadyMember
    return journal_head, link


def find_valid_invitation(session: Session, invitation_token: str) -> LinkAccess | None:
    """The invitation of this token, if it is still valid."""
    return read_link_access(invitation_token, "join", current_timestamp(), session)


def add_member(club_id: int, joining_command: Command, name: str) -> RecordingOutcome:
    """Append both entries or neither; `seq` of the result is the member number."""
    return all_or_nothing(
        lambda session: append_joining_and_naming(session, CLUBS.lock(session, club_id), joining_command, name)
    )
