"""What every event of a game answers: who may write it, whether it is possible, and what it changes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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

SCORER_LINKS = frozenset({"own", "write"})
"""The permissions by which the score is kept, in everyone's name."""


class Writers(Flag):
    """The links that may write an event."""

    OWNER = auto()
    SCORER = auto()
    """The owner link and the scorer link."""
    PLAYER = auto()
    """A player link, for its own seat: `seat` in the body says who speaks."""
    REFEREE = auto()
    """The referee link, in the referee's name."""
    REFEREE_FOR_PLAYER = auto()
    """The referee link, for a player who is not there."""


class GameLink(NamedTuple):
    """The link through which something is written: its permission, and the letter of its seat if it has one."""

    permission: str
    seat: str | None = None

    @property
    def keeps_score(self) -> bool:
        return self.permission in SCORER_LINKS


def link_of(by: Body | None) -> GameLink | None:
    """The link that wrote a stored entry; None for entries from before links were recorded."""
    return None if by is None else GameLink(by.get("right", ""), by.get("seat"))


class Step(NamedTuple):
    """A game before and after an event that is about to be written."""

    before: "Record"
    after: "Record"
    with_changes: Callable[[Sequence[Body]], "Record"]
    """The game before it with the changes of a correction."""
    is_old: bool
    """Whether it is from before links were recorded."""


@dataclass(frozen=True, kw_only=True)
class GameEvent(Event):
    """An event of a game. Class attributes say what holds for all events of its kind."""

    writers: ClassVar[Writers] = Writers.SCORER
    is_public: ClassVar[bool] = True
    """Whether a client can write it. The other events only the server writes."""
    undoable: ClassVar[bool] = False
    ends_redo: ClassVar[bool] = False
    """After it, nothing that was undone before is redone: the game has gone another way."""
    revises: ClassVar[bool] = False
    """Whether it can change what earlier entries say."""
    has_deadline: ClassVar[bool] = False
    """Whether the policy's deadline applies to it."""
    undo_has_deadline: ClassVar[bool] = False
    """Whether it applies to undoing it."""
    consent_path: ClassVar[str] = "corrected.with"
    """Where a client says who approves of it."""

    @classmethod
    def describes(cls, body: Body) -> bool:
        """Whether a client's body is of this kind."""
        return cls.is_public and cls.wire in body

    @classmethod
    def permits(cls, link: GameLink, said: object) -> bool:
        """Whether a link may have this written. What stands under the event's kind may still be invalid."""
        if link.permission == REFEREE or speaks_as_referee(said):
            return link.permission == REFEREE and cls._permits_referee(said)
        if link.permission == "seat":
            return Writers.PLAYER in cls.writers and isinstance(said, dict) and cls.permits_player(link, said)
        return link.keeps_score if Writers.SCORER in cls.writers else link.permission == "own"

    @classmethod
    def permits_player(cls, link: GameLink, said: Body) -> bool:
        """Whether a player link may have this written."""
        return said.get("seat") == link.seat

    @classmethod
    def _permits_referee(cls, said: object) -> bool:
        if speaks_as_referee(said):
            return Writers.REFEREE in cls.writers
        return Writers.REFEREE_FOR_PLAYER in cls.writers and isinstance(said, dict) and "seat" in said

    def speakers(self) -> frozenset[Seat]:
        """The players in whose names it speaks."""
        return frozenset()

    @property
    def answers_for_players(self) -> bool:
        """Whether a scorer link that writes it answers for players."""
        return bool(self.speakers())

    def subject_at(self, seq: int) -> object:
        """What players say something about, in entry `seq`: a kingdom, an entry or a dispute."""
        return None

    @property
    def refers_to(self) -> int | None:
        """The earlier entry that it is about."""
        return None

    def check(self, game: "Record") -> Iterable[Refusal]:
        """Why it is not possible in this game."""
        return ()

    def check_new(self, game: "Record") -> Iterable[Refusal]:
        """Why it is not possible by rules that entries from before links were recorded do not have to meet."""
        return ()

    def check_outcome(self, step: Step) -> Iterable[Refusal]:
        """Why it is not possible because of what it leads to."""
        return ()

    def proposed_changes(self, game: "Record") -> Sequence[Body]:
        """Changes that it asks the players about. They have to be possible."""
        return ()

    def is_approved(self, before: "Record", after: "Record") -> bool:
        """Whether all four, or the referee, approve of changes to what was signed off or ruled."""
        return False

    def touched(self, game: "Record") -> Iterable[int]:
        """The entries that would change with it; deadlines count from them."""
        return ()

    def apply(self, game: "GameBuilder", seq: int) -> None:
        """Change the game."""

    def apply_undone(self, game: "GameBuilder", seq: int) -> None:
        """Change the game although the event was undone."""


def speaks_as_referee(said: object) -> bool:
    """Whether a statement is made in the referee's name."""
    if not isinstance(said, dict):
        return False
    approved_by = said.get("with")
    return said.get("by") == REFEREE or (isinstance(approved_by, list) and REFEREE in approved_by)
