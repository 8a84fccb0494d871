"""The events that are entries of a game file: deals, void deals and adjustments."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from trexscore.game.event import GameEvent
from trexscore.game.file.entries import read_score_entry
from trexscore.ledger.chain import Body
from trexscore.ledger.json_reader import MAX_TEXT_LENGTH, Faults
from trexscore.ledger.schema_parts import NONEMPTY_CONTRACT_LIST, SEAT_LETTERS, Schema, request_object, schema_ref
from trexscore.rules.game import ScoreEntry
from trexscore.rules.house_rules import VOID_REASONS

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder

OPTIONAL_DEAL_FIELD_SCHEMAS: Schema = {
    "renege": request_object({"by": schema_ref("Seat")}),
    "note": {"type": "string", "maxLength": MAX_TEXT_LENGTH},
}
"""The JSON Schemas of a deal's optional fields."""


class GameFileEvent(GameEvent):
    """An entry of the game file. The rules find its faults when the game is scored."""

    has_flat_body: ClassVar[bool] = True
    recordable_offline: ClassVar[bool] = True
    undoable: ClassVar[bool] = True
    ends_redo: ClassVar[bool] = True
    undo_has_deadline: ClassVar[bool] = True
    is_adjustment: ClassVar[bool] = False

    @classmethod
    def parse(cls, body: Body) -> tuple[Self, Faults]:
        return cls(content=body), []

    @cached_property
    def score_entry(self) -> ScoreEntry:
        return read_score_entry(self.content)

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        self.apply_though_undone(builder, seq)
        if not self.is_adjustment:
            for entries in builder.entries_until_deal():
                entries.clear()

    def apply_though_undone(self, builder: "GameBuilder", seq: int) -> None:
        builder.add_game_file_entry(seq, self.content, is_adjustment=self.is_adjustment)


class DealRecorded(GameFileEvent):
    """A deal was played, or a tiebreaker deal after the game."""

    stored_kind: ClassVar[str] = "deal"

    @classmethod
    def schema(cls) -> Schema:
        """The JSON Schema of a deal. A tiebreaker deal has another."""
        required_properties = {
            "king": schema_ref("Seat"),
            "contracts": NONEMPTY_CONTRACT_LIST,
            "captures": schema_ref("Captures"),
        }
        return request_object(required_properties, **OPTIONAL_DEAL_FIELD_SCHEMAS)


class DealVoided(GameFileEvent):
    """A void deal: it was dealt and not played."""

    stored_kind: ClassVar[str] = "void"

    @classmethod
    def schema(cls) -> Schema:
        void = request_object({"reason": {"enum": list(VOID_REASONS)}}, claimed_by=schema_ref("Seat"))
        return request_object({"king": schema_ref("Seat"), cls.stored_kind: void}, contracts=NONEMPTY_CONTRACT_LIST)


class PointsAdjusted(GameFileEvent):
    """Points moved between players by agreement."""

    stored_kind: ClassVar[str] = "adjustment"
    is_adjustment: ClassVar[bool] = True
    can_change_signed_kingdoms: ClassVar[bool] = True
    has_deadline: ClassVar[bool] = True
    missing_approval_path: ClassVar[str] = ""

    @classmethod
    def schema(cls) -> Schema:
        points: Schema = {
            "type": "object",
            "properties": dict.fromkeys(SEAT_LETTERS, schema_ref("Points")),
            "additionalProperties": False,
            "description": "Adds up to 0.",
        }
        reason: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT_LENGTH}
        return request_object({cls.stored_kind: points, "reason": reason})
