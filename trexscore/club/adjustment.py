"""Points that a club gives or takes beside its games: for sitting out, as a penalty."""

from datetime import date
from typing import NamedTuple


class Adjustment(NamedTuple):
    """Points given to members, or taken from them, on a day. They add to each member's score in a season of players."""

    seq: int
    season: int
    members: tuple[int, ...]
    points: int
    reason: str
    on: str
    """A day, as ISO 8601 writes it."""

    @property
    def day(self) -> date:
        """The same as a date."""
        return date.fromisoformat(self.on)
