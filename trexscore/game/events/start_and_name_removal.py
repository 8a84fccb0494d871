"""The start of a game, and permanently removed names: entries that only the server writes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from trexscore.game.event import GameEvent
from trexscore.ledger import json_reader
from trexscore.ledger.chain import NAME_REMOVAL_KIND, Body
from trexscore.ledger.json_reader import Faults
from trexscore.rules.seats import Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder


@dataclass(frozen=True, kw_only=True)
class GameStarted(GameEvent):
    """The first entry. The four names follow in entries of their own."""

    stored_kind: ClassVar[str] = "started"
    client_writable: ClassVar[bool] = False
    has_flat_body: ClassVar[bool] = True

    format: Annotated[str, json_reader.text_field({"type": "string"})] = ""
    house_rules_json: Annotated[Body, json_reader.object_field().with_key("house_rules")]
    first_king: Annotated[Seat | None, json_reader.seat_field()] = None

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        builder.set_rules(seq, self.house_rules_json)
        builder.first_king = self.first_king


@dataclass(frozen=True, kw_only=True)
class NamesRemoved(GameEvent):
    """Names were removed from earlier entries. `ledger.chain` reads its content."""

    stored_kind: ClassVar[str] = NAME_REMOVAL_KIND
    client_writable: ClassVar[bool] = False

    @classmethod
    def parse(cls, body: Body) -> tuple[Self, Faults]:
        return cls(content=body), []
