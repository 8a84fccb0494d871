"""An option's value ↔ what a field holds."""

from typing import Any

from trexscore.rules.presets import STANDARD
from trexscore.web.numbers import typed


def written(value: object) -> Any:  # noqa: ANN401 - what a field holds
    """An option's value as a field holds it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) if value and isinstance(value[0], int) else list(value)
    return str(value)


def read(option: str, data: Any) -> Any:  # noqa: ANN401 - what a field holds
    """What a field says, as the game file writes it; None where it says nothing."""
    default = getattr(STANDARD.rules, option)
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(data)
    if option == "redeals":
        return None if data is None else list(data)
    if option == "trex_points":
        return [typed(part) for part in data.replace(",", " ").replace("،", " ").split()] if data else None
    if isinstance(default, int):
        return typed(data) if data else None
    return data or None
