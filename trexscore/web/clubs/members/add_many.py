"""Preview of a pasted list of names, before members are added."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.club.members import Member
from trexscore.club.new_members import MatchResult, NameMatch
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_SHOWN = 80
_NOTES: dict[MatchResult, str] = {
    "gone": N_("Former member. A club admin can reinstate them on their member page."),
    "alike": N_("A very similar name is already on the list."),
    "twice": N_("Listed twice; once is enough."),
}


class NameListLine(NamedTuple):
    """A name, its number on the list, and a note."""

    number: int
    name: str
    note: str


class NameListPreview(NamedTuple):
    """The names of a list, by what happens to them."""

    new: list[NameListLine]
    reinstated: list[NameListLine]
    alike: list[NameListLine]
    not_added: list[NameListLine]
    skipped: list[NameListLine]

    @property
    def added(self) -> int:
        """How many members are added or reinstated."""
        return len(self.new) + len(self.reinstated)


def preview_names(matches: Sequence[NameMatch]) -> NameListPreview:
    """The preview. Each name is shown once, in the order of the list."""
    preview = NameListPreview([], [], [], [], [])
    groups: dict[MatchResult, list[NameListLine]] = {
        "new": preview.new,
        "returns": preview.reinstated,
        "alike": preview.alike,
        "gone": preview.not_added,
        "no_name": preview.not_added,
        "here": preview.skipped,
        "twice": preview.skipped,
    }
    for number, newcomer in enumerate(matches, 1):
        shown = newcomer.name if len(newcomer.name) <= _SHOWN else f"{newcomer.name[:_SHOWN]}…"
        groups[newcomer.result].append(NameListLine(number, shown, _match_note(newcomer)))
    return preview


def same_person_question(member: Member) -> str:
    """The question whether a name is this member's."""
    return _("Is this %(name)s?", name=display_name(member))


def _match_note(newcomer: NameMatch) -> str:
    if newcomer.result == "no_name":
        return refusal_text(reader_language(), refuse("bad_players", "name", reason="not_a_name"))
    if newcomer.result == "alike" and newcomer.member is not None:
        return same_person_question(newcomer.member)
    if newcomer.result in _NOTES:
        return _(_NOTES[newcomer.result])
    if newcomer.result == "here" and newcomer.member is not None:
        name = display_name(newcomer.member)
        return _("Already in the club.") if name == newcomer.name else _("Already in the club, as %(name)s.", name=name)
    return ""
