"""The policy of a table: second person, deadline and referee."""

from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game.event import GameEvent, Writers
from trexscore.game.policy import CorrectionDeadline, Policy, deadline_field
from trexscore.ledger import json_reader

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder


class PolicyChanged(GameEvent):
    """Sets a table's whole policy. Omitted parts do not apply."""

    stored_kind: ClassVar[str] = "terms"
    permitted_writers: ClassVar[Writers] = Writers.OWNER

    second_person: Annotated[bool, json_reader.flag_field()] = False
    deadline: Annotated[CorrectionDeadline | None, deadline_field().or_null()] = None
    referee: Annotated[bool, json_reader.flag_field()] = False

    @property
    def policy(self) -> Policy:
        """The new policy."""
        return Policy(self.second_person, self.deadline, self.referee)

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        builder.set_policy(seq, self.policy)
