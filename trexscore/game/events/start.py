"""The start of a game, which only the server writes, and the first king, chosen or corrected before the first deal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game.event import GameEvent
from trexscore.ledger import json_reader
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record


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


class FirstKingChosen(GameEvent):
    """Sets the first king."""

    stored_kind: ClassVar[str] = "first_king"
    recordable_offline: ClassVar[bool] = True
    has_flat_body: ClassVar[bool] = True
    ends_redo: ClassVar[bool] = True

    seat: Annotated[Seat, json_reader.seat_field().with_key("first_king")]

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        if record.play().game.deals:
            yield refuse("first_king_fixed", "first_king")

    def apply(self, builder: "GameBuilder", _seq: int) -> None:
        builder.first_king = self.seat
