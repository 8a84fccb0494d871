"""The corrections of an entry, and how it stopped counting."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo

from trexscore.game.event import GameEvent
from trexscore.game.events import EVENT_TYPE_BY_KIND, load_event
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved
from trexscore.game.events.game_file import GameFileEvent
from trexscore.game.events.undo import EntryUndone
from trexscore.game.record import EntryVersion, GameFileEntry
from trexscore.i18n.texts.entry_differences import EntryDifference
from trexscore.ledger.chain import JournalEntry
from trexscore.web.games.correction_effects.record_differences import NO_VERSION, version_differences
from trexscore.web.games.entry_times import entry_time_text


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction of an entry, or what ended it: its own entry, its reason and time, and what it changed."""

    correction_entry: JournalEntry
    reason: str
    time_text: str
    differences: tuple[EntryDifference, ...]


@dataclass(frozen=True, slots=True)
class EntryRemoval:
    """The content of an entry that no longer counts, and the undo or correction that ended it."""

    removed_content: tuple[EntryDifference, ...]
    removing_correction: CorrectionView
    is_undo: bool


def removal_of(
    uncounted_entry: GameFileEntry, entries_by_seq: Mapping[int, JournalEntry], zone: tzinfo | None
) -> EntryRemoval:
    """How an entry stopped counting. `entries_by_seq`: the journal by number."""
    *_, last, end = uncounted_entry.versions
    is_undo = entries_by_seq[end.seq].kind == EntryUndone.stored_kind
    return EntryRemoval(
        version_differences(NO_VERSION, last), _correction_view(last, end, entries_by_seq, zone), is_undo
    )


def corrections_of(
    file_entry: GameFileEntry, entries_by_seq: Mapping[int, JournalEntry], zone: tzinfo | None
) -> list[CorrectionView]:
    """The corrections of an entry, the latest first; the one that added a missing entry comes last."""
    pairs = list(zip(file_entry.versions, file_entry.versions[1:], strict=False))
    first_version = file_entry.versions[0]
    if not issubclass(EVENT_TYPE_BY_KIND[entries_by_seq[first_version.seq].kind], GameFileEvent):
        pairs.insert(0, (EntryVersion(first_version.seq, None), first_version))
    return [_correction_view(old, new, entries_by_seq, zone) for old, new in reversed(pairs)]


def _correction_reason(journal_entry: JournalEntry, entries_by_seq: Mapping[int, JournalEntry]) -> str:
    """The reason of a correction, or of the dispute that it resolves."""
    event = _event_of(journal_entry)
    if isinstance(event, DisputeAnswered | DisputeResolved):
        event = _event_of(entries_by_seq[event.dispute_seq])
    return event.reason if isinstance(event, EntriesCorrected | DisputeRaised) else ""


def _event_of(journal_entry: JournalEntry) -> GameEvent | None:
    return None if journal_entry.body is None else load_event(journal_entry.kind, journal_entry.body)


def _correction_view(
    old: EntryVersion, new: EntryVersion, entries_by_seq: Mapping[int, JournalEntry], zone: tzinfo | None
) -> CorrectionView:
    entry = entries_by_seq[new.seq]
    time_text = entry_time_text(entry.made_at, entry.received_at, zone)
    return CorrectionView(entry, _correction_reason(entry, entries_by_seq), time_text, version_differences(old, new))
