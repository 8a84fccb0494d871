"""The orders of kings and the contracts of a deal as tables. With the points table, a phone can go on offline."""

from dataclasses import replace
from typing import get_args

from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS
from trexscore.rules.house_rules import Combining, HouseRules
from trexscore.rules.kings import KING_ORDERS_BY_NEXT_KING
from trexscore.rules.validation import playable_contract_sets


def king_orders_by_next_king() -> dict[str, dict[str, list[str]]]:
    """The four kings in order, by `next_king` and by the first king; absent if the rules fix no order."""
    return {
        name: {kings[0].name: [king.name for king in kings] for kings in by_first}
        for name, by_first in KING_ORDERS_BY_NEXT_KING.items()
    }


def contract_sets_by_combining() -> dict[str, list[tuple[str, ...]]]:
    """The contracts that may be played in one deal, by `combining`."""
    combinings: tuple[Combining, ...] = get_args(Combining)
    return {
        name: [
            contract_set.contracts
            for contract_set in playable_contract_sets(replace(HouseRules(), combining=name), ALL_FIVE_CONTRACTS)
        ]
        for name in combinings
    }
