"""A club's members, a row each."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.club.events.members import MemberJoined
from trexscore.club.members import Member
from trexscore.commands.clock import timestamp_to_local_time
from trexscore.db.clubs.clubs import read_member_numbers_with_account
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.clubs.club import ROLE_NAMES
from trexscore.ledger.schema_parts import BOOLEAN, INTEGER, TEXT, array_of
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import DAY_SCHEMA, CodedText, Column, dataset_decorator
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.rendering import translate as _


class MemberRow(NamedTuple):
    """A member, the day they joined, and the members who were merged into them."""

    member: Member
    joined_on: str
    has_account: bool
    merged_members: tuple[Member, ...]


COLUMNS: tuple[Column[MemberRow], ...] = (
    Column("member", INTEGER, lambda row: row.member.number, N_("Number")),
    Column("name", TEXT, lambda row: display_name(row.member), N_("Name")),
    Column(
        "role", TEXT, lambda row: CodedText(row.member.role, _(ROLE_NAMES[row.member.role])), N_("Role in the club")
    ),
    Column("joined", DAY_SCHEMA, lambda row: row.joined_on, N_("Joined on")),
    Column("left", BOOLEAN, lambda row: row.member.has_left, N_("Former member")),
    Column("account", BOOLEAN, lambda row: row.has_account, N_("Has an account")),
    Column("also", array_of(TEXT), lambda row: tuple(map(_coded_member, row.merged_members)), N_("Also listed as")),
)


@dataset_decorator(COLUMNS)
def members_dataset(club: ClubContext) -> Iterator[MemberRow]:
    """Everyone who has ever been a member, once each."""
    record = club.record
    joining_time_by_seq = CLUBS.read_received_times_by_seq(db.session(), club.id, (MemberJoined.stored_kind,))
    with_account = read_member_numbers_with_account(db.session(), club.id, record)
    for member in record.unmerged_members:
        other_numbers = sorted(record.all_numbers_of(member.number) - {member.number})
        merged_members = tuple(record.members[number] for number in other_numbers)
        joined_on = timestamp_to_local_time(joining_time_by_seq[member.number], club.zone).date().isoformat()
        yield MemberRow(member, joined_on, member.number in with_account, merged_members)


def _coded_member(member: Member) -> CodedText:
    return CodedText(str(member.number), display_name(member))
