"""The options of house rules in forms: their answers, and the values of their fields."""

from typing import Any

from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # its types lag behind it

from trexscore.i18n.texts.options import ANSWERS_BY_OPTION, FIRST_ASKED_OPTIONS, OPTIONS_BY_GROUP
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.web.games.choices import choices
from trexscore.web.number_parsing import parse_typed_number
from trexscore.web.rendering import translate as _

LATER_ASKED_OPTIONS = tuple(
    option for options in OPTIONS_BY_GROUP.values() for option in options if option not in FIRST_ASKED_OPTIONS
)
"""The options that a form asks after the most important ones, in the order of the house rules."""


def answer_choices(option: str) -> list[SelectChoice]:
    """The answers to an option that has fixed ones."""
    return choices((str(option_field_value(value)), _(text)) for value, text in ANSWERS_BY_OPTION[option].items())


def option_field_value(value: object) -> str | list[str]:
    """An option's value as its field holds it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) if value and isinstance(value[0], int) else list(value)
    return str(value)


def parse_option_field(option: str, field_data: Any) -> object:  # noqa: ANN401 - as WTForms types the data of a field
    """A field's value as the game file stores it; None for an empty field."""
    default = getattr(STANDARD_PRESET.rules, option)
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(field_data)
    if option == "redeals":
        return None if field_data is None else list(field_data)
    if option == "trex_points":
        return (
            [parse_typed_number(part) for part in field_data.replace(",", " ").replace("،", " ").split()]
            if field_data
            else None
        )
    if isinstance(default, int):
        return parse_typed_number(field_data) if field_data else None
    return field_data or None
