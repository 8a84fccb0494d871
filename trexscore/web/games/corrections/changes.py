"""The differences between a game before and after a correction, entry by entry."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from trexscore.game.record import CountedEntry, EntryVersion, Record
from trexscore.i18n.texts.entry_differences import EntryDifference
from trexscore.i18n.texts.options import QUESTION, option_answer
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.seats import SEATS
from trexscore.web.games.corrections.versions import version_differences
from trexscore.web.games.explain.presenter import title_of_entry
from trexscore.web.games.seats import names_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

Inclusion = Literal["", "put_in", "left_out"]
_NOTHING = EntryVersion(0, None)


@dataclass(frozen=True, slots=True)
class EntryLabel:
    """An entry by its title and king, or a part of the game as a whole, which has no `seq`."""

    title: str
    seq: int | None = None
    king_name: str = ""
    inclusion: Inclusion = ""
    explained: bool = False
    """Whether it has a page that explains its points."""


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Entries that change in the same way, or the game as a whole, with what changes."""

    named: tuple[EntryLabel, ...]
    differences: tuple[EntryDifference, ...]

    @property
    def title(self) -> str:
        """All of them in one line, before the correction is saved."""
        return _(", ").join(map(_title_in_preview, self.named))


def changes_between(now: Record, then: Record) -> tuple[ChangeGroup, ...]:
    """Everything in which the two records differ. Entries with the same differences are grouped."""
    alike: dict[tuple[EntryDifference, ...], list[EntryLabel]] = {}
    for named, differences in (*_game_differences(now, then), *_entry_differences(now, then)):
        if differences:
            alike.setdefault(tuple(differences), []).append(named)
    return tuple(ChangeGroup(tuple(named), differences) for differences, named in alike.items())


def entry_label(counted: CountedEntry, inclusion: Inclusion = "") -> EntryLabel:
    """An entry by its title and king, in its last version."""
    king = counted.entry.king
    king_name = "" if king is None else names_of(counted.versions[-1].players)[king]
    return EntryLabel(title_of_entry(counted), counted.seq, king_name, inclusion)


def _title_in_preview(named: EntryLabel) -> str:
    if named.inclusion == "put_in":
        return _("%(deal)s is missing", deal=named.title)
    return _("%(deal)s does not count", deal=named.title) if named.inclusion else named.title


def _game_differences(now: Record, then: Record) -> Iterator[tuple[EntryLabel, Iterable[EntryDifference]]]:
    """Differences in the house rules, the seats and the first king."""
    language = reader_language()
    before, after = names_of(now.players), names_of(then.players)
    yield (
        EntryLabel(_("House rules")),
        [
            EntryDifference(
                language.gettext(QUESTION[name]),
                option_answer(language, now.rules, name),
                option_answer(language, then.rules, name),
            )
            for name in OPTION_NAMES
            if getattr(now.rules, name) != getattr(then.rules, name)
        ],
    )
    yield (
        EntryLabel(_("Seats")),
        [
            EntryDifference(_("Seat %(letter)s", letter=language.letter(seat)), before[seat], after[seat])
            for seat in SEATS
            if before[seat] != after[seat]
        ],
    )
    old = None if now.first_king is None else before[now.first_king]
    new = None if then.first_king is None else after[then.first_king]
    yield EntryLabel(_("The first king")), [] if old == new else [EntryDifference(_("First king"), old, new)]


def _entry_differences(now: Record, then: Record) -> Iterator[tuple[EntryLabel, Iterable[EntryDifference]]]:
    old = {counted.seq: counted for counted in now.counted}
    new = {counted.seq: counted for counted in then.counted}
    for seq in sorted(old.keys() | new.keys()):
        before, after = old.get(seq), new.get(seq)
        if before and after:
            if before.versions[-1] != after.versions[-1]:
                yield entry_label(before), version_differences(before.versions[-1], after.versions[-1])
        elif before:
            yield entry_label(before, "left_out"), version_differences(before.versions[-1], _NOTHING)
        elif after:
            yield entry_label(after, "put_in"), version_differences(_NOTHING, after.versions[-1])
