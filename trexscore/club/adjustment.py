"""Points that a club gives or takes outside of games: for sitting out, as a penalty."""

from datetime import date
from typing import NamedTuple


class Adjustment(NamedTuple):
    """Points given to each of `members`, or taken from each, on a day. They count only in seasons that rank players."""

    seq: int
    season_number: int
    member_numbers: tuple[int, ...]
    points_per_member: int
    reason: str
    iso_day: str

    @property
    def day(self) -> date:
        """`iso_day` as a date."""
        return date.fromisoformat(self.iso_day)
