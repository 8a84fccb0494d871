"""Which games a club counts, and for whom.

`{"game": {"uid": UUID, "seats": {"A": 3, "B": 5, "C": null, "D": 9}, "substitutes": {"B": 12}, "on": "2026-11-22",
"evening": 30, "table": 2, "although": ["house_rules"]}}`: the points of seat B are member 5's, though member 12 sat
there; nobody of this club sat at C. The last word on a game holds. `{"withdrawn": {"uid": UUID, "reason": "…"}}`.
"""

from datetime import date
from typing import Literal, NamedTuple, get_args

from trexscore.journal.entries import Body
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat

Although = Literal["house_rules", "not_agreed", "unfinished"]
ALTHOUGH: tuple[Although, ...] = get_args(Although)
"""What would keep a game from counting, if the club did not let it count all the same."""


class CountedGame(NamedTuple):
    """A game that a club counts. `members` get the points; `played_by` sat there, which is somebody else at times."""

    uid: str
    members: BySeat[int | None]
    played_by: BySeat[int | None]
    on: date
    evening: int | None
    table: int | None
    although: frozenset[str]

    def as_said(self) -> Body:
        """As an entry says it."""
        substitutes = {seat.name: self.played_by[seat] for seat in SEATS if self.played_by[seat] != self.members[seat]}
        return {
            "uid": self.uid,
            "seats": self.members.by_name(),
            "substitutes": substitutes,
            "on": self.on.isoformat(),
            "evening": self.evening,
            "table": self.table,
            "although": sorted(self.although),
        }


def counted_in(said: Body) -> CountedGame:
    """The game of an entry that has been accepted."""
    members: BySeat[int | None] = BySeat(*(said["seats"].get(letter) for letter in SEAT_NAMED))
    substitutes = said.get("substitutes", {})
    played_by = BySeat(*(substitutes.get(seat.name, members[seat]) for seat in SEATS))
    return CountedGame(
        said["uid"],
        members,
        played_by,
        date.fromisoformat(said["on"]),
        said.get("evening"),
        said.get("table"),
        frozenset(said.get("although", ())),
    )
