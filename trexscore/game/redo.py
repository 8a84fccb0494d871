"""What can be redone: the undone entries after whose undoing the game has not gone another way.

The phone finds the same (static/js/game/redo.js).
"""

from collections.abc import Iterable

from trexscore.game.event import GameEvent
from trexscore.game.events import EVENTS
from trexscore.game.events.undo import EntryUndone
from trexscore.ledger.chain import FoldEntry


def redoable(entries: Iterable[FoldEntry]) -> tuple[FoldEntry, ...]:
    """The undone entries of a journal that can be redone, the next one last.

    An entry that says again what was undone last redoes it. Any other that ends redo forgets them all.
    """
    known: dict[int, FoldEntry] = {}
    undone: list[FoldEntry] = []
    for entry in entries:
        known[entry.seq] = entry
        if entry.body is None:
            continue
        if entry.kind == EntryUndone.wire:
            target = known.get(EntryUndone.load(entry.body).undone)
            if target is not None and _ends_redo(target):
                undone.append(target)
        elif _ends_redo(entry):
            if undone and (undone[-1].kind, undone[-1].body) == (entry.kind, entry.body):
                undone.pop()
            else:
                undone.clear()
    return tuple(one for one in undone if one.body is not None)


def _ends_redo(entry: FoldEntry) -> bool:
    return EVENTS.get(entry.kind, GameEvent).ends_redo
