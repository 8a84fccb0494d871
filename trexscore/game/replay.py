"""A journal followed from entry to entry, with one fold that grows."""

from collections.abc import Sequence

from trexscore.game.builder import GameBuilder, undone_in
from trexscore.game.record import Record
from trexscore.ledger.chain import Body, FoldEntry, marks_in


class Replay:
    """The game after each entry. It is cheap to ask for the entries in order.

    What an entry undoes has never counted. So after an undo the fold begins again, once for several in a row, unless
    nothing depended on what was undone.
    """

    def __init__(self, entries: Sequence[FoldEntry]) -> None:
        self.entries = entries
        self._game: GameBuilder | None = None
        self._reached = 0

    @property
    def length(self) -> int:
        """How many entries of the game file there are so far, counted or undone."""
        return 0 if self._game is None else len(self._game.entries)

    def begins_again(self, seq: int) -> bool:
        """Whether the entry of this number, the next one, makes the fold begin again."""
        undone = _undone_by(self.entries[seq - 1])
        return undone is not None and (self._game is None or undone not in self._game.undoable)

    def at(self, seq: int) -> Record:
        """The game after entry `seq`, as a fold of all entries up to it gives it."""
        if self._game is None or seq < self._reached or not self._goes_on(self._game, seq):
            self._game = GameBuilder(undone_in(self.entries[:seq]), marks_in(self.entries))
            self._reached = 0
            self._goes_on(self._game, seq)
        return self._game.record()

    def with_changes(self, seq: int, changes: Sequence[Body]) -> Record:
        """The game before entry `seq` with the changes of a correction in its place."""
        entry = self.entries[seq - 1]
        body = {"corrected": {"reason": "?", "changes": list(changes)}}
        corrected = FoldEntry(seq, "corrected", body, entry.by, entry.key)
        return Replay([*self.entries[: seq - 1], corrected]).at(seq)

    def _goes_on(self, game: GameBuilder, seq: int) -> bool:
        """Fold on up to an entry; False where it has to begin again."""
        for one in self.entries[self._reached : seq]:
            undone = _undone_by(one)
            if undone is not None and undone not in game.undone and not game.undo_later(undone):
                return False
            game.take(one)
        self._reached = seq
        return True


def _undone_by(entry: FoldEntry) -> int | None:
    return entry.body["take_back"] if entry.kind == "take_back" and entry.body is not None else None
