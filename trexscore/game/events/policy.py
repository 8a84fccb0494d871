"""How a table keeps its score, beside its house rules."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game.event import GameEvent, Writers
from trexscore.game.policy import Deadline, Policy, deadline_field
from trexscore.ledger import reader

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder


@dataclass(frozen=True, kw_only=True)
class PolicySet(GameEvent):
    """All of a table's policy. What is left out does not apply."""

    wire: ClassVar[str] = "terms"
    writers: ClassVar[Writers] = Writers.OWNER

    second_person: Annotated[bool, reader.flag()] = False
    deadline: Annotated[Deadline | None, reader.nullable(deadline_field())] = None
    referee: Annotated[bool, reader.flag()] = False

    @property
    def policy(self) -> Policy:
        """What holds from now on."""
        return Policy(self.second_person, self.deadline, self.referee)

    def apply(self, game: "GameBuilder", seq: int) -> None:
        game.policy = self.policy.since_entry(seq, game.policy)
