"""Seasons: their dates, house rules and counting (see `events.season`), and points given outside of their games."""

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


class Adjustment(NamedTuple):
    """Points given to each of `member_numbers`, or taken from each, on a day: for sitting out, as a penalty.

    They count only in seasons that rank players.
    """

    seq: int
    season_number: int
    member_numbers: tuple[int, ...]
    points_per_member: int
    reason: str
    iso_day: str
