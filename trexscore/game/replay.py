"""Replays a journal entry by entry with one incremental fold."""

from collections.abc import Sequence

from trexscore.game.builder import GameBuilder, undone_seqs
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.undo import undone_seq_of
from trexscore.game.record import Record
from trexscore.ledger.chain import Body, FoldEntry, digests_of_removed_names


class Replay:
    """The game after each entry; cheap if requested in order.

    An undone entry never counted. So the fold begins again at an undo, once for several in a row, unless no entry
    depended on the undone one.
    """

    def __init__(self, entries: Sequence[FoldEntry]) -> None:
        self.entries = entries
        self._game: GameBuilder | None = None
        self._reached = 0

    @property
    def recorded_file_entry_count(self) -> int:
        """The number of entries of the game file so far, undone ones included."""
        return 0 if self._game is None else len(self._game.entries)

    def restarts_fold_at(self, seq: int) -> bool:
        """Whether the next entry, `seq`, makes the fold begin again."""
        undone_seq = undone_seq_of(self.entries[seq - 1])
        return undone_seq is not None and (self._game is None or undone_seq not in self._game.undoable_in_place)

    def record_after(self, seq: int) -> Record:
        """The game after entry `seq`, equal to a fold of all entries up to it."""
        if self._game is None or seq < self._reached or not self._advance(self._game, seq):
            self._game = GameBuilder(undone_seqs(self.entries[:seq]), digests_of_removed_names(self.entries))
            self._reached = 0
            self._advance(self._game, seq)
        return self._game.build_record()

    def record_before_with_changes(self, seq: int, change_contents: Sequence[Body]) -> Record:
        """The game before entry `seq`, followed by a correction with these changes."""
        entry = self.entries[seq - 1]
        body = EntriesCorrected.body_of({"reason": "?", "changes": list(change_contents)})
        correction = FoldEntry(seq, EntriesCorrected.stored_kind, body, entry.link_json, entry.key)
        return Replay([*self.entries[: seq - 1], correction]).record_after(seq)

    def _advance(self, builder: GameBuilder, last_seq: int) -> bool:
        """Continue the fold up to entry `last_seq`. False if the fold must begin again."""
        for entry in self.entries[self._reached : last_seq]:
            undone_seq = undone_seq_of(entry)
            if (
                undone_seq is not None
                and undone_seq not in builder.undone_seqs
                and not builder.try_undo_in_place(undone_seq)
            ):
                return False
            builder.apply_entry(entry)
        self._reached = last_seq
        return True
