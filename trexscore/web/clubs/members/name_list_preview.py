"""The preview of a list of names: what becomes of each if the list is added."""

from collections.abc import Iterable
from typing import NamedTuple

from trexscore.club.new_members import NameOutcome, NameOutcomeCode
from trexscore.i18n.marking import N_
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.forms import render_refusal
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
    """The names by what happens to them. Each is shown once, in the order of the list."""

    new: tuple[NameListLine, ...]
    reinstated: tuple[NameListLine, ...]
    similar: tuple[NameListLine, ...]
    not_added: tuple[NameListLine, ...]
    skipped: tuple[NameListLine, ...]

    @property
    def added_count(self) -> int:
        """How many people will be added if no similar name is confirmed."""
        return len(self.new) + len(self.reinstated)


def name_list_preview(outcomes: Iterable[NameOutcome]) -> NameListPreview:
    """The preview of a list with these outcomes, in order."""
    lines = [(outcome.code, _name_list_line(number, outcome)) for number, outcome in enumerate(outcomes, 1)]

    def lines_of(*codes: NameOutcomeCode) -> tuple[NameListLine, ...]:
        return tuple(line for code, line in lines if code in codes)

    return NameListPreview(
        new=lines_of("new"),
        reinstated=lines_of("returns"),
        similar=lines_of("alike"),
        not_added=lines_of("gone", "no_name"),
        skipped=lines_of("here", "twice"),
    )


def _name_list_line(number: int, outcome: NameOutcome) -> NameListLine:
    is_short = len(outcome.name) <= _MAX_SHOWN_NAME_LENGTH
    shown_name = outcome.name if is_short else f"{outcome.name[:_MAX_SHOWN_NAME_LENGTH]}…"
    return NameListLine(number, shown_name, _outcome_note(outcome))


def _outcome_note(name_outcome: NameOutcome) -> str:
    if name_outcome.code == "no_name":
        return render_refusal(refuse("bad_players", "name", reason="not_a_name"))
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
