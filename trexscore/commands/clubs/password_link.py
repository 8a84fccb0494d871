"""A link to set a new password, given to a member by a club's admin."""

from trexscore.club.permissions import may_manage_account
from trexscore.commands.account_links import create_account_link_token_in_transaction
from trexscore.db.accounts import delete_password_reset_links, lock_account_row
from trexscore.db.clubs.clubs import club_transaction, find_account_id_only_in_club


class PasswordLinkRefused(Exception):
    """The admin may not open this account, or it also belongs to another club."""


def create_member_password_token(club_id: int, author_member_number: int, member_number: int) -> str:
    """Create a link with which a member sets a new password, and cancel earlier ones.

    Raises `PasswordLinkRefused`. The link gives access to the whole account. So it exists only for accounts of this
    club alone, and is cancelled when the account joins another club (`connect_account`) or becomes an admin here
    (`record_entry`).
    """
    with club_transaction(club_id) as (session, _journal_head, record):
        member = record.surviving_member(member_number)
        if not (member.is_active and may_manage_account(record, record.surviving_member(author_member_number), member)):
            raise PasswordLinkRefused
        account_id = find_account_id_only_in_club(session, club_id, record.all_numbers_of(member.number))
        if account_id is None:
            raise PasswordLinkRefused
        lock_account_row(session, account_id)
        if find_account_id_only_in_club(session, club_id, record.all_numbers_of(member.number)) != account_id:
            raise PasswordLinkRefused  # it has just joined another club
        delete_password_reset_links(session, [account_id])
        return create_account_link_token_in_transaction(session, member.name or "", account_id)
