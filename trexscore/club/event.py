"""What every event of a club answers: who may write it, whether it is possible, and what it changes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from trexscore.club.members import LEADS, Member, Role
from trexscore.ledger.event import Event
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord

REFEREES: tuple[Role, ...] = (*LEADS, "referee")
SCORERS: tuple[Role, ...] = (*REFEREES, "scorer")


@dataclass(frozen=True, kw_only=True)
class ClubEvent(Event):
    """An event of a club. Class attributes say what holds for all events of its kind."""

    roles: ClassVar[tuple[Role, ...]] = ()
    """Who may write it, as far as the role says."""
    of_oneself: ClassVar[bool] = False
    """Whether every member may write it of themselves."""
    protects_leaders: ClassVar[bool] = False
    """Whether only the owner writes it of the owner or an admin, also of a former one."""
    undoable: ClassVar[bool] = False
    of_game: ClassVar[bool] = False
    """Whether it is about a single game. There may be very many: a fold passes them over."""
    of_game_night: ClassVar[bool] = False
    """Whether it is about a game night. Most events are. Standings depend on none of them."""
    reranks: ClassVar[bool] = False
    """Whether the same results may be ranked otherwise after it."""
    raises_roles: ClassVar[bool] = False
    """Whether it can give a member more permissions."""
    lowers_roles: ClassVar[bool] = False
    """Whether it can take permissions from a member."""

    @classmethod
    def permits(cls, record: "ClubRecord", me: Member, said: object) -> bool:
        """Whether a member may have this written. What stands under the event's kind may still be invalid."""
        is_of_me = _members_in(said) == (me.number,)
        if not me.is_here:
            return cls.permits_former(is_of_me=is_of_me)
        if cls.of_oneself and is_of_me:
            return True
        return me.role in cls.roles and cls.permits_role(record, me, said)

    @classmethod
    def permits_former(cls, *, is_of_me: bool) -> bool:
        """Whether a former member may have it written."""
        return False

    @classmethod
    def permits_role(cls, record: "ClubRecord", me: Member, said: object) -> bool:
        """Whether a member whose role may write events of this kind may write this one."""
        if not isinstance(said, dict):
            return True  # the reader refuses it
        if cls.protects_leaders and me.role != "owner" and not roles_in(record, said).isdisjoint(LEADS):
            return False  # merging with a leader would give a leader's permissions, too
        return cls.permits_statement(record, me, said)

    @classmethod
    def permits_statement(cls, record: "ClubRecord", me: Member, said: Mapping[str, object]) -> bool:
        """What single kinds ask for beyond that."""
        return True

    def check(self, club: "ClubRecord") -> Iterable[Refusal]:
        """Why it is not possible in this club."""
        return ()

    def apply(self, club: "ClubBuilder", seq: int) -> None:
        """Change the club."""

    def apply_always(self, club: "ClubBuilder", seq: int) -> None:
        """Change what holds from here on, even if the event was undone later."""


def roles_in(record: "ClubRecord", said: Mapping[str, object]) -> set[Role]:
    """The roles of the members that a statement is about."""
    found = (said.get(field) for field in ("member", "into"))
    return {record.members[one].role for one in found if isinstance(one, int) and one in record.members}


def _members_in(said: object) -> tuple[object, ...]:
    if not isinstance(said, dict):
        return ()
    return tuple(said["members"]) if isinstance(said.get("members"), list) else (said.get("member"),)


def changed_since(seen: int | None, last_entry: int, at: str) -> Iterable[Refusal]:
    """A fault where the entry that a client saw last is not the last about something any more."""
    if seen is not None and seen != last_entry:
        yield refuse("changed_meanwhile", f"{at}.behind")
