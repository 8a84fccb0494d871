"""Game nights: date and place, attendance, and the draws of tables."""

import uuid
from datetime import date
from itertools import chain
from typing import NamedTuple

from trexscore.rules.seats import BySeat

_TABLE_KEY_NAMESPACE = uuid.UUID("6ff4e7e6-6f7c-4c1e-9a51-0d5a7c0d5d0e")
"""UUID namespace of the keys derived from tables."""


class TableOrigin(NamedTuple):
    """The draw that first seated a table's four, and the table's index in it. Later draws and merges keep both."""

    first_draw_seq: int
    index_in_first_draw: int


class Draw(NamedTuple):
    """Tables as drawn, each with its origin in `table_origins`. `seed` reproduces the draw; `seq` is its entry."""

    seq: int
    method: str
    seed: int
    tables: tuple[BySeat[int], ...]
    sitting_out: tuple[int, ...]
    table_origins: tuple[TableOrigin, ...]


class DrawnTable(NamedTuple):
    """A table of the current draw."""

    member_number_by_seat: BySeat[int]
    origin: TableOrigin

    def key_of_counting_entry(self, club_uid: str, game_number: int) -> str:
        """The key of the entry that counts the table's nth game, so that two phones that start it make one entry."""
        first_draw_seq, index = self.origin
        return str(uuid.uuid5(_TABLE_KEY_NAMESPACE, f"{club_uid} {first_draw_seq} {index} {game_number}"))


class GameNight(NamedTuple):
    """A game night; its number is that of its first entry. `starts_at` is the time of day, HH:MM."""

    number: int
    last_plan_seq: int
    """The latest entry that set date and place."""
    day: date
    starts_at: str | None = None
    place: str = ""
    note: str = ""
    present_member_numbers: tuple[int, ...] = ()
    draws: tuple[Draw, ...] = ()

    @property
    def sort_key(self) -> tuple[date, str, int]:
        """Sorts game nights by day, time and number."""
        return self.day, self.starts_at or "", self.number

    @property
    def last_draw_seq(self) -> int:
        """The entry of the current draw; 0 before the first."""
        return self.draws[-1].seq if self.draws else 0

    @property
    def current_tables(self) -> tuple[DrawnTable, ...]:
        """The tables of the current draw."""
        latest_draws = self.draws[-1:]
        return tuple(
            DrawnTable(seats, origin)
            for draw in latest_draws
            for seats, origin in zip(draw.tables, draw.table_origins, strict=True)
        )

    @property
    def present_or_drawn_numbers(self) -> frozenset[int]:
        """Those present, and those drawn who have left since."""
        drawn_member_numbers = (chain(*draw.tables, draw.sitting_out) for draw in self.draws)
        return frozenset(chain(self.present_member_numbers, *drawn_member_numbers))

    def is_over(self, current_night_date: date) -> bool:
        """Whether it was before `current_night_date`. Its games can still be recorded."""
        return self.day < current_night_date

    def absent_among(self, member_number_by_seat: BySeat[int]) -> tuple[int, ...]:
        """Those of these four who are not present."""
        return tuple(member for member in member_number_by_seat if member not in self.present_member_numbers)
