"""The options of house rules: the values that each may have, and the values that rules have."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args, get_origin, get_type_hints

from trexscore.rules.house_rules import MAX_POINTS, HouseRules, OptionValue

_TYPE_HINT_BY_OPTION = get_type_hints(HouseRules)
OPTION_NAMES = tuple(name for name in _TYPE_HINT_BY_OPTION if name in HouseRules.__dataclass_fields__)


class BadOptionValue(ValueError):
    """The option does not have this value."""


def option_choices(option_name: str) -> tuple[OptionValue, ...]:
    """The values to choose from, in the order of the type; empty if any whole number is allowed."""
    hint = _TYPE_HINT_BY_OPTION[option_name]
    if hint is bool:
        return (False, True)
    return get_args(get_args(hint)[0]) if get_origin(hint) is tuple else get_args(hint)


def parse_option_value(option_name: str, value: object) -> OptionValue:
    """The value as `HouseRules` stores it. Raises `BadOptionValue`, or `KeyError` if there is no such option."""
    hint = _TYPE_HINT_BY_OPTION[option_name]
    if hint is bool and isinstance(value, bool):
        return value
    if hint is int and is_within_points_limit(value):
        return value
    if get_origin(hint) is tuple and isinstance(value, list | tuple) and _fits_tuple(get_args(hint), value):
        return tuple(value)
    if isinstance(value, str) and value in get_args(hint):
        return value
    raise BadOptionValue(option_name)


def all_options_as_json(rules: HouseRules) -> dict[str, object]:
    """Every option with its value, as JSON writes it."""
    value_by_option = {name: getattr(rules, name) for name in OPTION_NAMES}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in value_by_option.items()}


def rules_with_options(
    rules: HouseRules,
    value_by_option: Mapping[str, Any],  # each option has a type of its own
) -> HouseRules:
    """House rules with other, checked values of some options."""
    return replace(rules, **value_by_option)


def is_within_points_limit(value: object) -> bool:
    """Whether the value is a whole number within ±`MAX_POINTS`."""
    return type(value) is int and -MAX_POINTS <= value <= MAX_POINTS


def _fits_tuple(item_types: tuple[object, ...], values: Sequence[object]) -> bool:
    """Whether the values are four numbers of points, or distinct values of a `Literal`, as the type asks."""
    if item_types[0] is int:
        return len(values) == len(item_types) and all(map(is_within_points_limit, values))
    literals = get_args(item_types[0])
    return all(isinstance(value, str) and value in literals for value in values) and len({*values}) == len(values)
