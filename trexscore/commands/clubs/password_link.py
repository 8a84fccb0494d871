"""A link to set a new password, given to a member by a club's admin."""

from trexscore.club.permissions import may_open_account
from trexscore.commands.account_links import make_link_within
from trexscore.db.account_locks import forget_links, lock_account
from trexscore.db.clubs.clubs import account_only_here, record_after
from trexscore.db.journals import CLUBS, writing


class NotForThem(Exception):
    """The admin may not open this account, or it also belongs to another club."""


def make_way_back(club_id: int, by: int, number: int) -> str:
    """Create a link with which a member sets a new password, and cancel earlier ones. Raises `NotForThem`.

    The link gives access to the whole account. So it exists only for accounts of this club alone, and is cancelled when
    the account joins another club (`db.clubs.clubs.claim`) or becomes an admin here (`record_entry._cancel_outgrown`).
    """
    with writing() as session:
        record = record_after(CLUBS.lock(session, club_id))
        member = record.who(number)
        if not (member.is_here and may_open_account(record, record.who(by), member)):
            raise NotForThem
        account_id = account_only_here(session, club_id, record.numbers_of(member.number))
        if account_id is None:
            raise NotForThem
        lock_account(session, account_id)
        if account_only_here(session, club_id, record.numbers_of(member.number)) != account_id:
            raise NotForThem  # it has just joined another club
        forget_links(session, [account_id])
        return make_link_within(session, member.name or "", account_id)
