"""Load a club and what is in it for a reader, or answer 404; and submit a club form to the club's journal."""

from datetime import tzinfo
from typing import Literal, NamedTuple, TypeVar

from werkzeug.exceptions import Forbidden, NotFound

from trexscore.club.members import Member, Role
from trexscore.club.permissions import may_write
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.commands.clock import now
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed, record_club_entry
from trexscore.db.clubs.clubs import ClubHead, LinkAccess, find_club, find_member_number, read_link_access, read_record
from trexscore.db.clubs.counted_games import GameRow, find_game_row
from trexscore.db.journals import JournalHead
from trexscore.db.models import db
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.device import device_label
from trexscore.web.limits import client_address, count

PagePart = Literal["standings", "all"]
"""The part of a club that a page belongs to, compared with the setting for outsiders."""


class ClubContext(NamedTuple):
    """A club as one reader sees it. `me` is None for outsiders and former members."""

    club: ClubHead
    record: ClubRecord
    me: Member | None

    @property
    def uid(self) -> str:
        """The club's id in addresses."""
        return self.club.uid

    @property
    def name(self) -> str:
        """The club's name."""
        return self.record.settings.name

    @property
    def zone(self) -> tzinfo | None:
        """The time zone of the club's days and times; None for the server's."""
        return self.record.settings.zone

    @property
    def end(self) -> JournalHead:
        """The head of the club's journal."""
        return JournalHead(self.club.id, self.club.seq, self.club.digest)

    @property
    def role(self) -> Role | None:
        """The reader's role."""
        return None if self.me is None else self.me.role

    @property
    def leads(self) -> bool:
        """Whether the reader is the owner or an admin."""
        return self.me is not None and self.me.is_leader

    def may(self, kind: str, **fields: object) -> bool:
        """Whether the reader may record an entry of this kind with these fields."""
        return self.me is not None and may_write(self.record, self.me, kind, {kind: fields})

    def shows(self, part: PagePart) -> bool:
        """Whether the reader sees this part of the club."""
        visible = self.record.settings.shows if self.me is None else "all"
        return visible in {"all", part}


def open_club(uid: str, part: PagePart = "all") -> ClubContext:
    """The club at an address, for readers who may see this part of it. Raises `NotFound` for all others.

    Failed attempts count towards the limit on guessed addresses, whether the club exists or is only hidden: the limit
    must not reveal which.
    """
    club = find_club(uid)
    if club is not None:
        context = context_for_reader(club)
        if context.shows(part):
            return context
    count("unknown_token", client_address())
    raise NotFound


def open_link(token: str, permission: str) -> LinkAccess:
    """The club's link with this token and permission. Raises `NotFound`, and counts the attempt, if there is none."""
    link = read_link_access(token, now())
    if link is None or link.permission != permission:
        count("unknown_token", client_address())
        raise NotFound
    return link


def require_permission(uid: str, kind: str, **fields: object) -> ClubContext:
    """The club, for members who may record an entry of this kind. Raises `Forbidden` for other members."""
    context = open_club(uid)
    if not context.may(kind, **fields):
        if context.me is None:
            raise NotFound
        raise Forbidden
    return context


def require_admin(uid: str) -> ClubContext:
    """The club, for its owner and admins. Raises `Forbidden` for other members."""
    context = open_club(uid)
    if context.me is None:
        raise NotFound
    if not context.leads:
        raise Forbidden
    return context


def find_member(club: ClubContext, number: int) -> Member:
    """The member with this number, or the member they were merged into. Raises `NotFound`."""
    if number not in club.record.members:
        raise NotFound
    return club.record.current_member(number)


def season_in(club: ClubContext, number: int) -> Season:
    """The season with this number. Raises `NotFound`."""
    if number not in club.record.seasons:
        raise NotFound
    return club.record.seasons[number]


def game_of(club: ClubContext, uid: str) -> GameRow:
    """A game that the club counts or has counted. Raises `NotFound`."""
    row = find_game_row(db.session(), club.club.id, uid)
    if row is None:
        raise NotFound
    return row


def context_for_reader(club: ClubHead) -> ClubContext:
    """The club as the current account sees it."""
    account = current_account()
    return context_for_member(club, None if account is None else find_member_number(db.session(), club.id, account.id))


def context_for_member(club: ClubHead, number: int | None) -> ClubContext:
    """The club as the member with this number sees it; None is an outsider."""
    record = read_record(club)
    # A member who joined after `club` was read is not in the record yet.
    me = None if number is None or number not in record.members else record.current_member(number)
    return ClubContext(club, record, me if me is not None and me.is_active else None)


def submit(context: ClubContext, form: ClubForm, kind: str, body: object) -> int | None:
    """Record an entry from a form. Returns its number, or None if it is refused: the form then shows why.

    Raises `Forbidden` if the member may not record it.
    """
    recorded = outcome_or_errors(form, record_club_entry(context.club.id, build_request(context, form, kind, body)))
    return None if recorded is None else recorded.seq


def build_request(context: ClubContext, form: ClubForm, kind: str, body: object = None) -> ClubRequest:
    """A request to record an entry for the member who sends the form; counted against the write limit."""
    if context.me is None:
        raise NotFound
    count("write", f"{context.uid} {context.me.number}")
    return ClubRequest(form.entry_key, context.me.number, kind, body, None, device_label())


T = TypeVar("T")


def outcome_or_errors(form: ClubForm, outcome: T | ClubRefused | NotAllowed) -> T | None:
    """The outcome, or None if it was refused: the form then shows why. Raises `Forbidden`."""
    if isinstance(outcome, NotAllowed):
        raise Forbidden
    if isinstance(outcome, ClubRefused):
        if any(refusal.code == "key_reused" for refusal in outcome.refusals):
            form.renew()
        form.blame(outcome.refusals)
        return None
    return outcome
