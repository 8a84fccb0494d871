"""The entries that can be redone."""

from tests.support.tables import ANNOUNCED, COLLECTIONS, DIAMONDS, KING, TREX, Json
from trexscore.game.redo import redoable_entries
from trexscore.ledger.chain import FoldEntry


def journal(*drafts: Json | int) -> list[FoldEntry]:
    """Entries from seq 1 on; a number undoes that entry."""
    bodies = [{"take_back": draft} if isinstance(draft, int) else draft for draft in drafts]
    return [FoldEntry(seq, _kind(body), body) for seq, body in enumerate(bodies, 1)]


def _kind(body: Json) -> str:
    return next((kind for kind in ("take_back", "announced", "agreed") if kind in body), "deal")


def seqs(*drafts: Json | int) -> list[int]:
    return [entry.seq for entry in redoable_entries(journal(*drafts))]


def test_nothing_undone_is_nothing_to_redo() -> None:
    assert seqs() == seqs(KING, TREX) == []


def test_last_undone_entry_is_redone_first() -> None:
    assert seqs(KING, TREX, DIAMONDS, 3, 2) == [3, 2]


def test_same_entry_again_redoes_it() -> None:
    assert seqs(KING, TREX, DIAMONDS, 3, 2, TREX) == [3]
    assert seqs(KING, TREX, DIAMONDS, 3, 2, TREX, DIAMONDS) == []


def test_other_entry_ends_redo() -> None:
    assert seqs(KING, TREX, 2, DIAMONDS) == []
    assert seqs(KING, TREX, 2, ANNOUNCED) == []


def test_redone_entry_is_undone_again() -> None:
    assert seqs(KING, TREX, 2, TREX, 4) == [4]


def test_sign_off_keeps_redo() -> None:
    assert seqs(KING, TREX, 2, {"agreed": {"kingdom": "A", "seat": "B"}}) == [2]


def test_undone_sign_off_is_not_redone() -> None:
    assert seqs(KING, {"agreed": {"kingdom": "A", "seat": "B"}}, 2) == []


def test_undone_announcement_is_redone() -> None:
    assert seqs(COLLECTIONS, ANNOUNCED, 2) == [2]


def test_emptied_entry_is_not_redone() -> None:
    emptied = [entry._replace(body=None) if entry.seq == 2 else entry for entry in journal(KING, TREX, 2)]
    assert redoable_entries(emptied) == ()
