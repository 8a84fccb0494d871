"""A list of names as it is looked at before anybody is let in."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.club.coming import Coming, Fate
from trexscore.language.refusals import sentence
from trexscore.rules.refusals import refuse
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.views.clubs.members import title_of

_SHOWN = 80


class Line(NamedTuple):
    """A name, which one it is on the list, and what is to be said of it."""

    number: int
    name: str
    note: str


class LookedAt(NamedTuple):
    """Names of a list by what becomes of them."""

    new: list[Line]
    back: list[Line]
    not_in: list[Line]
    passed_over: list[Line]

    @property
    def come(self) -> int:
        """How many are let in."""
        return len(self.new) + len(self.back)


def looked_at(coming: Sequence[Coming]) -> LookedAt:
    """Each name once, in the order of the list."""
    found = LookedAt([], [], [], [])
    groups: dict[Fate, list[Line]] = {
        "new": found.new,
        "returns": found.back,
        "gone": found.not_in,
        "no_name": found.not_in,
        "here": found.passed_over,
        "twice": found.passed_over,
    }
    for number, one in enumerate(coming, 1):
        shown = one.name if len(one.name) <= _SHOWN else f"{one.name[:_SHOWN]}…"
        groups[one.fate].append(Line(number, shown, _note(one)))
    return found


def _note(one: Coming) -> str:
    if one.fate == "no_name":
        return sentence(reader_language(), refuse("bad_players", "name", reason="not_a_name"))
    if one.fate == "gone":
        return _("Has left the club. Whoever leads it takes them back on their own page.")
    if one.fate == "twice":
        return _("Stands in the list twice; once is enough.")
    if one.fate == "here" and one.member is not None:
        called = title_of(one.member)
        return _("Is here already.") if called == one.name else _("Is here already, as %(name)s.", name=called)
    return ""
