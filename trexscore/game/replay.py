"""A journal followed from entry to entry: how the game stood behind each of them, without a fold for each."""

from collections.abc import Sequence

from trexscore.game.builder import GameBuilder
from trexscore.game.record import Record
from trexscore.ledger.chain import Body, FoldEntry, marks_in, undone_in


class Replay:
    """One fold that grows with the entries that are asked for, which is cheap as long as they are asked for in order.

    What an entry undoes has never counted. So behind an undoing the fold begins again, once for several in a row,
    unless nothing depended on what was undone.
    """

    def __init__(self, entries: Sequence[tuple[int, str, Body | None] | FoldEntry]) -> None:
        self._entries = [FoldEntry(*entry) for entry in entries]
        self._folding = GameBuilder(frozenset(), marks_in(self._entries))
        self._reached = 0

    @property
    def length(self) -> int:
        """How many entries of the game file there are so far, counted or undone."""
        return len(self._folding.told)

    def begins_again(self, seq: int) -> bool:
        """Whether the entry of this number, the next one, makes the fold begin again."""
        one = self._entries[seq - 1]
        return one.kind == "take_back" and one.body is not None and one.body["take_back"] not in self._folding.undoable

    def at(self, seq: int) -> Record:
        """The game behind the entry of this number, as a fold of all entries up to it finds it."""
        if seq < self._reached or not self._goes_on(seq):
            self._folding = GameBuilder(undone_in(self._entries[:seq]), marks_in(self._entries))
            self._reached = 0
            self._goes_on(seq)
        return self._folding.record({})

    def _goes_on(self, seq: int) -> bool:
        """Fold on up to an entry; False where it has to begin again."""
        for one in self._entries[self._reached : seq]:
            undone = one.body["take_back"] if one.kind == "take_back" and one.body is not None else None
            if undone is not None and undone not in self._folding.taken_back and not self._folding.undo(undone):
                return False
            self._folding.take(one)
        self._reached = seq
        return True
