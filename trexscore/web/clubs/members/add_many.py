"""A list of names as it is looked at before anybody is let in."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.club.members import Member
from trexscore.club.new_members import Coming, Fate
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.refusals import sentence
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_SHOWN = 80
_NOTES: dict[Fate, str] = {
    "gone": N_("Former member. A club admin can reinstate them on their member page."),
    "alike": N_("A very similar name is already on the list."),
    "twice": N_("Listed twice; once is enough."),
}


class Line(NamedTuple):
    """A name, which one it is on the list, and what is to be said of it."""

    number: int
    name: str
    note: str


class Preview(NamedTuple):
    """Names of a list by what becomes of them."""

    new: list[Line]
    back: list[Line]
    alike: list[Line]
    not_in: list[Line]
    passed_over: list[Line]

    @property
    def come(self) -> int:
        """How many are let in."""
        return len(self.new) + len(self.back)


def preview_names(coming: Sequence[Coming]) -> Preview:
    """Each name once, in the order of the list."""
    found = Preview([], [], [], [], [])
    groups: dict[Fate, list[Line]] = {
        "new": found.new,
        "returns": found.back,
        "alike": found.alike,
        "gone": found.not_in,
        "no_name": found.not_in,
        "here": found.passed_over,
        "twice": found.passed_over,
    }
    for number, one in enumerate(coming, 1):
        shown = one.name if len(one.name) <= _SHOWN else f"{one.name[:_SHOWN]}…"
        groups[one.fate].append(Line(number, shown, _note(one)))
    return found


def is_this(member: Member) -> str:
    """The question whether a name means this member."""
    return _("Is this %(name)s?", name=title_of(member))


def _note(one: Coming) -> str:
    if one.fate == "no_name":
        return sentence(reader_language(), refuse("bad_players", "name", reason="not_a_name"))
    if one.fate == "alike" and one.member is not None:
        return is_this(one.member)
    if one.fate in _NOTES:
        return _(_NOTES[one.fate])
    if one.fate == "here" and one.member is not None:
        called = title_of(one.member)
        return _("Already in the club.") if called == one.name else _("Already in the club, as %(name)s.", name=called)
    return ""
