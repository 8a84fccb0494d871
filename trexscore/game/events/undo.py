"""Undo: an earlier entry is treated as if it never counted."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game.event import GameEvent
from trexscore.ledger import reader
from trexscore.ledger.chain import Body, FoldEntry
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record


@dataclass(frozen=True, kw_only=True)
class EntryUndone(GameEvent):
    """Undoes the entry `undone`. Redo records the same content in a new entry."""

    wire: ClassVar[str] = "take_back"
    revises: ClassVar[bool] = True
    flat: ClassVar[bool] = True

    undone: Annotated[int, reader.number().named("take_back").described("The `seq` of what counts no more.")]

    @classmethod
    def body_of(cls, seq: int) -> Body:
        """The body that undoes an entry."""
        return {cls.wire: seq}

    @property
    def refers_to(self) -> int | None:
        return self.undone

    def check(self, game: "Record") -> Iterable[Refusal]:
        if self.undone in game.undone:
            yield refuse("already_taken_back", "take_back")
        elif self.undone not in game.kinds:
            yield refuse("unknown_entry", "take_back")
        elif not game.kinds[self.undone].undoable:
            yield refuse("nothing_to_take_back", "take_back")

    def touched(self, _game: "Record") -> Iterable[int]:
        yield self.undone

    def apply(self, game: "GameBuilder", seq: int) -> None:
        game.undo(seq, self.undone)


def undone_by(entry: FoldEntry) -> int | None:
    """The entry that a stored entry undoes; None if it is no undo. Not parsed, since a fold asks it of every entry."""
    return entry.body[EntryUndone.wire] if entry.kind == EntryUndone.wire and entry.body else None
