"""Converts between the value of an option and the value of its form field."""

from typing import Any

from trexscore.rules.presets import STANDARD_PRESET
from trexscore.web.numbers import parse_typed_number


def option_field_value(value: object) -> str | list[str]:
    """An option's value as its field holds it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) if value and isinstance(value[0], int) else list(value)
    return str(value)


def parse_option_field(option: str, data: Any) -> object:  # noqa: ANN401 - as WTForms types the data of a field
    """A field's value as the game file stores it; None for an empty field."""
    default = getattr(STANDARD_PRESET.rules, option)
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(data)
    if option == "redeals":
        return None if data is None else list(data)
    if option == "trex_points":
        return [parse_typed_number(part) for part in data.replace(",", " ").replace("،", " ").split()] if data else None
    if isinstance(default, int):
        return parse_typed_number(data) if data else None
    return data or None
