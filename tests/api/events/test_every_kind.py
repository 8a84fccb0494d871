"""What holds for each kind of entry of a game: undo, redo, and entries that were not chosen."""

import pytest

from tests.support.game.entries import ENTRY_BY_KIND
from tests.support.tables import KING, QUEENS, Client, Json, Table, envelope, start_game
from trexscore.game.events import EVENT_TYPE_BY_KIND

EVENTS = EVENT_TYPE_BY_KIND.values()
OFFLINE = [event.stored_kind for event in EVENTS if event.recordable_offline]
REDOABLE = [event.stored_kind for event in EVENTS if event.undoable and event.ends_redo]


def table_after(client: Client, *entries: Json) -> tuple[Table, Json]:
    """A game with one deal, then these entries from 7 on, and its state."""
    table = start_game(client, deals=[KING])
    for entry in entries:
        table.record_entry(entry)
    return table, table.state()


def without_seqs(state: Json) -> Json:
    """The state without numbers of entries, which redo changes."""
    last, announced = state["last"], state["announced"]
    return state | {
        "seq": None,
        "seqs": None,
        "abandoned": "abandoned" in state,
        "last": last["entry"],
        "announced": announced and announced | {"seq": None},
    }


def test_every_kind_has_an_example() -> None:
    assert ENTRY_BY_KIND.keys() == EVENT_TYPE_BY_KIND.keys(), "Add the kind to tests/support/game/entries.py."


@pytest.mark.parametrize("kind", REDOABLE)
def test_entry_is_offered_undone_and_redone(client: Client, kind: str) -> None:
    entry = ENTRY_BY_KIND[kind]
    _, before = table_after(client)
    table, after = table_after(client, entry)
    assert after["last"] == {"seq": 7, "entry": entry}
    assert table.record_entry({"take_back": 7})["state"] == before | {"seq": 8}
    assert table.journal()[6]["body"] == entry
    assert without_seqs(table.record_entry(entry)["state"]) == without_seqs(after)


@pytest.mark.parametrize("kind", REDOABLE)
def test_undone_deal_restores_what_it_ended(client: Client, kind: str) -> None:
    entry = ENTRY_BY_KIND[kind]
    _, before = table_after(client, entry)
    table, _ = table_after(client, entry, QUEENS)
    assert table.record_entry({"take_back": 8})["state"] == before | {"seq": 9}


@pytest.mark.parametrize("kind", OFFLINE)
def test_entry_of_phone_can_be_discarded(client: Client, kind: str) -> None:
    assert start_game(client).post_entry(envelope({"set_aside": ENTRY_BY_KIND[kind]})).status_code == 201
