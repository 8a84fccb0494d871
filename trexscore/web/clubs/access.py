"""Load a club for this person or 404: the one way from an address to a club, and from a form to its journal."""

from datetime import tzinfo
from typing import Literal, NamedTuple, TypeVar

from werkzeug.exceptions import Forbidden, NotFound

from trexscore.club.members import Member, Role
from trexscore.club.permissions import may_write
from trexscore.club.record import ClubRecord, Shows
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed, write_in_club
from trexscore.db.clubs.clubs import ClubAt, club_at, member_of, record_of
from trexscore.db.models import db
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.device import device
from trexscore.web.limits import client_address, count

Part = Literal["standings", "all"]
"""What a page belongs to: what outsiders see where the club shows its standings, or what they see only of all."""


class ClubContext(NamedTuple):
    """A club as one reader sees it. `me` is None for outsiders, also for members who have left."""

    club: ClubAt
    record: ClubRecord
    me: Member | None

    @property
    def uid(self) -> str:
        """The club's address."""
        return self.club.uid

    @property
    def name(self) -> str:
        """What the club is called."""
        return self.record.settings.name

    @property
    def zone(self) -> tzinfo | None:
        """The time zone of the club's days and times; None for the server's."""
        return self.record.settings.zone

    @property
    def role(self) -> Role | None:
        """What the reader is in the club."""
        return None if self.me is None else self.me.role

    @property
    def sees(self) -> Shows:
        """How much the reader sees."""
        return self.record.settings.shows if self.me is None else "all"

    @property
    def leads(self) -> bool:
        """Whether this is the owner or an admin."""
        return self.me is not None and self.me.leads

    def may(self, kind: str, **said: object) -> bool:
        """Whether the reader may have an entry of this kind written, saying so much of it."""
        return self.me is not None and may_write(self.record, self.me, kind, {kind: said})

    def shows(self, part: Part) -> bool:
        """Whether the reader sees a part of the club."""
        return self.sees in {"all", part}


def open_club(uid: str, part: Part = "all") -> ClubContext:
    """The club at an address, for whoever may see this part of it. For others there is none.

    Guesses are counted, and what is there but not shown counts as one: the limit tells nobody which it was.
    """
    club = club_at(uid)
    if club is not None:
        scope = scope_in(club)
        if scope.shows(part):
            return scope
    count("unknown_token", client_address())
    raise NotFound


def require_permission(uid: str, kind: str, **said: object) -> ClubContext:
    """The same for a member who may have an entry of this kind written. Raises `Forbidden` for other members."""
    scope = open_club(uid)
    if not scope.may(kind, **said):
        if scope.me is None:
            raise NotFound
        raise Forbidden
    return scope


def open_to_lead(uid: str) -> ClubContext:
    """The same for the owner and the admins."""
    scope = open_club(uid)
    if scope.me is None:
        raise NotFound
    if not scope.leads:
        raise Forbidden
    return scope


def scope_in(club: ClubAt) -> ClubContext:
    """The club as whoever asks sees it."""
    account = current_account()
    return scope_as(club, None if account is None else member_of(db.session(), club.id, account.id))


def scope_as(club: ClubAt, number: int | None) -> ClubContext:
    """The club as the member with this number sees it; None is an outsider."""
    record = record_of(club)
    # Whoever has come this very moment is not in it yet.
    me = None if number is None or number not in record.members else record.who(number)
    return ClubContext(club, record, me if me is not None and me.is_here else None)


def submit(scope: ClubContext, form: ClubForm, kind: str, said: object) -> int | None:
    """Write what a form says: the entry's number. None where it cannot be: the form says why, and keeps what was typed.

    Raises `Forbidden` where this member may not.
    """
    written = outcome_or_errors(form, write_in_club(scope.club.id, command_from(scope, form, kind, said)))
    return None if written is None else written.seq


def command_from(scope: ClubContext, form: ClubForm, kind: str, said: object = None) -> ClubRequest:
    """What a form asks to have written, in the name of whoever sends it; counted against sending too much."""
    if scope.me is None:
        raise NotFound
    count("write", f"{scope.uid} {scope.me.number}")
    return ClubRequest(form.entry_key, scope.me.number, kind, said, None, device())


W = TypeVar("W")


def outcome_or_errors(form: ClubForm, written: W | ClubRefused | NotAllowed) -> W | None:
    """What came of it: None where it was refused, and the form says why. Raises `Forbidden`."""
    if isinstance(written, NotAllowed):
        raise Forbidden
    if isinstance(written, ClubRefused):
        if any(refusal.code == "key_reused" for refusal in written.refusals):
            form.renew()
        form.blame(written.refusals)
        return None
    return written
