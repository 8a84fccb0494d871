"""Load a club and what is in it for a reader, or answer 404; and submit a club form to the club's journal."""

from datetime import tzinfo
from typing import Literal, NamedTuple

from flask import abort, redirect, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from trexscore.club.event import ClubEvent
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.events.game_night import GameNightPlanned
from trexscore.club.events.season import SeasonDefined
from trexscore.club.game_night import GameNight
from trexscore.club.members import Member, Role
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.recording import Command
from trexscore.db.clubs.clubs import (
    ClubHead,
    LinkAccess,
    find_club_head,
    find_member_number,
    read_club_record,
    read_link_access,
)
from trexscore.db.clubs.counted_games import ClubGameRow, find_game_row
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.ledger.chain import Body
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.device import device_label
from trexscore.web.limits import client_address_or_network, enforce_limit

ClubPart = Literal["standings", "all"]
"""The part of a club that a page belongs to, compared with the setting for outsiders."""


class ClubContext(NamedTuple):
    """A club as one reader sees it. `me` is None for outsiders and former members."""

    club_head: ClubHead
    record: ClubRecord
    me: Member | None

    @property
    def id(self) -> int:
        """The club's id in the database."""
        return self.club_head.id

    @property
    def uid(self) -> str:
        """The club's id in addresses."""
        return self.club_head.uid

    @property
    def name(self) -> str:
        """The club's name."""
        return self.record.settings.name

    @property
    def zone(self) -> tzinfo | None:
        """The time zone of the club's days and times; None for the server's."""
        return self.record.settings.zone

    @property
    def role(self) -> Role | None:
        """The reader's role."""
        return None if self.me is None else self.me.role

    @property
    def is_owner_or_admin(self) -> bool:
        """Whether the reader is the owner or an admin."""
        return self.me is not None and self.me.is_leader

    def may_record(self, event_type: type[ClubEvent], **fields: object) -> bool:
        """Whether the reader may record such an event with these fields."""
        return self.me is not None and event_type.permits(self.record, self.me, fields)

    def abort_unless(self, is_allowed: bool) -> None:  # noqa: FBT001 - the condition itself
        """Raise `Forbidden` if the reader is a member who is not allowed to do something, `NotFound` for others."""
        if not is_allowed:
            raise NotFound if self.me is None else Forbidden

    @property
    def may_count_games(self) -> bool:
        """Whether the reader may count games in the club."""
        return self.may_record(GameCounted)

    @property
    def may_define_seasons(self) -> bool:
        """Whether the reader may create and change seasons."""
        return self.may_record(SeasonDefined)

    @property
    def may_plan_nights(self) -> bool:
        """Whether the reader may plan and change game nights."""
        return self.may_record(GameNightPlanned)

    def may_see(self, club_part: ClubPart) -> bool:
        """Whether the reader sees this part of the club."""
        visible = self.record.settings.part_visible_to_non_members if self.me is None else "all"
        return visible in {"all", club_part}


def open_club(club_uid: str, club_part: ClubPart = "all") -> ClubContext:
    """The club at an address, for readers who may see this part of it. Raises `NotFound` for all others.

    Failed attempts count towards the limit on guessed addresses, whether the club exists or is only hidden: the limit
    must not reveal which.
    """
    club = find_club_head(club_uid)
    if club is not None:
        context = context_for_reader(club)
        if context.may_see(club_part):
            return context
    enforce_limit("unknown_token", client_address_or_network())
    raise NotFound


def require_club_link(token: str, permission: str) -> LinkAccess:
    """The club's link with this token and permission. Raises `NotFound`, and counts the attempt, if there is none."""
    link = read_link_access(token, permission, current_timestamp())
    if link is None:
        enforce_limit("unknown_token", client_address_or_network())
        raise NotFound
    return link


def require_permission(club_uid: str, event_type: type[ClubEvent], **fields: object) -> ClubContext:
    """The club, for members who may record such an event. Raises `Forbidden` for other members."""
    context = open_club(club_uid)
    context.abort_unless(context.may_record(event_type, **fields))
    return context


def require_owner_or_admin(club_uid: str) -> ClubContext:
    """The club, for its owner and admins. Raises `Forbidden` for other members."""
    context = open_club(club_uid)
    context.abort_unless(context.is_owner_or_admin)
    return context


def require_surviving_member(club: ClubContext, member_number: int) -> Member:
    """The member with this number, or the member they were merged into. Raises `NotFound`."""
    if member_number not in club.record.members:
        raise NotFound
    return club.record.surviving_member(member_number)


def redirect_if_merged(**current_numbers: int) -> None:
    """Redirect to the same page of the members into whom those of its address were merged."""
    address = request.view_args or {}
    if address | current_numbers != address:
        abort(redirect(url_for(request.endpoint or "", **address | current_numbers)))


def require_season(club: ClubContext, season_number: int) -> Season:
    """The season with this number. Raises `NotFound`."""
    if season_number not in club.record.seasons:
        raise NotFound
    return club.record.seasons[season_number]


def require_game_night(club: ClubContext, night_number: int) -> GameNight:
    """The game night with this number. Raises `NotFound`."""
    if night_number not in club.record.game_nights:
        raise NotFound
    return club.record.game_nights[night_number]


def require_game_row(club: ClubContext, game_uid: str) -> ClubGameRow:
    """A game that the club counts or has counted. Raises `NotFound`."""
    row = find_game_row(db.session(), club.id, game_uid)
    if row is None:
        raise NotFound
    return row


def context_for_reader(club_head: ClubHead) -> ClubContext:
    """The club as the current account sees it."""
    account = current_account()
    return context_as_seen_by(
        club_head, None if account is None else find_member_number(db.session(), club_head.id, account.id)
    )


def context_as_seen_by(club_head: ClubHead, member_number: int | None) -> ClubContext:
    """The club as the member with this number sees it; None is an outsider."""
    record = read_club_record(club_head)
    # A member who joined after `club_head` was read is not in the record yet.
    me = (
        None if member_number is None or member_number not in record.members else record.surviving_member(member_number)
    )
    return ClubContext(club_head, record, me if me is not None and me.is_active else None)


def record_form_entry(club: ClubContext, form: ClubForm, body: Body) -> int | None:
    """Record an entry from a form. Returns its number, or None if it is refused: the form then shows why.

    Raises `Forbidden` if the member may not record it.
    """
    recorded_entry = form.unwrap_outcome(record_club_entry(club.id, command_from_form(club, form, body)))
    return None if recorded_entry is None else recorded_entry.seq


def was_sent_before(club: ClubContext, form: ClubForm) -> bool:
    """Whether the form has recorded its entry. Sent again, it may find that what it removes is gone: no error."""
    return CLUBS.find_entry_by_key(db.session(), club.id, form.entry_key) is not None


def command_from_form(club: ClubContext, form: ClubForm, body: Body | None = None) -> Command:
    """The command of the member who sends the form; without a body, for another to fill. Counts against the limit."""
    if club.me is None:
        raise NotFound
    enforce_limit("write", f"{club.uid} {club.me.number}")
    return Command.of_member(form.entry_key, club.me.number, body, device_label())
