"""What was undone last and can be put back: the entries whose undoing nothing has followed.

The phone finds the same (static/js/game/undone.js).
"""

from collections.abc import Iterable
from typing import Final

from trexscore.ledger.chain import FoldEntry

MOVES_ON: Final = frozenset({"deal", "void", "adjustment", "announced", "abandoned", "corrected", "first_king"})
"""Kinds of entries after which nothing that was undone before is put back: the game has gone another way."""


def undone_last(entries: Iterable[FoldEntry]) -> tuple[FoldEntry, ...]:
    """The undone entries of a journal that can be put back, the next one last.

    An entry that says again what was undone last puts it back; any other that moves the game on forgets them all.
    """
    said: dict[int, FoldEntry] = {}
    undone: list[FoldEntry] = []
    for entry in entries:
        said[entry.seq] = entry
        if entry.body is None:
            continue
        if entry.kind == "take_back":
            if (target := said.get(entry.body["take_back"])) is not None and target.kind in MOVES_ON:
                undone.append(target)
        elif entry.kind in MOVES_ON:
            if undone and (undone[-1].kind, undone[-1].body) == (entry.kind, entry.body):
                undone.pop()
            else:
                undone.clear()
    return tuple(one for one in undone if one.body is not None)
