"""`house_rules` of a game file: the name of a preset, and the options that differ from it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from trexscore.ledger.json_reader import Faults, read_object, shortened_json
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES, BadOptionValue, parse_option_value, rules_with_options
from trexscore.rules.presets import PRESETS
from trexscore.rules.refusals import refuse

_FIELDS = ("preset", "options")


def read_house_rules(value: object, faults: Faults) -> HouseRules | None:
    """The rules in force; None where they cannot be read."""
    fault_count_before = len(faults)
    house_rules = read_object(value, "house_rules", faults, _FIELDS)
    if house_rules is None:
        return None
    options = read_object(house_rules.get("options", {}), "house_rules.options", faults)
    preset = _read_preset_name(house_rules, faults)
    option_values = _read_options(options or {}, faults)
    return (
        preset_rules_with_options(preset, option_values)
        if preset is not None and len(faults) == fault_count_before
        else None
    )


def load_house_rules(house_rules_json: Mapping[str, object]) -> HouseRules:
    """The rules of a stored entry. Raises `ValueError` where they cannot be read."""
    faults: Faults = []
    rules = read_house_rules(house_rules_json, faults)
    if rules is None:
        raise ValueError(f"a journal with house rules that cannot be read: {faults}")
    return rules


def preset_rules_with_options(preset_name: str, value_by_option: Mapping[str, Any]) -> HouseRules:
    """A preset with other, checked values of some options. Raises `KeyError` for an unknown preset."""
    if not value_by_option:
        return PRESETS[preset_name].rules
    return _cached_house_rules(preset_name, tuple(sorted(value_by_option.items())))


@lru_cache(maxsize=256)
def _cached_house_rules(preset_name: str, option_items: tuple[tuple[str, object], ...]) -> HouseRules:
    """Equal rules are the same object, so that tables cached for them are found quickly."""
    return rules_with_options(PRESETS[preset_name].rules, dict(option_items))


def _read_preset_name(house_rules_json: Mapping[str, object], faults: Faults) -> str | None:
    name = house_rules_json.get("preset")
    if isinstance(name, str) and name in PRESETS:
        return name
    if "preset" not in house_rules_json:
        faults.append(refuse("missing_field", "house_rules.preset", field="preset"))
    elif isinstance(name, str):
        faults.append(refuse("unknown_preset", "house_rules.preset", preset=name))
    else:
        faults.append(refuse("wrong_type", "house_rules.preset", wanted="preset"))
    return None


def _read_options(options: Mapping[str, object], faults: Faults) -> dict[str, object]:
    option_values = {}
    for name, value in options.items():
        path = f"house_rules.options.{name}"
        if name not in OPTION_NAMES:
            faults.append(refuse("unknown_option", path, option=name))
            continue
        try:
            option_values[name] = parse_option_value(name, value)
        except BadOptionValue:
            faults.append(refuse("bad_option_value", path, option=name, value=shortened_json(value)))
    return option_values
