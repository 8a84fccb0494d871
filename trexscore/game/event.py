"""The base of a game's events: who may write one, whether it is possible, and what it changes."""

from collections.abc import Callable, Iterable, Sequence
from enum import Flag, auto
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from trexscore.game.policy import REFEREE
from trexscore.ledger.chain import Body
from trexscore.ledger.event import Event
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record

SCORER_PERMISSIONS = frozenset({"own", "write"})
"""Permissions to keep the score for all players."""


class Writers(Flag):
    """The links that may write an event."""

    OWNER = auto()
    OWNER_OR_SCORER = auto()
    """The owner link and the scorer link."""
    PLAYER = auto()
    """A player link, for its own seat, which is `seat` in the body."""
    REFEREE = auto()
    """The referee link, in the referee's name."""
    REFEREE_FOR_PLAYER = auto()
    """The referee link, for an absent player."""


class EntryLink(NamedTuple):
    """The link that an entry is written with: its permission, and its seat's letter if it has one."""

    permission: str
    seat_letter: str | None = None

    @property
    def keeps_score(self) -> bool:
        return self.permission in SCORER_PERMISSIONS


def link_from_json(stored_link: Body | None) -> EntryLink | None:
    """The link that wrote a stored entry; None for entries from before links were recorded."""
    return None if stored_link is None else EntryLink(stored_link.get("right", ""), stored_link.get("seat"))


class EventTransition(NamedTuple):
    """A game before and after an event that is being judged."""

    record_before: "Record"
    record_after: "Record"
    compute_corrected_record: Callable[[Sequence[Body]], "Record"]
    """Returns the game before the event with these changes of a correction."""
    entry_predates_links: bool
    """Whether the entry is from before links were recorded."""


class GameEvent(Event):
    """An event of a game. Class attributes apply to all events of its kind."""

    permitted_writers: ClassVar[Writers] = Writers.OWNER_OR_SCORER
    client_writable: ClassVar[bool] = True
    """Whether a client can write it. Only the server writes the others."""
    recordable_offline: ClassVar[bool] = False
    """Whether a phone records it while it is offline. Such an entry can be refused later, and then be discarded."""
    undoable: ClassVar[bool] = False
    ends_redo: ClassVar[bool] = False
    """Whether entries undone before it can no longer be redone, since the game continued differently."""
    can_change_signed_kingdoms: ClassVar[bool] = False
    """Whether it can change a kingdom that is signed. If it does, it needs the approval of those who signed."""
    has_deadline: ClassVar[bool] = False
    """Whether the policy's deadline applies to it."""
    undo_has_deadline: ClassVar[bool] = False
    """Whether the policy's deadline applies to undoing it."""
    body_removable: ClassVar[bool] = False
    """Whether its body can be removed together with a person's name. No points depend on it."""
    missing_approval_path: ClassVar[str] = "corrected.with"
    """The path of a refusal for missing approval."""

    @classmethod
    def recognizes_client_body(cls, body: Body) -> bool:
        """Whether a client's body is an event of this kind."""
        return cls.client_writable and cls.stored_kind in body

    @classmethod
    def permits(cls, link: EntryLink, content: object) -> bool:
        """Whether a link may write this. `content`: the unchecked value under the event's kind."""
        if link.permission == REFEREE or speaks_as_referee(content):
            return link.permission == REFEREE and cls._permits_referee_link(content)
        if link.permission == "seat":
            return (
                Writers.PLAYER in cls.permitted_writers
                and isinstance(content, dict)
                and cls.permits_player_link(link, content)
            )
        return link.keeps_score if Writers.OWNER_OR_SCORER in cls.permitted_writers else link.permission == "own"

    @classmethod
    def permits_player_link(cls, link: EntryLink, content: Body) -> bool:
        """Whether a player link may write this."""
        return content.get("seat") == link.seat_letter

    @classmethod
    def _permits_referee_link(cls, content: object) -> bool:
        if speaks_as_referee(content):
            return Writers.REFEREE in cls.permitted_writers
        return Writers.REFEREE_FOR_PLAYER in cls.permitted_writers and isinstance(content, dict) and "seat" in content

    def represented_seats(self) -> frozenset[Seat]:
        """The players in whose names it is written."""
        return frozenset()

    @property
    def answers_for_players(self) -> bool:
        """Whether a scorer link that writes it answers for players."""
        return bool(self.represented_seats())

    def statement_subject(self, seq: int) -> object:
        """The kingdom, entry or dispute that players make a statement about in entry `seq`."""
        return None

    @property
    def referenced_seq(self) -> int | None:
        """The earlier entry that it is about."""
        return None

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        """Why it is not possible in this game."""
        return ()

    def refusals_unless_predating_links(self, record: "Record") -> Iterable[Refusal]:
        """Why it is not possible by rules that do not apply to entries from before links were recorded."""
        return ()

    def outcome_refusals(self, transition: EventTransition) -> Iterable[Refusal]:
        """Why its outcome is not possible."""
        return ()

    def proposed_change_contents(self, record: "Record") -> Sequence[Body]:
        """Changes that it proposes to the players. They have to be possible."""
        return ()

    def is_approved(self, record_before: "Record", record_after: "Record") -> bool:
        """Whether all four, or the referee, approve changes to kingdoms signed off or to rulings."""
        return False

    def affected_seqs(self, record: "Record") -> Iterable[int]:
        """The entries that it would change; deadlines count from them."""
        return ()

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        """Change the game."""

    def apply_though_undone(self, builder: "GameBuilder", seq: int) -> None:
        """Change the game although the event was undone."""


def speaks_as_referee(content: object) -> bool:
    """Whether an event's content is written in the referee's name."""
    if not isinstance(content, dict):
        return False
    approved_by = content.get("with")
    return content.get("by") == REFEREE or (isinstance(approved_by, list) and REFEREE in approved_by)
