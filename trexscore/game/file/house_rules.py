"""`house_rules` of a game file: a preset's name with single options laid over it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from trexscore.game.file.shape import read_object, refuse_unknown_fields
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import NAMES, BadOptionValue, checked
from trexscore.rules.presets import PRESETS
from trexscore.rules.refusals import Refusal, refuse

_FIELDS = ("preset", "options")


def read_house_rules(found: object, faults: list[Refusal]) -> HouseRules | None:
    """The rules in force; None where they cannot be read."""
    said = read_object(found, "house_rules", faults)
    if said is None:
        return None
    before = len(faults)
    refuse_unknown_fields(said, _FIELDS, "house_rules", faults)
    options = read_object(said.get("options", {}), "house_rules.options", faults)
    preset = _preset(said, faults)
    values = _checked_options(options or {}, faults)
    return over_preset(preset, values) if preset is not None and len(faults) == before else None


def house_rules_stored(said: dict[str, Any]) -> HouseRules:
    """The rules that a journal says were agreed on. Raises `ValueError` where they cannot be read."""
    faults: list[Refusal] = []
    rules = read_house_rules(said, faults)
    if rules is None:
        msg = f"a journal with house rules that cannot be read: {faults}"
        raise ValueError(msg)
    return rules


def over_preset(preset: str, values: Mapping[str, Any]) -> HouseRules:
    """A preset with checked values laid over it. Raises `KeyError` where there is no such preset."""
    return _interned(preset, tuple(sorted(values.items()))) if values else PRESETS[preset].rules


@lru_cache(maxsize=256)
def _interned(preset: str, values: tuple[tuple[str, Any], ...]) -> HouseRules:
    """The same rules said again are the same object, so that what is worked out for them is found again."""
    return HouseRules(**{**PRESETS[preset].differs, **dict(values)})


def _preset(said: dict[str, Any], faults: list[Refusal]) -> str | None:
    name = said.get("preset")
    if isinstance(name, str) and name in PRESETS:
        return name
    if "preset" not in said:
        faults.append(refuse("missing_field", "house_rules.preset", field="preset"))
    elif isinstance(name, str):
        faults.append(refuse("unknown_preset", "house_rules.preset", preset=name))
    else:
        faults.append(refuse("wrong_type", "house_rules.preset", wanted="preset"))
    return None


def _checked_options(options: dict[str, Any], faults: list[Refusal]) -> dict[str, Any]:
    values = {}
    for name, value in options.items():
        if name not in NAMES:
            faults.append(refuse("unknown_option", f"house_rules.options.{name}", option=name))
            continue
        try:
            values[name] = checked(name, value)
        except BadOptionValue:
            faults.append(refuse("bad_option_value", f"house_rules.options.{name}", option=name, value=shown(value)))
    return values


def shown(value: object) -> str:
    """A value as it stands in the file, shortened where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    longest = 60
    return text if len(text) <= longest else f"{text[:longest]}…"


def rules_in_force(rules: HouseRules) -> dict[str, Any]:
    """Every option with its value, as JSON writes it."""
    values = {name: getattr(rules, name) for name in NAMES}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def with_options(rules: HouseRules, values: Mapping[str, Any]) -> HouseRules:
    """House rules with checked values laid over them."""
    return replace(rules, **values)
