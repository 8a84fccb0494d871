"""Which member may have which entry of a club written."""

from trexscore.club.event import ClubEvent
from trexscore.club.events import EVENTS
from trexscore.club.events.members import MemberLeft
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.ledger.chain import Body


def may_write(record: ClubRecord, me: Member, kind: str, body: Body) -> bool:
    """Whether a member may have an entry written. The body may still be invalid."""
    return EVENTS.get(kind, ClubEvent).permits(record, me, body.get(kind))


def may_open_account(record: ClubRecord, me: Member, member: Member) -> bool:
    """Whether a member may unlink another's account, or give them a way back into it. The owner's stays theirs."""
    said: Body = {"member": member.number}
    return me.leads and me.number != member.number and member.role != "owner" and MemberLeft.permits(record, me, said)
