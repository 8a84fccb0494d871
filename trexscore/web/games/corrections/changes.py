"""The differences between a game before and after a correction, entry by entry."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from trexscore.game.record import CountedEntry, EntryVersion, Record
from trexscore.i18n.texts.differences import EntryDifference
from trexscore.i18n.texts.options import QUESTION, answer
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.seats import SEATS
from trexscore.web.games.corrections.versions import changed
from trexscore.web.games.explain.presenter import title_of
from trexscore.web.games.seats import names_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

Fate = Literal["", "put_in", "left_out"]
_NOTHING = EntryVersion(0, None)


@dataclass(frozen=True, slots=True)
class Named:
    """An entry by its title and king, or a part of the game as a whole, which has no `seq`."""

    title: str
    seq: int | None = None
    king_name: str = ""
    fate: Fate = ""
    explained: bool = False
    """Whether it has a page that explains its points."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Entries that change in the same way, or the game as a whole, with what changes."""

    named: tuple[Named, ...]
    differences: tuple[EntryDifference, ...]

    @property
    def title(self) -> str:
        """All of them in one line, before the correction is saved."""
        return _(", ").join(map(_title_before_saving, self.named))


def changes_between(now: Record, then: Record) -> tuple[Changed, ...]:
    """Everything in which the two records differ. Entries with the same differences are grouped."""
    alike: dict[tuple[EntryDifference, ...], list[Named]] = {}
    for named, differences in (*_of_the_game(now, then), *_of_entries(now, then)):
        if differences:
            alike.setdefault(tuple(differences), []).append(named)
    return tuple(Changed(tuple(named), differences) for differences, named in alike.items())


def named_entry(counted: CountedEntry, fate: Fate = "") -> Named:
    """An entry by its title and king, in its last version."""
    king = counted.entry.king
    king_name = "" if king is None else names_of(counted.versions[-1].players)[king]
    return Named(title_of(counted), counted.seq, king_name, fate)


def _title_before_saving(named: Named) -> str:
    if named.fate == "put_in":
        return _("%(deal)s is missing", deal=named.title)
    return _("%(deal)s does not count", deal=named.title) if named.fate else named.title


def _of_the_game(now: Record, then: Record) -> Iterator[tuple[Named, Iterable[EntryDifference]]]:
    """Differences in the house rules, the seats and the first king."""
    language = reader_language()
    before, after = names_of(now.players), names_of(then.players)
    yield (
        Named(_("House rules")),
        [
            EntryDifference(
                language.gettext(QUESTION[name]), answer(language, now.rules, name), answer(language, then.rules, name)
            )
            for name in OPTION_NAMES
            if getattr(now.rules, name) != getattr(then.rules, name)
        ],
    )
    yield (
        Named(_("Seats")),
        [
            EntryDifference(_("Seat %(letter)s", letter=language.letter(seat)), before[seat], after[seat])
            for seat in SEATS
            if before[seat] != after[seat]
        ],
    )
    old = None if now.first_king is None else before[now.first_king]
    new = None if then.first_king is None else after[then.first_king]
    yield Named(_("The first king")), [] if old == new else [EntryDifference(_("First king"), old, new)]


def _of_entries(now: Record, then: Record) -> Iterator[tuple[Named, Iterable[EntryDifference]]]:
    old = {counted.seq: counted for counted in now.counted}
    new = {counted.seq: counted for counted in then.counted}
    for seq in sorted(old.keys() | new.keys()):
        before, after = old.get(seq), new.get(seq)
        if before and after:
            if before.versions[-1] != after.versions[-1]:
                yield named_entry(before), changed(before.versions[-1], after.versions[-1])
        elif before:
            yield named_entry(before, "left_out"), changed(before.versions[-1], _NOTHING)
        elif after:
            yield named_entry(after, "put_in"), changed(_NOTHING, after.versions[-1])
