"""Base class of club events: who may record one, whether it is possible, and what it changes."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from trexscore.club.members import LEADER_ROLES, Member, Role
from trexscore.game.file.names import read_name
from trexscore.ledger.chain import Body
from trexscore.ledger.event import Event
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord

REFEREE_ROLES: tuple[Role, ...] = (*LEADER_ROLES, "referee")
SCORER_ROLES: tuple[Role, ...] = (*REFEREE_ROLES, "scorer")


class ClubEvent(Event):
    """An event of a club. Class attributes hold for all events of the kind."""

    permitted_roles: ClassVar[tuple[Role, ...]] = ()
    """Roles that may record it."""
    allowed_about_oneself: ClassVar[bool] = False
    """Whether every member may record it about themselves."""
    allowed_about_oneself_after_leaving: ClassVar[bool] = False
    """Whether former members may, too, without having to join again first."""
    requires_owner_for_leaders: ClassVar[bool] = False
    """Whether only the owner may record it about a present or former owner or admin."""
    undoable: ClassVar[bool] = False
    is_about_game: ClassVar[bool] = False
    """Whether it is about a single game. There may be very many: a fold skips them."""
    is_about_game_night: ClassVar[bool] = False
    """Whether it is about a game night. Most events are. Standings do not depend on them."""
    can_rerank_same_results: ClassVar[bool] = False
    """Whether it can change the ranking of the same results."""
    can_give_permissions: ClassVar[bool] = False
    """Whether it can give a member more permissions."""
    can_reduce_permissions: ClassVar[bool] = False
    """Whether it can take permissions from a member."""

    @classmethod
    def normalized_body(cls, body: Body) -> Body:
        """The body, with its name as names are stored. An invalid name is left for the reader to refuse."""
        content = body.get(cls.stored_kind)
        name = read_name(content.get("name")) if isinstance(content, dict) else None
        return body if name is None else {**body, cls.stored_kind: {**body[cls.stored_kind], "name": name}}

    @classmethod
    def permits(cls, record: "ClubRecord", me: Member, content: object) -> bool:
        """Whether a member may record this. `content`, the value under the event's kind, may be invalid."""
        is_about_self = _unchecked_subject_numbers(content) == (me.number,)
        if not me.is_active:
            return cls.allowed_about_oneself_after_leaving and is_about_self
        if cls.allowed_about_oneself and is_about_self:
            return True
        return me.role in cls.permitted_roles and cls.permits_role_holder(record, me, content)

    @classmethod
    def permits_role_holder(cls, record: "ClubRecord", me: Member, content: object) -> bool:
        """Whether a member whose role may record events of this kind may record this one."""
        if not isinstance(content, dict):
            return True  # the reader refuses it
        if (
            cls.requires_owner_for_leaders
            and me.role != "owner"
            and not roles_of_named_members(record, content).isdisjoint(LEADER_ROLES)
        ):
            return False  # merging with a leader would give a leader's permissions, too
        return cls.permits_content(record, me, content)

    @classmethod
    def permits_content(cls, record: "ClubRecord", me: Member, content: Mapping[str, object]) -> bool:
        """Further conditions of single kinds."""
        return True

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        """The reasons why it is not possible in this club."""
        return ()

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        """Apply it to the club."""

    def apply_even_if_undone(self, builder: "ClubBuilder", seq: int) -> None:
        """Apply what later entries rely on, even if the event was undone later."""


def roles_of_named_members(record: "ClubRecord", content: Mapping[str, object]) -> set[Role]:
    """The roles of the members that an event's content names."""
    named_member_numbers = (content.get(field) for field in ("member", "into"))
    return {
        record.members[number].role
        for number in named_member_numbers
        if isinstance(number, int) and number in record.members
    }


def _unchecked_subject_numbers(content: object) -> tuple[object, ...]:
    if not isinstance(content, dict):
        return ()
    return tuple(content["members"]) if isinstance(content.get("members"), list) else (content.get("member"),)


def changed_since_refusals(last_seen_seq: int | None, last_change_seq: int, kind: str) -> Iterable[Refusal]:
    """A refusal if the subject has changed since the entry that the client saw last."""
    if last_seen_seq is not None and last_seen_seq != last_change_seq:
        yield refuse("changed_meanwhile", f"{kind}.behind")
