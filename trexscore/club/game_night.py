"""Club evenings: when, who is there, and which tables were drawn.

`{"evening": {"on": "2026-11-22", "at": "20:30", "place": "…"}}`, with `"instead": seq` to change one;
`{"arrived": {"evening": 12, "members": [3, 5]}}`, `{"went": {…}}`;
`{"drawn": {"evening": 12, "behind": 0, "method": "mixing", "seed": 4711, "tables": [[3, 5, 7, 9]],
"sitting_out": []}}`.
"""

import uuid
from datetime import date
from typing import NamedTuple

from trexscore.rules.seats import BySeat

_TABLES = uuid.UUID("6ff4e7e6-6f7c-4c1e-9a51-0d5a7c0d5d0e")
"""Sets the keys that are worked out from tables apart from all others."""


class TableOrigin(NamedTuple):
    """Since which draw four have been seated so, and at which place of it: no later draw or merge changes that."""

    since: int
    at: int


class Draw(NamedTuple):
    """Tables as they were drawn, and where each began. `seed` makes the draw again; `seq` is its entry."""

    seq: int
    method: str
    seed: int
    tables: tuple[BySeat[int], ...]
    sitting_out: tuple[int, ...]
    began: tuple[TableOrigin, ...]


class DrawnTable(NamedTuple):
    """A table of the draw that holds. `since` is the draw in which these four were seated so, `at` their place in it:
    they do not change while later draws leave them where they are.
    """

    seats: BySeat[int]
    since: int
    at: int

    def key_of_game(self, club_uid: str, nth: int) -> str:
        """The key under which a club counts the table's first, second… game: whoever starts it, it is one entry."""
        return str(uuid.uuid5(_TABLES, f"{club_uid} {self.since} {self.at} {nth}"))


class GameNight(NamedTuple):
    """A club evening; its number is that of its entry. `at` is a time of day as it was typed, HH:MM."""

    number: int
    last_entry: int
    """The one that says when and where it is."""
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

    @property
    def tables(self) -> tuple[DrawnTable, ...]:
        """The tables of the draw that holds."""
        held = self.draws[-1:]
        return tuple(
            DrawnTable(seats, *began) for draw in held for seats, began in zip(draw.tables, draw.began, strict=True)
        )

    def is_over(self, this_evening: date) -> bool:
        """Whether it was before this one: its games can still be written down, whoever has gone home since."""
        return self.on < this_evening

    def gone_from(self, seats: BySeat[int]) -> tuple[int, ...]:
        """Who of these four is not here, or not any more."""
        return tuple(member for member in seats if member not in self.present)
