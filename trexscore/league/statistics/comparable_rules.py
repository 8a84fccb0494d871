"""Comparable house rules: games whose points can be averaged, because the same cards give the same points.

Points are signed so that more is better. So a game with reversed signs where the lowest total wins is comparable to
the same game with normal signs. Options that do not affect points (the next king, redeals, …) and options without
effect in combination with the others are ignored.
"""

from functools import lru_cache
from typing import Any

from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.scoring import NON_SCORING_OPTION_DEFAULTS
from trexscore.rules.winners import points_direction_of

_STANDARD_RULES = HouseRules()
_SCORING_OPTIONS = tuple(name for name in OPTION_NAMES if name not in NON_SCORING_OPTION_DEFAULTS)
_OPTIONS_NEEDING_DOUBLING = ("doubler_bonus", "own_capture", "partner_capture", "doubling_when_combined")


@lru_cache(maxsize=256)
def comparable_rules_key(rules: HouseRules) -> str:
    """A text that is the same for all comparable rules: the options that differ from the standard; its own is empty."""
    return ",".join(f"{name}={_format_option(value)}" for name, value in _nonstandard_scoring_options(rules).items())


def options_in_key(comparable_rules_key: str) -> dict[str, Any]:
    """The options in a key, with their values."""
    pairs = (option.split("=") for option in comparable_rules_key.split(",") if option)
    return {name: _parse_option(value, getattr(_STANDARD_RULES, name)) for name, value in pairs}


def key_has_partners(comparable_rules_key: str) -> bool:
    """Whether these rules have partners."""
    return "partnership" in options_in_key(comparable_rules_key)


def _nonstandard_scoring_options(rules: HouseRules) -> dict[str, object]:
    options = {name: getattr(rules, name) for name in _SCORING_OPTIONS}
    options["signs"] = "normal" if rules.sign == points_direction_of(rules) else "reversed"
    for name in _options_without_effect(rules):
        options[name] = getattr(_STANDARD_RULES, name)
    return {name: value for name, value in options.items() if value != getattr(_STANDARD_RULES, name)}


def _options_without_effect(rules: HouseRules) -> tuple[str, ...]:
    if rules.doubling == "off":
        return _OPTIONS_NEEDING_DOUBLING
    return (
        *(() if rules.partnership else ("partner_capture",)),
        *(() if rules.combining != "none" else ("doubling_when_combined",)),
    )


def _format_option(value: object) -> str:
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value).lower()


def _parse_option(text: str, standard_value: object) -> object:
    if isinstance(standard_value, bool):
        return text == "true"
    if isinstance(standard_value, int):
        return int(text)
    return tuple(map(int, text.split("/"))) if isinstance(standard_value, tuple) else text
