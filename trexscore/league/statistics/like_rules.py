"""Which games' points can be averaged together: those under rules that give the same points for the same cards.

Points are turned so that more is better, whatever the table's signs and its idea of winning. So a game with
reversed signs that the lowest total wins is like the same game with normal signs. Options on which no points hang
(who is king next, redeals, …) and options without effect beside the others make no difference either.
"""

from functools import lru_cache
from typing import Any

from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import NAMES
from trexscore.rules.scoring import NON_SCORING_OPTIONS
from trexscore.rules.winners import standing_order

_STANDARD = HouseRules()
_MATTERING = tuple(name for name in NAMES if name not in NON_SCORING_OPTIONS)
_OF_DOUBLING = ("doubler_bonus", "own_capture", "partner_capture", "doubling_when_combined")


@lru_cache(maxsize=256)
def key_of(rules: HouseRules) -> str:
    """The same text for all rules whose points can be compared: what differs from the standard, which is empty."""
    return ",".join(f"{name}={_written(value)}" for name, value in _differing(rules).items())


def options_of(key: str) -> dict[str, Any]:
    """The options that a key tells, with their values."""
    pairs = (one.split("=") for one in key.split(",") if one)
    return {name: _read(value, getattr(_STANDARD, name)) for name, value in pairs}


def is_of_pairs(key: str) -> bool:
    """Whether partners are played under these rules."""
    return "partnership" in options_of(key)


def _differing(rules: HouseRules) -> dict[str, Any]:
    options = {name: getattr(rules, name) for name in _MATTERING}
    options["signs"] = "normal" if rules.sign == standing_order(rules) else "reversed"
    for name in _without_effect(rules):
        options[name] = getattr(_STANDARD, name)
    return {name: value for name, value in options.items() if value != getattr(_STANDARD, name)}


def _without_effect(rules: HouseRules) -> tuple[str, ...]:
    if rules.doubling == "off":
        return _OF_DOUBLING
    return (
        *(() if rules.partnership else ("partner_capture",)),
        *(() if rules.combining != "none" else ("doubling_when_combined",)),
    )


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value).lower()


def _read(text: str, like: object) -> object:
    if isinstance(like, bool):
        return text == "true"
    if isinstance(like, int):
        return int(text)
    return tuple(map(int, text.split("/"))) if isinstance(like, tuple) else text
