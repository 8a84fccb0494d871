"""A club's members, a row each."""

from collections.abc import Iterator

from trexscore.club.events.members import MemberJoined
from trexscore.db.clubs.clubs import read_member_accounts
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.i18n.texts.club import ROLE
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, Word
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.rendering import translate as _


def members_sheet(club: ClubContext) -> Sheet:
    """Everyone who has ever been a member, once each."""
    columns = (
        Column("member", _("Number")),
        Column("name", _("Name")),
        Column("role", _("Role in the club")),
        Column("joined", _("Joined on")),
        Column("left", _("Former member")),
        Column("account", _("Has an account")),
        Column("also", _("Also listed as")),
    )
    return Sheet(columns, _rows(club))


def _rows(club: ClubContext) -> Iterator[tuple[Value, ...]]:
    record = club.record
    joined = CLUBS.read_times(db.session(), club.club.id, (MemberJoined.wire,))
    claims = read_member_accounts(db.session(), club.club.id)
    for member in record.all_members:
        others = (item for item in record.members.values() if item.merged_into is not None)
        merged = (item for item in others if record.current_member(item.number) is member)
        also = tuple(Word(str(item.number), title_of(item)) for item in merged)
        role = Word(member.role, _(ROLE[member.role]))
        day = joined[member.number][:10]
        yield member.number, title_of(member), role, day, member.left, member.number in claims, also
