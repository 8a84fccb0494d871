"""The orders of kings and what makes up a deal, as tables: with the points, all that a phone needs to go on alone."""

from dataclasses import replace

from trexscore.rules.contract_set import ALL_FIVE
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import ORDERS
from trexscore.rules.options import allowed
from trexscore.rules.validation import choices


def orders_in_json() -> dict[str, dict[str, list[str]]]:
    """By `next_king` and by the first king the four in order; where each king is found anew there is none."""
    return {
        name: {kings[0].name: [king.name for king in kings] for kings in by_first} for name, by_first in ORDERS.items()
    }


def programmes_in_json() -> dict[str, list[tuple[str, ...]]]:
    """By `combining` what may be played in one deal."""
    return {
        name: [programme.contracts for programme in choices(replace(HouseRules(), combining=name), ALL_FIVE)]
        for name in allowed("combining")
    }
