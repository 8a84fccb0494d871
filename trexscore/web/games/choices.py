"""What a field offers to choose from, as WTForms takes it."""

from collections.abc import Iterable
from typing import Any

from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # its types lag behind it


def choices(pairs: Iterable[tuple[str, str]]) -> list[Any]:
    """Values with the words for them."""
    return [SelectChoice(value, label) for value, label in pairs]
