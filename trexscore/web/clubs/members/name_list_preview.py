"""Preview of a pasted list of names, before members are added."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.club.new_members import NameOutcome, NameOutcomeCode
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_MAX_SHOWN_NAME_LENGTH = 80
_OUTCOME_TEXTS: dict[NameOutcomeCode, str] = {
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

    new_lines: list[NameListLine]
    reinstated_lines: list[NameListLine]
    similar_lines: list[NameListLine]
    not_added_lines: list[NameListLine]
    skipped_lines: list[NameListLine]

    @property
    def added_count(self) -> int:
        """How many members are added or reinstated."""
        return len(self.new_lines) + len(self.reinstated_lines)


def preview_names(name_outcomes: Sequence[NameOutcome]) -> NameListPreview:
    """The preview. Each name is shown once, in the order of the list."""
    preview = NameListPreview([], [], [], [], [])
    groups: dict[NameOutcomeCode, list[NameListLine]] = {
        "new": preview.new_lines,
        "returns": preview.reinstated_lines,
        "alike": preview.similar_lines,
        "gone": preview.not_added_lines,
        "no_name": preview.not_added_lines,
        "here": preview.skipped_lines,
        "twice": preview.skipped_lines,
    }
    for number, name_outcome in enumerate(name_outcomes, 1):
        shown = (
            name_outcome.name
            if len(name_outcome.name) <= _MAX_SHOWN_NAME_LENGTH
            else f"{name_outcome.name[:_MAX_SHOWN_NAME_LENGTH]}…"
        )
        groups[name_outcome.code].append(NameListLine(number, shown, _outcome_note(name_outcome)))
    return preview


def _outcome_note(name_outcome: NameOutcome) -> str:
    if name_outcome.code == "no_name":
        return refusal_text(reader_language(), refuse("bad_players", "name", reason="not_a_name"))
    if name_outcome.code == "alike" and name_outcome.existing_member is not None:
        return _("Is this %(name)s?", name=display_name(name_outcome.existing_member))
    if name_outcome.code in _OUTCOME_TEXTS:
        return _(_OUTCOME_TEXTS[name_outcome.code])
    if name_outcome.code == "here" and name_outcome.existing_member is not None:
        name = display_name(name_outcome.existing_member)
        if name == name_outcome.name:
            return _("Already in the club.")
        return _("Already in the club, as %(name)s.", name=name)
    return ""
