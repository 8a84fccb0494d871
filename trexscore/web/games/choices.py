"""The choices of a form field."""

from collections.abc import Iterable

from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # its types lag behind it


def choices(values_and_labels: Iterable[tuple[str, str]]) -> list[SelectChoice]:
    """Pairs of value and label, as WTForms takes them."""
    return [SelectChoice(value, label) for value, label in values_and_labels]
