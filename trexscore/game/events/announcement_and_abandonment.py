"""Events between deals: an announced contract, and an abandoned game."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game import fields
from trexscore.game.announcement import read_announcement
from trexscore.game.event import GameEvent
from trexscore.ledger.chain import Body
from trexscore.ledger.schema_parts import Schema, request_object
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record


class ContractAnnounced(GameEvent):
    """The contract of the next deal, and its doublings. A later announcement replaces it, a deal ends it."""

    stored_kind: ClassVar[str] = "announced"
    recordable_offline: ClassVar[bool] = True
    undoable: ClassVar[bool] = True
    ends_redo: ClassVar[bool] = True
    has_flat_body: ClassVar[bool] = True

    announcement: Annotated[Body, fields.announcement_field().with_key("announced")]

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        _announcement, faults = read_announcement(self.announcement, record.rules, record.play().game)
        return (fault.with_path_prefix(self.stored_kind) for fault in faults)

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        builder.announcements_since_deal.append((seq, self.announcement))
        builder.current_abandonments.clear()


class GameAbandoned(GameEvent):
    """The table stops before the end of the game. A later announcement or deal continues it."""

    stored_kind: ClassVar[str] = "abandoned"
    recordable_offline: ClassVar[bool] = True
    undoable: ClassVar[bool] = True
    ends_redo: ClassVar[bool] = True

    @classmethod
    def schema(cls) -> Schema:
        content_schema = {
            **request_object({}),
            "description": "The table stops here. A later announcement or deal continues the game.",
        }
        return request_object({cls.stored_kind: content_schema})

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        if record.current_abandonments:
            yield refuse("already_abandoned", "abandoned")
        elif record.play().game.is_complete:
            yield refuse("already_over", "abandoned")

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        builder.current_abandonments.append((seq, self.content))
