"""The order of kings and what makes up a deal, as tables: with the points, all that a phone needs to go on alone."""

from typing import Any

from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import kings_from
from trexscore.rules.possible import choices
from trexscore.rules.programme import ALL_FIVE
from trexscore.rules.seats import SEATS


def play_in_json(rules: HouseRules) -> dict[str, Any]:
    """`order`: the kings by the first of them, None where each is found anew. `programmes`: what may be played."""
    order = None
    if not rules.king_is_found_each_time:
        order = {first.name: [king.name for king in kings_from(rules, first)] for first in SEATS}
    return {"order": order, "programmes": [programme.contracts for programme in choices(rules, ALL_FIVE)]}
