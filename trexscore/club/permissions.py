"""Which members may record which entries of a club."""

from trexscore.club.event import ClubEvent
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.events.members import MembershipEnded
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.ledger.chain import Body


def may_record(record: ClubRecord, me: Member, kind: str, body: Body) -> bool:
    """Whether a member may record an entry. The body may still be invalid."""
    return EVENT_TYPE_BY_KIND.get(kind, ClubEvent).permits(record, me, body.get(kind))


def may_manage_account(record: ClubRecord, me: Member, member: Member) -> bool:
    """Whether a member may unlink another's account, or create a link to reset its password. Never for the owner's."""
    member_content: Body = {"member": member.number}
    may_lead = me.is_leader and me.number != member.number and member.role != "owner"
    return may_lead and MembershipEnded.permits(record, me, member_content)
