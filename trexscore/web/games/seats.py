"""The four seats and two teams of a game: names, totals, finishes."""

from collections.abc import Sequence
from dataclasses import dataclass

from trexscore.i18n.name_forms import narrow_column_name_forms, short_name_forms
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat
from trexscore.rules.winners import FinishRange, finishes_of_merits, points_direction_of
from trexscore.web.rendering import localized_seat_letter
from trexscore.web.rendering import translate as _

SEAT_LETTERS = tuple(seat.name for seat in SEATS)
TEAM_LETTERS = ("AC", "BD")
_NO_FINISH = FinishRange(0, 0)


@dataclass(frozen=True, slots=True)
class SideView:
    """The total and rank of a seat or a team; the rank is 0 before anything is scored."""

    name: str
    total: int
    rank: int
    tied: bool
    short: str = ""
    """A team's names, shortened."""


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


def names_of(players: Sequence[str | None]) -> BySeat[str]:
    """The four names; a removed player is named by the seat."""
    return BySeat(
        *(
            name or _("Seat %(letter)s", letter=localized_seat_letter(seat))
            for name, seat in zip(players, SEAT_LETTERS, strict=True)
        )
    )


def finishes_of_totals(rules: HouseRules, totals: Sequence[int], *, anything_scored: bool) -> list[FinishRange]:
    """The finishes of these totals under these rules; `FinishRange(0, 0)` for all before anything is scored."""
    if anything_scored:
        return finishes_of_merits([points_direction_of(rules) * total for total in totals])
    return [_NO_FINISH] * len(totals)


def seats_of(
    names_by_seat: BySeat[str], totals: Sequence[int], finishes: Sequence[FinishRange], king_letter: str | None
) -> tuple[SeatView, ...]:
    """The four seats; `king_letter` is the letter of the king's seat."""
    short, column = short_name_forms(names_by_seat), narrow_column_name_forms(names_by_seat)
    return tuple(
        SeatView(
            letter,
            names_by_seat[place],
            totals[place],
            finishes[place].first,
            finishes[place].is_shared,
            letter == king_letter,
            short[place],
            column[place],
        )
        for place, letter in enumerate(SEAT_LETTERS)
    )


def teams_of(
    seats: Sequence[SeatView], team_totals: Sequence[int], finishes: Sequence[FinishRange]
) -> tuple[SideView, ...]:
    """The two teams; none if `team_totals` is empty."""
    names = team_names([seat.name for seat in seats])
    short_names = team_names([seat.narrow_column_name for seat in seats])
    return tuple(
        SideView(name, total, finish.first, finish.is_shared, short)
        for name, short, total, finish in zip(names, short_names, team_totals, finishes, strict=False)
    )


def team_names(names: Sequence[str]) -> tuple[str, str]:
    """The names of the two teams, from those of the four players."""
    first, second, third, fourth = names
    return _("%(one)s and %(other)s", one=first, other=third), _("%(one)s and %(other)s", one=second, other=fourth)
