"""Which entries of a game name a person, so that they can be erased: no point hangs on a name."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from trexscore.game.builder import fold
from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.file.names import compared
from trexscore.game.sign_off import name_mark
from trexscore.ledger.chain import Body, JournalEntry, unsigned_digest
from trexscore.rules.seats import SEAT_NAMED, SEATS, Seat


class Naming(NamedTuple):
    """An entry that names somebody: the name as it is compared, and the seat at which they were first written."""

    seq: int
    name: str
    first: Seat


class Traces(NamedTuple):
    """What is to be erased in a game: entries that name the person, and entries that say the person wrote them."""

    names: tuple[int, ...]
    authors: tuple[int, ...]

    def said(self, entries: Sequence[JournalEntry]) -> Body:
        """The entry that tells of it, and vouches for what those say that only lose their author."""
        left = [entry for entry in entries if entry.seq in self.authors and entry.body is not None]
        vouched = {str(entry.seq): unsigned_digest(entry.made_at, entry.body or {}, entry.by) for entry in left}
        marks = {
            str(entry.seq): {"seat": entry.body["seat"], "mark": name_mark(entries[0].key, entry.body["name"])}
            for entry in entries
            if entry.seq in self.names and entry.kind == PlayerNamed.wire and entry.body is not None
        }
        return {"erased": {"names": list(self.names), "authors": vouched, "marks": marks}}


def traces_of(
    entries: Sequence[JournalEntry], names: Collection[str], seats: Collection[Seat], *, here: bool
) -> Traces:
    """What tells of somebody who was called by these names (as they are compared), first written in these seats.

    Without being `here` they may still have kept the score; whoever plays under the same name is somebody else then.
    """
    namings = list(_namings(entries))
    theirs = [one for one in namings if here and (one.first in seats or one.name in names)]
    emptied = {one.seq for one in theirs}
    others = {one.name for one in namings if one.seq not in emptied}
    called = {*names, *(one.name for one in theirs)} - others
    authors = (
        entry.seq
        for entry in entries
        if entry.author is not None and entry.seq not in emptied and compared(entry.author) in called
    )
    return Traces(tuple(sorted(emptied)), tuple(authors))


def _namings(entries: Sequence[JournalEntry]) -> Iterator[Naming]:
    for place, entry in enumerate(entries):
        said = _naming_in(entry)
        if said is None:
            continue
        sits = fold(one.told for one in entries[:place]).sits
        seat = SEAT_NAMED.get(str(said["seat"]))
        if isinstance(said["name"], str):
            first = sits[seat] if seat is not None else SEATS[0]
            yield Naming(entry.seq, compared(said["name"]), first)


def _naming_in(entry: JournalEntry) -> Body | None:
    """What an entry says about a name; also one that a phone had waiting and that was set aside."""
    said = entry.body if entry.kind == PlayerNamed.wire else (entry.body or {}).get("set_aside")
    return said if isinstance(said, dict) and PlayerNamed.describes(said) else None
