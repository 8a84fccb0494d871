"""A conflict of two phones: the entry that was not chosen is stored and does not count."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game import events
from trexscore.game.event import GameEvent
from trexscore.game.events.game_file import DealRecorded, GameFileEvent
from trexscore.ledger import json_reader
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.game.record import Record

_SHAPE_FAULT_CODES = frozenset({"wrong_type", "unknown_field", "missing_field", "unknown_seat", "unknown_contract"})
"""Refusals that apply to a discarded entry. It may break other rules, which can be why it was not chosen."""


class EntryDiscarded(GameEvent):
    """An entry that a phone recorded offline and the table did not choose. `chosen_seq`: the entry that it chose."""

    stored_kind: ClassVar[str] = "set_aside"
    has_flat_body: ClassVar[bool] = True
    body_removable: ClassVar[bool] = True

    discarded_body: Annotated[
        Body,
        json_reader.object_field()
        .with_key("set_aside")
        .with_description("An entry that was not chosen. It is kept, but does not count."),
    ]
    chosen_seq: Annotated[
        int, json_reader.number_field().with_key("instead").with_description("The `seq` of the entry that was chosen.")
    ] = 1

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        if self.chosen_seq not in record.event_type_by_seq:
            yield refuse("unknown_entry", "instead")

    def refusals_unless_predating_links(self, record: "Record") -> Iterable[Refusal]:
        for fault in _discarded_entry_faults(self.discarded_body, record):
            if fault.code in _SHAPE_FAULT_CODES:
                yield fault.with_path_prefix("set_aside")


def _discarded_entry_faults(discarded_body: Body, record: "Record") -> Iterable[Refusal]:
    event_type = events.event_type_of_body(discarded_body)
    event, faults = (event_type if event_type.recordable_offline else DealRecorded).parse(discarded_body)
    for fault in faults:
        yield refuse("wrong_type", "name", wanted="name") if fault.code == "bad_players" else fault
    if event is not None:
        yield from event.score_entry.parsing_faults if isinstance(event, GameFileEvent) else event.refusals(record)
