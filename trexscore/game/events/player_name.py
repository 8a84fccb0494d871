"""The name of the player at a seat, in an entry of its own, so that a name can be removed for good."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar, Self

from trexscore.game import fields
from trexscore.game.event import GameEvent
from trexscore.game.file.names import name_key, read_name
from trexscore.game.sign_off import name_digest
from trexscore.ledger import json_reader
from trexscore.ledger.chain import NAME_REMOVAL_KIND, Body
from trexscore.ledger.json_reader import Faults
from trexscore.ledger.schema_parts import schema_ref
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record

MAX_NAME_AND_SEAT_CHANGES = 64
"""Changes of names and seats in a game. Limited, since each rewrites all earlier entries in a fold: with thousands of
them a fold took half a minute.
"""


class PlayerNamed(GameEvent):
    """Sets or corrects a player's name. No points depend on it."""

    stored_kind: ClassVar[str] = "named"
    recordable_offline: ClassVar[bool] = True
    has_flat_body: ClassVar[bool] = True
    body_removable: ClassVar[bool] = True

    seat: Annotated[Seat, json_reader.seat_field()]
    name: Annotated[str, fields.name_field_with_fault(schema_ref("Name"), "bad_players", reason="not_a_name")]

    @classmethod
    def recognizes_client_body(cls, body: Body) -> bool:
        return {"seat", "name"} <= body.keys()

    @classmethod
    def normalized_body(cls, body: Body) -> Body:
        name = read_name(body["name"])
        return body if name is None else {**body, "name": name}

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        """A correction of a name, not a change of seats: the name of another player is refused."""
        if len(record.player_names_history) >= MAX_NAME_AND_SEAT_CHANGES:
            return [refuse("too_many_seatings", "name", most=MAX_NAME_AND_SEAT_CHANGES)]
        other_names = [name for seat in SEATS if seat is not self.seat and (name := record.player_names[seat])]
        if name_key(self.name) in map(name_key, other_names):
            return [refuse("bad_players", "name", reason="same_name")]
        if (
            record.original_seat_by_name_key.get(name_key(self.name), record.original_seat_by_seat[self.seat])
            is not record.original_seat_by_seat[self.seat]
        ):
            return [refuse("bad_players", "name", reason="name_of_another")]
        return [refuse("nothing_to_correct", "name")] if self.name == record.player_names[self.seat] else []

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        old_name = builder.players[self.seat]
        builder.players = builder.players.replacing(self.seat, self.name)
        builder.name_digests = builder.name_digests.replacing(self.seat, name_digest(builder.key or "", self.name))
        builder.players_history.append((seq, builder.players))
        builder.original_seat_by_name_key.setdefault(name_key(self.name), builder.original_seat_by_seat[self.seat])
        if old_name is not None:
            builder.correct_name_in_history(old_name, self.name)


class NamesRemoved(GameEvent):
    """Names were removed from earlier entries: only the server writes it. `ledger.chain` reads its content."""

    stored_kind: ClassVar[str] = NAME_REMOVAL_KIND
    client_writable: ClassVar[bool] = False

    @classmethod
    def parse(cls, body: Body) -> tuple[Self, Faults]:
        return cls(content=body), []
