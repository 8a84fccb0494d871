"""The undone entries that can be redone: those undone since the game last continued differently.

The phone has the same function (static/js/game/redo.js).
"""

from collections.abc import Iterable

from trexscore.game.events import event_type_of_kind
from trexscore.game.events.undo import undone_seq_of
from trexscore.ledger.chain import FoldEntry


def redoable_entries(entries: Iterable[FoldEntry]) -> tuple[FoldEntry, ...]:
    """The undone entries of a journal that can be redone, the next one last.

    An entry equal to the last undone one redoes it. Another entry that ends redo drops them all.
    """
    by_seq: dict[int, FoldEntry] = {}
    undone_entries: list[FoldEntry] = []
    for entry in entries:
        by_seq[entry.seq] = entry
        if entry.body is None:
            continue
        undone_seq = undone_seq_of(entry)
        if undone_seq is not None:
            target = by_seq.get(undone_seq)
            if target is not None and _ends_redo(target):
                undone_entries.append(target)
        elif _ends_redo(entry):
            if undone_entries and (undone_entries[-1].kind, undone_entries[-1].body) == (entry.kind, entry.body):
                undone_entries.pop()
            else:
                undone_entries.clear()
    return tuple(entry for entry in undone_entries if entry.body is not None)


def _ends_redo(entry: FoldEntry) -> bool:
    return event_type_of_kind(entry.kind).ends_redo
