"""Folds a club's journal. Events change a `ClubBuilder`; its `build_record()` is the resulting club."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from trexscore.club.events import EVENT_TYPE_BY_KIND, load_event
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.game_night import GameNight, TableOrigin
from trexscore.club.record import ClubRecord, ClubSettings, Merge
from trexscore.ledger.chain import Body
from trexscore.rules.seats import BySeat

if TYPE_CHECKING:
    from trexscore.club.event import ClubEvent
    from trexscore.club.members import Member
    from trexscore.club.season import Adjustment, Season

ClubFoldEntry = tuple[int, str, Body | None]
"""What a fold needs of an entry: its number, kind and body (None once the name in it was removed)."""


def fold_club(entries: Iterable[ClubFoldEntry]) -> ClubRecord:
    """The club after these entries. Events about single games are skipped."""
    return IncrementalClub(entries).record


class IncrementalClub:
    """A club folded entry by entry; `record` is the club after the last one. After an undo the fold starts over."""

    def __init__(self, entries: Iterable[ClubFoldEntry] = ()) -> None:
        self._entries = [entry for entry in entries if not EVENT_TYPE_BY_KIND[entry[1]].is_about_game]
        self._club = self._fold_from_start()
        self.record = self._club.build_record()

    def add_entry(self, seq: int, kind: str, body: Body | None) -> ClubRecord:
        """Append one entry. Returns the club after it."""
        if EVENT_TYPE_BY_KIND[kind].is_about_game:
            return self.record
        self._entries.append((seq, kind, body))
        if kind == ClubEntryUndone.stored_kind and body is not None:
            self._club = self._fold_from_start()
        else:
            self._club.apply_entry(seq, kind, body)
        self.record = self._club.build_record()
        return self.record

    def _fold_from_start(self) -> "ClubBuilder":
        undone_seqs = {body[kind] for _, kind, body in self._entries if kind == ClubEntryUndone.stored_kind and body}
        club = ClubBuilder(frozenset(undone_seqs))
        for entry in self._entries:
            club.apply_entry(*entry)
        return club


class ClubBuilder:
    """The club while it is folded. `undone_seqs`: entries that a later one undoes; they never count."""

    def __init__(self, undone_seqs: frozenset[int]) -> None:
        self.undone_seqs = undone_seqs
        self.event_types: dict[int, type[ClubEvent]] = {}
        self.settings = ClubSettings("")
        self.members: dict[int, Member] = {}
        self.seasons: dict[int, Season] = {}
        self.game_nights: dict[int, GameNight] = {}
        self.nights_with_survivors: dict[int, tuple[GameNight, GameNight]] = {}
        """Cache: each game night as recorded, and the same with merged members replaced by the surviving ones."""
        self.adjustments: list[Adjustment] = []
        self.merge_by_seq: dict[int, Merge] = {}
        self.merged_member_by_entry: dict[int, int] = {}
        """The merged member by the merge's entry, including merges that were undone later."""
        self.merged_into_so_far: dict[int, int] = {}
        """Merges in force at this point of the journal, including those undone later. An entry means the members
        as its author knew them.
        """

    def apply_entry(self, seq: int, kind: str, body: Body | None) -> None:
        """Apply one more entry. An entry without a body (a removed name) changes nothing."""
        self.event_types[seq] = EVENT_TYPE_BY_KIND[kind]
        if body is None:
            return
        event = load_event(kind, body)
        event.apply_even_if_undone(self, seq)
        if seq not in self.undone_seqs:
            event.apply(self, seq)

    def surviving_number_so_far(self, member_number: int) -> int:
        """The number that stood for a member at this point of the journal."""
        merged_into_number = self.merged_into_so_far.get(member_number)
        return member_number if merged_into_number is None else self.surviving_number_so_far(merged_into_number)

    def tables_with_origins(
        self, game_night: GameNight, draw_seq: int, tables: Sequence[BySeat[int]]
    ) -> list[tuple[BySeat[int], TableOrigin]]:
        """The tables of a draw with their origins. A table that an earlier draw seated alike keeps its origin."""
        current_table_by_players = {
            seats.map(self.surviving_number_so_far): (seats, began)
            for draw in game_night.draws[-1:]
            for seats, began in zip(draw.tables, draw.table_origins, strict=True)
        }
        return [
            current_table_by_players.get(table, (table, TableOrigin(draw_seq, place)))
            for place, table in enumerate(tables)
        ]

    def build_record(self) -> ClubRecord:
        """The club after the entries applied so far."""
        for number, night in self.game_nights.items():
            if number not in self.nights_with_survivors or self.nights_with_survivors[number][0] is not night:
                self.nights_with_survivors[number] = night, self._with_surviving_members(night)
        game_nights = {number: self.nights_with_survivors[number][1] for number in self.game_nights}
        record_parts = (self.settings, self.members, self.seasons, game_nights)
        return ClubRecord(*record_parts, self.event_types, self.undone_seqs, self.merge_by_seq, tuple(self.adjustments))

    def _with_surviving_members(self, game_night: GameNight) -> GameNight:
        """A game night with merged members replaced by the surviving ones."""
        draws = (
            draw._replace(
                tables=tuple(table.map(self._surviving_number) for table in draw.tables),
                sitting_out=tuple(dict.fromkeys(map(self._surviving_number, draw.sitting_out))),
            )
            for draw in game_night.draws
        )
        return game_night._replace(
            present_member_numbers=tuple(dict.fromkeys(map(self._surviving_number, game_night.present_member_numbers))),
            draws=tuple(draws),
        )

    def _surviving_number(self, member_number: int) -> int:
        merged_into_number = self.members[member_number].merged_into_number
        return member_number if merged_into_number is None else self._surviving_number(merged_into_number)
