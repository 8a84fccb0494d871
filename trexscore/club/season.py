"""Seasons: from when to when, by which house rules, and how they are counted.

`{"season": {"name": "…", "from": "2026-09-01", "until": "2027-06-30", "house_rules": {…}, "counting": {…},
"guests": false}}`, with `"instead": seq` to change one, and `"behind": seq` the entry that whoever changes it has seen
of it last. Whether players or pairs are ranked follows from the house rules: where partners are played, it is pairs.
"""

from datetime import date
from typing import NamedTuple

from trexscore.league.season_rules import SeasonRules
from trexscore.ledger.chain import Body
from trexscore.rules.house_rules import HouseRules


class Season(NamedTuple):
    """A season; its number is that of its first entry. `guests`: whether they are ranked, too."""

    number: int
    last_entry: int
    """The one that says it so."""
    name: str
    begins: date
    ends: date
    house_rules: Body
    rules: HouseRules
    counting: SeasonRules
    guests: bool

    def holds(self, on: date) -> bool:
        """Whether a game of that day falls into it."""
        return self.begins <= on <= self.ends
