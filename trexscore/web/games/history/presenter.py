"""The history of a game: each entry with its author, its time, and whether it still counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from trexscore.game.event import GameEvent
from trexscore.game.events import load_event
from trexscore.game.events.announcement_and_abandonment import ContractAnnounced
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved
from trexscore.game.events.game_file import DealRecorded, DealVoided, GameFileEvent, PointsAdjusted
from trexscore.game.events.player_name import PlayerNamed
from trexscore.game.events.sign_off_and_confirmation import KingdomSigned
from trexscore.game.events.undo import EntryUndone
from trexscore.game.record import Record
from trexscore.game.replay import Replay
from trexscore.game.scorer_answers import is_answer_by_scorer
from trexscore.ledger.chain import FoldEntry, JournalEntry
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS
from trexscore.web.games.correction_effects.record_differences import EntryReference, SharedDifferences, changes_between
from trexscore.web.games.entry_times import entry_time_text
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.explain.presenter import entry_notes
from trexscore.web.games.history.event_titles import EventContext, NamesBySeat, title_of_event
from trexscore.web.games.seats import names_of
from trexscore.web.rendering import translate as _

PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One entry of the history."""

    journal_entry: JournalEntry
    title: str
    time_text: str
    king_name: str = ""
    names_and_points: tuple[tuple[str, int], ...] = ()
    """The players' points by it, as it was recorded."""
    referenced_entry: EntryReference | None = None
    """The earlier entry that it refers to."""
    record_changes: tuple[SharedDifferences, ...] = ()
    """What it corrected, even if it was undone since."""
    no_longer_counts: bool = False
    is_corrected: bool = False
    is_answer_by_scorer: bool = False
    """Whether the scorer's phone recorded it on behalf of players."""
    notes: tuple[str, ...] = ()
    """Who did not follow suit or asked for a new deal, and the entry's own note."""


@dataclass(frozen=True, slots=True)
class PageRange:
    """The first and last entry of a page, and the `before` parameter of its neighbours."""

    first_seq: int
    last_seq: int
    older_before: int | None
    newer_before: int | None


def page_range_before(before_seq: int | None, entry_count: int) -> PageRange:
    """The page of entries before `before_seq`; the latest page if no full page would follow it."""
    last_seq = entry_count if before_seq is None or before_seq > entry_count - PAGE_SIZE + 1 else max(1, before_seq - 1)
    first_seq = max(1, last_seq - PAGE_SIZE + 1)
    return PageRange(
        first_seq,
        last_seq,
        first_seq if first_seq > 1 else None,
        last_seq + PAGE_SIZE + 1 if last_seq < entry_count else None,
    )


def history_of(
    record: Record, journal: Sequence[FoldEntry], page_entries: Sequence[JournalEntry], zone: tzinfo | None = None
) -> list[HistoryEntry]:
    """The history of some entries (in order), the latest first. `journal` has all entries of the game.

    The names entered at the start have no line of their own. Times are in `zone`, if given.
    """
    history = _HistoryBuilder(record, journal, zone)
    lines = [
        history.history_entry(entry)
        for entry in page_entries
        if entry.kind != PlayerNamed.stored_kind or entry.seq > 1 + len(SEATS)
    ]
    return lines[::-1]  # built forwards, because the replay steps back slowly


class _HistoryBuilder:
    """Turns entries into lines: knows the current record, and the record before each entry."""

    def __init__(self, record: Record, journal: Sequence[FoldEntry], zone: tzinfo | None) -> None:
        self.record = record
        self.journal = journal
        self.zone = zone
        self.counted = {file_entry.seq: file_entry for file_entry in record.counted_entries}
        self.replay = Replay(_with_current_names(record, journal))
        # Seals depend on the recorded names and links.
        self.recorded_replay = Replay(journal)
        self.first_sign_off_seq = next(
            (entry.seq for entry in journal if entry.kind == KingdomSigned.stored_kind), len(journal)
        )

    def history_entry(self, journal_entry: JournalEntry) -> HistoryEntry:
        seq, names = journal_entry.seq, names_of(self.record.player_names_at(journal_entry.seq))
        event = self._event_at_seq(seq)
        file_entry = self.counted.get(seq)
        is_of_game = isinstance(event, GameFileEvent)
        return HistoryEntry(
            journal_entry=journal_entry,
            title=self._title(names, seq, event),
            time_text=entry_time_text(journal_entry.made_at, journal_entry.received_at, self.zone),
            king_name=_kingdom_king_name(names, event),
            names_and_points=_points_as_recorded(names, self.record, seq, event),
            referenced_entry=self._entry_referred_to(event),
            record_changes=self._changes_as_recorded(seq) if isinstance(event, _CORRECTING_EVENTS) else (),
            no_longer_counts=seq in self.record.undone_seqs or (is_of_game and file_entry is None),
            is_corrected=file_entry is not None and len(file_entry.versions) > 1,
            is_answer_by_scorer=is_answer_by_scorer(journal_entry.fold_entry),
            notes=(
                *_deal_notes(names, self.record, seq, event),
                *self._cancelled_sign_off_sentences(seq, event),
            ),
        )

    def _cancelled_sign_off_sentences(self, seq: int, event: GameEvent | None) -> Iterator[str]:
        """Kingdoms that all four had signed off and that this entry changed."""
        if isinstance(event, _SIGN_OFF_CANCELING_EVENTS) and self.first_sign_off_seq < seq:
            names_before = names_of(self.record.player_names_at(seq - 1))
            for king in self.recorded_replay.record_after(seq - 1).signed_kingdoms_changed_in(
                self.recorded_replay.record_after(seq)
            ):
                yield _("This cancelled the sign-off of %(king)s’s kingdom.", king=names_before[king])

    def _title(self, names_by_seat: NamesBySeat, seq: int, event: GameEvent | None) -> str:
        if event is None:
            return _("Removed permanently")
        ends_dispute = any(dispute.resolving_seq == seq for dispute in self.record.disputes.values())
        return title_of_event(event, EventContext(names_by_seat, self._disputer_name, ends_dispute))

    def _disputer_name(self, dispute_seq: int) -> str:
        raised = self._event_at_seq(dispute_seq)
        names_then = names_of(self.record.player_names_at(dispute_seq))
        return names_then[raised.seat] if isinstance(raised, DisputeRaised) else _("someone")

    def _changes_as_recorded(self, seq: int) -> tuple[SharedDifferences, ...]:
        """What a correction changed when it was recorded."""
        return changes_between(self.replay.record_after(seq - 1), self.replay.record_after(seq))

    def _entry_referred_to(self, event: GameEvent | None) -> EntryReference | None:
        seq = None if event is None else event.referenced_seq
        raised = None if seq is None else self._event_at_seq(seq)
        if isinstance(raised, DisputeRaised) and not isinstance(event, EntryUndone):
            seq = raised.about_seq or seq
        referred_event = None if seq is None else self._event_at_seq(seq)
        if seq is None or referred_event is None:
            return None
        names = names_of(self.record.player_names_at(seq))
        if isinstance(referred_event, GameFileEvent):
            title = title_of_score_entry(referred_event.score_entry)
        else:
            title = self._title(names, seq, referred_event)
        return EntryReference(title, seq, _kingdom_king_name(names, referred_event))

    def _event_at_seq(self, seq: int) -> GameEvent | None:
        """The event of an entry; None if there is no such entry, or its name was removed."""
        entry = self.journal[seq - 1] if 0 < seq <= len(self.journal) else None
        return None if entry is None or entry.body is None else load_event(entry.kind, entry.body)


_CORRECTING_EVENTS = (EntriesCorrected, DisputeAnswered, DisputeResolved)
_SIGN_OFF_CANCELING_EVENTS = (PointsAdjusted, EntryUndone, *_CORRECTING_EVENTS)
"""Events that can change the points of a finished kingdom."""


def _with_current_names(record: Record, journal: Sequence[FoldEntry]) -> Sequence[FoldEntry]:
    """The journal with each recorded name replaced by its corrected spelling."""
    player_names_by_seq = dict(record.player_names_history)
    return [
        entry
        if entry.kind != PlayerNamed.stored_kind or entry.body is None
        else entry._replace(
            body={**entry.body, "name": player_names_by_seq[entry.seq][SEAT_BY_LETTER[entry.body["seat"]]]}
        )
        for entry in journal
    ]


def _kingdom_king_name(names_by_seat: NamesBySeat, event: GameEvent | None) -> str:
    """The king in whose kingdom an entry was recorded; empty if it was in none."""
    if isinstance(event, ContractAnnounced):
        return names_by_seat[SEAT_BY_LETTER[event.announcement["king"]]]
    king = event.score_entry.king if isinstance(event, GameFileEvent) else None
    return "" if king is None else names_by_seat[king]


def _points_as_recorded(
    names_by_seat: NamesBySeat, record: Record, seq: int, event: GameEvent | None
) -> tuple[tuple[str, int], ...]:
    if not isinstance(event, DealRecorded | PointsAdjusted):
        return ()
    entry = event.score_entry
    points = entry.adjustment or scorer_of(record.rules_at(seq)).score(entry.captures).points
    return tuple((names_by_seat[seat], points[seat]) for seat in SEATS if points[seat])


def _deal_notes(names_by_seat: NamesBySeat, record: Record, seq: int, event: GameEvent | None) -> tuple[str, ...]:
    if not isinstance(event, DealRecorded | DealVoided):
        return ()
    return entry_notes(names_by_seat, record.rules_at(seq), event.score_entry)
