"""A game that a club counts, and for whom."""

from datetime import date
from typing import Literal, NamedTuple, get_args

from trexscore.game.sign_off import AS_WRITTEN
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat

Override = Literal["house_rules", "not_agreed", "unfinished"]
OVERRIDES: tuple[Override, ...] = get_args(Override)
"""What would keep a game from counting, if the club did not let it count all the same."""


class CountedGame(NamedTuple):
    """A game that a club counts. `members` get the points; `played_by` sat there, which is somebody else at times.

    Both by the seats as they are under `sits`, which says for each where whoever sits there was first written.
    `seasons`: in which of them it counts although its house rules are others; None for all (older entries).
    """

    uid: str
    members: BySeat[int | None]
    played_by: BySeat[int | None]
    on: date
    evening: int | None
    table: int | None
    although: frozenset[str]
    sits: BySeat[Seat] = AS_WRITTEN
    seasons: frozenset[int] | None = None

    def is_admitted_to(self, season: int) -> bool:
        """Whether it counts in a season although its house rules are others."""
        return "house_rules" in self.although and (self.seasons is None or season in self.seasons)

    def seated(self, sits: BySeat[Seat]) -> "CountedGame":
        """The same game with everybody where they sit under these."""
        if sits == self.sits:
            return self
        seat_of = dict(zip(self.sits, SEATS, strict=True))
        found = sits.map(seat_of.__getitem__)
        members, played_by = found.map(self.members.__getitem__), found.map(self.played_by.__getitem__)
        return self._replace(members=members, played_by=played_by, sits=sits)

    def as_said(self) -> Body:
        """As an entry says it."""
        members, played_by = self.seated(AS_WRITTEN)[1:3]
        substitutes = {seat.name: played_by[seat] for seat in SEATS if played_by[seat] != members[seat]}
        return {
            "uid": self.uid,
            "seats": members.by_name(),
            "substitutes": substitutes,
            "on": self.on.isoformat(),
            "evening": self.evening,
            "table": self.table,
            "although": sorted(self.although),
            **({} if self.seasons is None else {"seasons": sorted(self.seasons)}),
        }


def counted_in(said: Body) -> CountedGame:
    """The game of a stored event, by the seats where its players were first recorded."""
    members: BySeat[int | None] = BySeat(*(said["seats"].get(letter) for letter in SEAT_NAMED))
    substitutes = said.get("substitutes", {})
    played_by = BySeat(*(substitutes.get(seat.name, members[seat]) for seat in SEATS))
    seasons = said.get("seasons")
    return CountedGame(
        said["uid"],
        members,
        played_by,
        date.fromisoformat(said["on"]),
        said.get("evening"),
        said.get("table"),
        frozenset(said.get("although", ())),
        seasons=None if seasons is None else frozenset(seasons),
    )
