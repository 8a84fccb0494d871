"""A club as it grows from event to event. Events change it; `record` gives the club as it is."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from trexscore.club.events import EVENTS, load_event
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.game_night import GameNight, TableOrigin
from trexscore.club.record import ClubRecord, Settings
from trexscore.ledger.chain import Body
from trexscore.rules.seats import BySeat

if TYPE_CHECKING:
    from trexscore.club.adjustment import Adjustment
    from trexscore.club.event import ClubEvent
    from trexscore.club.members import Member
    from trexscore.club.season import Season

Entry = tuple[int, str, Body | None]
"""What a fold needs of an entry: its number, kind and body."""


def fold_club(entries: Iterable[Entry]) -> ClubRecord:
    """The club that a journal tells. Events about single games are passed over."""
    return GrowingClub(entries).record


class GrowingClub:
    """A club folded entry by entry. `record` holds until the next is added. After an undo the fold begins again."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = [one for one in entries if not EVENTS[one[1]].of_game]
        self._club = self._folded()
        self.record = self._club.record()

    def add(self, seq: int, kind: str, body: Body | None) -> ClubRecord:
        """The club after one more entry."""
        if EVENTS[kind].of_game:
            return self.record
        self._entries.append((seq, kind, body))
        if kind == ClubEntryUndone.wire and body is not None:
            self._club = self._folded()
        else:
            self._club.take(seq, kind, body)
        self.record = self._club.record()
        return self.record

    def _folded(self) -> "ClubBuilder":
        undone = {body["take_back"] for _, kind, body in self._entries if kind == ClubEntryUndone.wire and body}
        club = ClubBuilder(frozenset(undone))
        for one in self._entries:
            club.take(*one)
        return club


class ClubBuilder:
    """The club so far. `undone`: entries that are undone further on, which never count."""

    def __init__(self, undone: frozenset[int]) -> None:
        self.undone = undone
        self.kinds: dict[int, type[ClubEvent]] = {}
        self.settings = Settings("")
        self.members: dict[int, Member] = {}
        self.seasons: dict[int, Season] = {}
        self.evenings: dict[int, GameNight] = {}
        self.resolved: dict[int, tuple[GameNight, GameNight]] = {}
        """Each game night as it was recorded, and with merged members replaced by who they are."""
        self.adjustments: list[Adjustment] = []
        self.merges: dict[int, tuple[int, int]] = {}
        self.merged: dict[int, int] = {}
        """Who was merged by which entry, also where that was undone later."""
        self.taken_for: dict[int, int] = {}
        """Who was taken for whom at this point of the journal, also where that was undone later. What entries said of
        members is read as their authors meant it.
        """

    def take(self, seq: int, kind: str, body: Body | None) -> None:
        """Apply one more entry. One whose name was removed says nothing."""
        self.kinds[seq] = EVENTS[kind]
        if body is None:
            return
        event = load_event(kind, body)
        event.apply_always(self, seq)
        if seq not in self.undone:
            event.apply(self, seq)

    def change(self, number: int, **what: object) -> None:
        """Change fields of a member."""
        self.members[number] = self.members[number]._replace(**what)  # type: ignore[arg-type]  # named by the events

    def known_as(self, number: int) -> int:
        """The number by which a member was known at this point of the journal."""
        into = self.taken_for.get(number)
        return number if into is None else self.known_as(into)

    def continued(
        self, night: GameNight, seq: int, tables: Sequence[BySeat[int]]
    ) -> list[tuple[BySeat[int], TableOrigin]]:
        """The tables of a draw, each with the draw that first seated its four so. Tables that stay are the same."""
        standing = {
            seats.map(self.known_as): (seats, began)
            for draw in night.draws[-1:]
            for seats, began in zip(draw.tables, draw.began, strict=True)
        }
        return [standing.get(four, (four, TableOrigin(seq, at))) for at, four in enumerate(tables)]

    def record(self) -> ClubRecord:
        """The club as it is now."""
        for number, night in self.evenings.items():
            if number not in self.resolved or self.resolved[number][0] is not night:
                self.resolved[number] = night, self._resolved(night)
        evenings = {number: self.resolved[number][1] for number in self.evenings}
        own = (self.settings, self.members, self.seasons, evenings)
        return ClubRecord(*own, self.kinds, self.undone, self.merges, tuple(self.adjustments))

    def _resolved(self, night: GameNight) -> GameNight:
        """A game night with merged members replaced by who they are."""
        draws = (
            draw._replace(
                tables=tuple(table.map(self._who) for table in draw.tables),
                sitting_out=tuple(dict.fromkeys(map(self._who, draw.sitting_out))),
            )
            for draw in night.draws
        )
        return night._replace(present=tuple(dict.fromkeys(map(self._who, night.present))), draws=tuple(draws))

    def _who(self, number: int) -> int:
        into = self.members[number].into
        return number if into is None else self._who(into)
