"""Club evenings: when, who is there, and which tables were drawn.

`{"evening": {"on": "2026-11-22", "at": "20:30", "place": "…"}}`, with `"instead": seq` to change one;
`{"arrived": {"evening": 12, "members": [3, 5]}}`, `{"went": {…}}`;
`{"drawn": {"evening": 12, "behind": 0, "method": "mixing", "seed": 4711, "tables": [[3, 5, 7, 9]],
"sitting_out": []}}`.
"""

from datetime import date
from typing import NamedTuple

from trexscore.rules.seats import BySeat


class Draw(NamedTuple):
    """Tables as they were drawn. `seed` makes the draw again; `seq` is its entry."""

    seq: int
    method: str
    seed: int
    tables: tuple[BySeat[int], ...]
    sitting_out: tuple[int, ...]


class Evening(NamedTuple):
    """A club evening; its number is that of its entry. `at` is a time of day as it was typed, HH:MM."""

    number: int
    on: date
    at: str | None = None
    place: str = ""
    note: str = ""
    present: tuple[int, ...] = ()
    draws: tuple[Draw, ...] = ()

    @property
    def last_draw(self) -> int:
        """The entry of the draw that holds; 0 before the first."""
        return self.draws[-1].seq if self.draws else 0
