"""Which values an option may have."""

from typing import Any, get_args, get_origin, get_type_hints

from trexscore.rules.house_rules import POINTS_LIMIT, HouseRules

_HINTS = get_type_hints(HouseRules)
NAMES = tuple(name for name in _HINTS if name in HouseRules.__dataclass_fields__)


class BadOptionValue(ValueError):
    """The option does not have this value."""


def allowed(name: str) -> tuple[Any, ...]:
    """The values to choose from, default first where it is the first said; empty where any whole number will do."""
    hint = _HINTS[name]
    if hint is bool:
        return (False, True)
    return get_args(_item(hint)) if get_origin(hint) is tuple else get_args(hint)


def checked(name: str, value: object) -> Any:  # noqa: ANN401 - options are of many types
    """The value as the house rules keep it. Raises `BadOptionValue`; a `KeyError` where there is no such option."""
    hint = _HINTS[name]
    if hint is bool and isinstance(value, bool):
        return value
    if hint is int and is_points(value):
        return value
    if get_origin(hint) is tuple and isinstance(value, list | tuple):
        return _listed(hint, tuple(value))
    if isinstance(value, str) and value in get_args(hint):
        return value
    raise BadOptionValue(name)


def is_points(value: object) -> bool:
    """A whole number of points that anybody could mean."""
    return type(value) is int and -POINTS_LIMIT <= value <= POINTS_LIMIT


def _item(hint: Any) -> Any:  # noqa: ANN401 - a type hint
    return get_args(hint)[0]


def _listed(hint: Any, values: tuple[object, ...]) -> tuple[object, ...]:  # noqa: ANN401 - a type hint
    """Four numbers, or any of the named values, each once."""
    if _item(hint) is int:
        if len(values) == len(get_args(hint)) and all(map(is_points, values)):
            return values
    elif all(isinstance(value, str) and value in get_args(_item(hint)) for value in values) and len(set(values)) == len(
        values
    ):
        return values
    raise BadOptionValue(hint)
