"""Seasons: their dates, house rules and counting (see `events.season`)."""

from datetime import date
from typing import NamedTuple

from trexscore.league.season_rules import SeasonRules
from trexscore.ledger.chain import Body
from trexscore.rules.house_rules import HouseRules


class Season(NamedTuple):
    """A season; its number is that of its first entry. Guests are always listed; `ranks_guests`: with a rank."""

    number: int
    last_definition_seq: int
    """The latest entry about it."""
    name: str
    first_day: date
    last_day: date
    house_rules_json: Body
    house_rules: HouseRules
    season_rules: SeasonRules
    ranks_guests: bool

    def includes(self, day: date) -> bool:
        """Whether it includes a day."""
        return self.first_day <= day <= self.last_day
