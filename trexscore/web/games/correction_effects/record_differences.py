"""The differences between a game before and after a correction, entry by entry, and the versions of an entry."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import Literal

from trexscore.game.event import GameEvent
from trexscore.game.events import EVENT_TYPE_BY_KIND, load_event
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeResolved
from trexscore.game.events.game_file import GameFileEvent
from trexscore.game.events.undo import EntryUndone
from trexscore.game.record import EntryVersion, GameFileEntry, Record
from trexscore.i18n.texts.entry_differences import EntryDifference, entry_differences
from trexscore.i18n.texts.options import QUESTION_BY_OPTION, option_answer
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.seats import SEATS
from trexscore.web.games.entry_times import entry_time_text
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.seats import names_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

InclusionChange = Literal["", "put_in", "left_out"]
_NO_VERSION = EntryVersion(0, None)


@dataclass(frozen=True, slots=True)
class EntryReference:
    """An entry by its title and king, or a part of the game as a whole, which has no `seq`."""

    title: str
    seq: int | None = None
    king_name: str = ""
    inclusion_change: InclusionChange = ""


@dataclass(frozen=True, slots=True)
class IdenticalChanges:
    """Entries that change in the same way, or the game as a whole, with what changes."""

    references: tuple[EntryReference, ...]
    differences: tuple[EntryDifference, ...]

    @property
    def title(self) -> str:
        """All of them in one line, before the correction is saved."""
        return _(", ").join(map(_title_in_preview, self.references))


def changes_between(record_before: Record, record_after: Record) -> tuple[IdenticalChanges, ...]:
    """Everything in which the two records differ. Entries with the same differences are grouped."""
    alike: dict[tuple[EntryDifference, ...], list[EntryReference]] = {}
    for reference, differences in (
        *_setup_differences(record_before, record_after),
        *_entry_differences(record_before, record_after),
    ):
        if differences:
            alike.setdefault(tuple(differences), []).append(reference)
    return tuple(IdenticalChanges(tuple(references), differences) for differences, references in alike.items())


def entry_reference(file_entry: GameFileEntry, inclusion_change: InclusionChange = "") -> EntryReference:
    """An entry by its title and king, in its last version."""
    king = file_entry.score_entry.king
    king_name = "" if king is None else names_of(file_entry.versions[-1].player_names)[king]
    return EntryReference(title_of_score_entry(file_entry.score_entry), file_entry.seq, king_name, inclusion_change)


def _title_in_preview(reference: EntryReference) -> str:
    if reference.inclusion_change == "put_in":
        return _("%(deal)s is missing", deal=reference.title)
    return _("%(deal)s does not count", deal=reference.title) if reference.inclusion_change else reference.title


def _setup_differences(
    old_record: Record, new_record: Record
) -> Iterator[tuple[EntryReference, Iterable[EntryDifference]]]:
    """Differences in the house rules, the seats and the first king."""
    language = reader_language()
    before, after = names_of(old_record.player_names), names_of(new_record.player_names)
    yield (
        EntryReference(_("House rules")),
        [
            EntryDifference(
                language.gettext(QUESTION_BY_OPTION[name]),
                option_answer(language, old_record.rules, name),
                option_answer(language, new_record.rules, name),
            )
            for name in OPTION_NAMES
            if getattr(old_record.rules, name) != getattr(new_record.rules, name)
        ],
    )
    yield (
        EntryReference(_("Seats")),
        [
            EntryDifference(_("Seat %(letter)s", letter=language.seat_letter(seat)), before[seat], after[seat])
            for seat in SEATS
            if before[seat] != after[seat]
        ],
    )
    old = None if old_record.first_king is None else before[old_record.first_king]
    new = None if new_record.first_king is None else after[new_record.first_king]
    yield EntryReference(_("The first king")), [] if old == new else [EntryDifference(_("First king"), old, new)]


def _entry_differences(
    old_record: Record, new_record: Record
) -> Iterator[tuple[EntryReference, Iterable[EntryDifference]]]:
    old = {file_entry.seq: file_entry for file_entry in old_record.counted_entries}
    new = {file_entry.seq: file_entry for file_entry in new_record.counted_entries}
    for seq in sorted(old.keys() | new.keys()):
        before, after = old.get(seq), new.get(seq)
        if before and after:
            if before.versions[-1] != after.versions[-1]:
                yield entry_reference(before), version_differences(before.versions[-1], after.versions[-1])
        elif before:
            yield entry_reference(before, "left_out"), version_differences(before.versions[-1], _NO_VERSION)
        elif after:
            yield entry_reference(after, "put_in"), version_differences(_NO_VERSION, after.versions[-1])


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
    file_entry: GameFileEntry, entries_by_seq: Mapping[int, JournalEntry], zone: tzinfo | None
) -> EntryRemoval:
    """How an entry stopped counting. `entries_by_seq`: the journal by number."""
    *_, last, end = file_entry.versions
    is_undo = entries_by_seq[end.seq].kind == EntryUndone.stored_kind
    return EntryRemoval(
        version_differences(_NO_VERSION, last), _correction_view(last, end, entries_by_seq, zone), is_undo
    )


def corrections_of(
    file_entry: GameFileEntry, entries_by_seq: Mapping[int, JournalEntry], zone: tzinfo | None
) -> list[CorrectionView]:
    """The corrections of an entry, the latest first; the one that added a missing entry comes last."""
    pairs = list(zip(file_entry.versions, file_entry.versions[1:], strict=False))
    first = file_entry.versions[0]
    if not issubclass(EVENT_TYPE_BY_KIND[entries_by_seq[first.seq].kind], GameFileEvent):
        pairs.insert(0, (EntryVersion(first.seq, None), first))
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
    when = entry_time_text(entry.made_at, entry.received_at, zone)
    return CorrectionView(entry, _correction_reason(entry, entries_by_seq), when, version_differences(old, new))


def version_differences(old: EntryVersion, new: EntryVersion) -> tuple[EntryDifference, ...]:
    """Everything in which two versions differ. A player who changed seats is the same player in both."""
    before, after = names_of(old.player_names), names_of(new.player_names)
    return tuple(entry_differences(reader_language(), old.body, new.body, before.__getitem__, after.__getitem__))
