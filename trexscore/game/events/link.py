"""A player link or the referee link: opened by its holder, or replaced by the owner of the game."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from trexscore.game import fields
from trexscore.game.event import EntryLink, GameEvent
from trexscore.game.fields import SEAT_OR_REFEREE_SCHEMA
from trexscore.game.policy import REFEREE
from trexscore.ledger import json_reader
from trexscore.ledger.chain import Body
from trexscore.ledger.schema_parts import Schema, request_object
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record

LinkState = Literal["opened", "renewed"]


class LinkOpenedOrReplaced(GameEvent):
    """A link was opened or replaced. Once a player link is opened, only it speaks for its player, and it is not shown
    again.
    """

    stored_kind: ClassVar[str] = "link"

    holder: Annotated[str, fields.seat_or_referee_field().with_key("for")]
    state: Annotated[
        LinkState, json_reader.choice_field(get_args(LinkState), "unknown_link_event").missing_is_wrong().with_key("is")
    ]

    @classmethod
    def schema_name(cls) -> str:
        return "LinkOpened"

    @classmethod
    def schema(cls) -> Schema:
        """The schema for clients. Only the server writes that a link was renewed."""
        return request_object(
            {cls.stored_kind: request_object({"for": SEAT_OR_REFEREE_SCHEMA, "is": {"const": "opened"}})}
        )

    @classmethod
    def is_renewal(cls, body: Body) -> bool:
        """Whether a client's body says that a link was renewed. Only the server writes that."""
        content = body.get(cls.stored_kind)
        return isinstance(content, dict) and content.get("is") == "renewed"

    @classmethod
    def permits(cls, link: EntryLink, content: object) -> bool:
        if not isinstance(content, dict):
            return False
        if content.get("is") == "renewed":
            return link.permission == "own"
        holder = REFEREE if link.permission == REFEREE else link.seat_letter
        return holder is not None and content.get("for") == holder

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        if (self.holder in record.opened_link_holders) == (self.state == "opened"):
            yield refuse("link_is_opened" if self.state == "opened" else "link_not_opened", "link.is")

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        """A new referee link may be another person's."""
        if self.state == "renewed":
            builder.opened_link_holders.discard(self.holder)
            if self.holder == REFEREE:
                builder.referee_since_seq = seq
