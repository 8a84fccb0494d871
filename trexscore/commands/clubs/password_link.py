"""A member's way back into their account, by a link that somebody who leads the club gives them."""

from trexscore.club.permissions import may_open_account
from trexscore.commands.account_links import make_link_within
from trexscore.db.account_locks import forget_links, lock_account
from trexscore.db.clubs.clubs import account_only_here, record_after
from trexscore.db.journals import CLUBS, writing


class NotForThem(Exception):
    """It is not for this reader to open this account, or it is more than this club's."""


def make_way_back(club_id: int, by: int, number: int) -> str:
    """The token of a link with which a member chooses a new password; no earlier one holds. Raises `NotForThem`.

    Whoever holds it could be that member everywhere. So it is for accounts of this club alone, and ends as soon as the
    account is of another (`storage.clubs.claim`) or its member leads this one (`write.cancel_outgrown`).
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
            raise NotForThem  # it has joined another club this very moment
        forget_links(session, [account_id])
        return make_link_within(session, member.name or "", account_id)
