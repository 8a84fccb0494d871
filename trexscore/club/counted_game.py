"""A game that a club counts, and for which members."""

from datetime import date
from typing import Literal, NamedTuple, get_args

from trexscore.game.sign_off import ALL_IN_ORIGINAL_SEATS
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat, Seat

OverridableObstacle = Literal["house_rules", "not_agreed", "unfinished"]
OVERRIDABLE_OBSTACLES: tuple[OverridableObstacle, ...] = get_args(OverridableObstacle)
"""Obstacles that a club can override, so that the game counts anyway."""
NO_MEMBER = 0
"""Number of a player from outside the club, and of the missing partner of an individual player."""


class CountedGame(NamedTuple):
    """A game that a club counts. `credited_member_numbers`: who gets the points; `playing_member_numbers`: who played.

    Both are indexed by current seat. `original_seat_by_seat`: for each, the seat where its player was first recorded.
    `rules_override_season_numbers`: where the override of the house rules applies; None means all of them (older
    entries).
    """

    game_uid: str
    credited_member_numbers: BySeat[int | None]
    playing_member_numbers: BySeat[int | None]
    day: date
    night_number: int | None
    table_number: int | None
    overridden_obstacles: frozenset[str]
    original_seat_by_seat: BySeat[Seat] = ALL_IN_ORIGINAL_SEATS
    rules_override_season_numbers: frozenset[int] | None = None

    def overrides_house_rules_in(self, season_number: int) -> bool:
        """Whether it counts in a season in spite of different house rules."""
        return "house_rules" in self.overridden_obstacles and (
            self.rules_override_season_numbers is None or season_number in self.rules_override_season_numbers
        )

    @property
    def counts_if_unfinished(self) -> bool:
        """Whether the club counts it although not all deals were played."""
        return "unfinished" in self.overridden_obstacles

    @property
    def has_member_twice(self) -> bool:
        """Whether a member has two seats."""
        seated_members = (
            [*filter(None, players)] for players in (self.credited_member_numbers, self.playing_member_numbers)
        )
        return any(len(set(members)) < len(members) for members in seated_members)

    def reseated(self, original_seat_by_seat: BySeat[Seat]) -> "CountedGame":
        """The same game, seated so that the player first recorded at `original_seat_by_seat[seat]` sits at `seat`."""
        if original_seat_by_seat == self.original_seat_by_seat:
            return self
        seat_of = dict(zip(self.original_seat_by_seat, SEATS, strict=True))
        seats = original_seat_by_seat.map(seat_of.__getitem__)
        members, played_by = (
            seats.map(self.credited_member_numbers.__getitem__),
            seats.map(self.playing_member_numbers.__getitem__),
        )
        return self._replace(
            credited_member_numbers=members,
            playing_member_numbers=played_by,
            original_seat_by_seat=original_seat_by_seat,
        )

    def as_entry_content(self) -> Body:
        """The content of a `GameCounted` entry, by original seats."""
        members, played_by = self.reseated(ALL_IN_ORIGINAL_SEATS)[1:3]
        substitutes = {seat.name: played_by[seat] for seat in SEATS if played_by[seat] != members[seat]}
        return {
            "uid": self.game_uid,
            "seats": members.by_letter(),
            "substitutes": substitutes,
            "on": self.day.isoformat(),
            "evening": self.night_number,
            "table": self.table_number,
            "although": sorted(self.overridden_obstacles),
            **(
                {}
                if self.rules_override_season_numbers is None
                else {"seasons": sorted(self.rules_override_season_numbers)}
            ),
        }


def parse_counted_game(content: Body) -> CountedGame:
    """The game of a stored entry's content, by the seats where its players were first recorded."""
    members: BySeat[int | None] = BySeat(*(content["seats"].get(letter) for letter in SEAT_BY_LETTER))
    substitutes = content.get("substitutes", {})
    played_by = BySeat(*(substitutes.get(seat.name, members[seat]) for seat in SEATS))
    seasons = content.get("seasons")
    return CountedGame(
        content["uid"],
        members,
        played_by,
        date.fromisoformat(content["on"]),
        content.get("evening"),
        content.get("table"),
        frozenset(content.get("although", ())),
        rules_override_season_numbers=None if seasons is None else frozenset(seasons),
    )
