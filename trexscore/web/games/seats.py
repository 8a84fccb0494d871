"""The four seats and two teams of a game: names, totals, finishes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from trexscore.i18n.name_forms import narrow_column_name_forms, short_name_forms
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat
from trexscore.rules.winners import finishes_of_merits, points_direction_of
from trexscore.web.rendering import localized_seat_letter
from trexscore.web.rendering import translate as _

SEAT_LETTERS = tuple(seat.name for seat in SEATS)
TEAM_LETTERS = ("AC", "BD")


class SideRank(NamedTuple):
    """The rank of a seat or a team, 0 before anything is scored, and how many points it is behind the first."""

    rank: int = 0
    is_shared: bool = False
    points_behind: int = 0


@dataclass(frozen=True, slots=True)
class SideView:
    """The total and rank of a seat or a team; the rank is 0 before anything is scored."""

    name: str
    total: int
    rank: int
    tied: bool
    short: str = ""
    """A team's names, shortened."""
    points_behind: int = 0
    """How many points it is behind the first; 0 if it has as many or more."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at the drawn table; `rank` as in `SideView`."""

    seat: str
    name: str
    total: int
    rank: int
    tied: bool
    is_king: bool
    short: str
    """The name, shortened."""
    narrow_column_name: str
    """The name for the head of a narrow column."""
    points_behind: int
    """As in `SideView`."""


def names_of(players: Sequence[str | None]) -> BySeat[str]:
    """The four names; a removed player is named by the seat."""
    return BySeat(
        *(
            name or _("Seat %(letter)s", letter=localized_seat_letter(seat))
            for name, seat in zip(players, SEAT_LETTERS, strict=True)
        )
    )


def ranks_of_totals(
    rules: HouseRules, totals: Sequence[int], won: Sequence[bool], *, anything_scored: bool
) -> list[SideRank]:
    """The ranks of these totals under these rules: those who have won are before the others, whatever their totals."""
    if not anything_scored or not totals:
        return [SideRank()] * len(totals)
    merits = [(has_won, points_direction_of(rules) * total) for has_won, total in zip(won, totals, strict=True)]
    _, best = max(merits)
    return [
        SideRank(finish.first, finish.is_shared, max(0, best - points))
        for finish, (_, points) in zip(finishes_of_merits(merits), merits, strict=True)
    ]


def seats_of(
    names_by_seat: BySeat[str], totals: Sequence[int], ranks: Sequence[SideRank], king_letter: str | None
) -> tuple[SeatView, ...]:
    """The four seats; `king_letter` is the letter of the king's seat."""
    short, column = short_name_forms(names_by_seat), narrow_column_name_forms(names_by_seat)
    return tuple(
        SeatView(
            letter,
            names_by_seat[place],
            totals[place],
            ranks[place].rank,
            ranks[place].is_shared,
            letter == king_letter,
            short[place],
            column[place],
            ranks[place].points_behind,
        )
        for place, letter in enumerate(SEAT_LETTERS)
    )


def teams_of(seats: Sequence[SeatView], team_totals: Sequence[int], ranks: Sequence[SideRank]) -> tuple[SideView, ...]:
    """The two teams; none if `team_totals` is empty."""
    names = team_names([seat.name for seat in seats])
    short_names = team_names([seat.narrow_column_name for seat in seats])
    return tuple(
        SideView(name, total, rank.rank, rank.is_shared, short, rank.points_behind)
        for name, short, total, rank in zip(names, short_names, team_totals, ranks, strict=False)
    )


def team_names(names: Sequence[str]) -> tuple[str, str]:
    """The names of the two teams, from those of the four players."""
    first, second, third, fourth = names
    return _("%(one)s and %(other)s", one=first, other=third), _("%(one)s and %(other)s", one=second, other=fourth)
