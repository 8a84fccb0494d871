"""The differences between a game before and after a correction, entry by entry."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from trexscore.game.record import EntryVersion, GameFileEntry, Record
from trexscore.i18n.texts.entry_differences import EntryDifference, entry_differences
from trexscore.i18n.texts.options import QUESTION_BY_OPTION, option_answer
from trexscore.rules.options import OPTION_NAMES
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.seats import names_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import join_names
from trexscore.web.rendering import translate as _

InclusionChange = Literal["", "put_in", "left_out"]
NO_VERSION = EntryVersion(0, None)
"""Stands for an entry before it was added, and after it was removed."""


@dataclass(frozen=True, slots=True)
class EntryReference:
    """An entry by its title and king, or a part of the game as a whole, which has no `seq`."""

    title: str
    seq: int | None = None
    king_name: str = ""
    inclusion_change: InclusionChange = ""


@dataclass(frozen=True, slots=True)
class SharedDifferences:
    """Entries that change in the same way, or the game as a whole, with what changes."""

    references: tuple[EntryReference, ...]
    differences: tuple[EntryDifference, ...]

    @property
    def title(self) -> str:
        """All of them in one line, before the correction is saved."""
        return _(", ").join(map(_title_in_preview, self.references))


def changes_between(record_before: Record, record_after: Record) -> tuple[SharedDifferences, ...]:
    """Everything in which the two records differ. Entries with the same differences are grouped."""
    entries_by_differences: dict[tuple[EntryDifference, ...], list[EntryReference]] = {}
    for reference, differences in (
        *_setup_differences(record_before, record_after),
        *_entry_differences(record_before, record_after),
    ):
        if differences:
            entries_by_differences.setdefault(tuple(differences), []).append(reference)
    return tuple(
        SharedDifferences(tuple(references), differences) for differences, references in entries_by_differences.items()
    )


def version_differences(old: EntryVersion, new: EntryVersion) -> tuple[EntryDifference, ...]:
    """Everything in which two versions differ. A player who changed seats is the same player in both."""
    before, after = names_of(old.player_names), names_of(new.player_names)
    return tuple(entry_differences(reader_language(), old.body, new.body, before.__getitem__, after.__getitem__))


def _entry_reference(file_entry: GameFileEntry, inclusion_change: InclusionChange = "") -> EntryReference:
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
        [] if before == after else [EntryDifference(_("Around the table"), join_names(before), join_names(after))],
    )
    old_first_king = None if old_record.first_king is None else before[old_record.first_king]
    new_first_king = None if new_record.first_king is None else after[new_record.first_king]
    yield (
        EntryReference(_("The first king")),
        [] if old_first_king == new_first_king else [EntryDifference(_("First king"), old_first_king, new_first_king)],
    )


def _entry_differences(
    old_record: Record, new_record: Record
) -> Iterator[tuple[EntryReference, Iterable[EntryDifference]]]:
    old_entries_by_seq = {file_entry.seq: file_entry for file_entry in old_record.counted_entries}
    new_entries_by_seq = {file_entry.seq: file_entry for file_entry in new_record.counted_entries}
    for seq in sorted(old_entries_by_seq.keys() | new_entries_by_seq.keys()):
        before, after = old_entries_by_seq.get(seq), new_entries_by_seq.get(seq)
        if before and after:
            if before.current_seq != after.current_seq:
                yield _entry_reference(before), version_differences(before.versions[-1], after.versions[-1])
        elif before:
            yield _entry_reference(before, "left_out"), version_differences(before.versions[-1], NO_VERSION)
        elif after:
            yield _entry_reference(after, "put_in"), version_differences(NO_VERSION, after.versions[-1])
