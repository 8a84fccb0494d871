"""Who is king, which contracts each king has left, and who is king next."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.contract_set import ALL_CONTRACTS_LEFT, NO_CONTRACTS, ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat

_SEAT_STEPS_BY_NEXT_KING = {"right": (0, 1, 2, 3), "left": (0, 3, 2, 1), "right_then_opposite": (0, 1, 3, 2)}
"""The seats of the four kings, in steps to the right of the first king."""
KING_ORDERS_BY_NEXT_KING = {
    name: BySeat(*(BySeat(*(SEATS[(first + step) % 4] for step in steps)) for first in SEATS))
    for name, steps in _SEAT_STEPS_BY_NEXT_KING.items()
}
"""The four kings in order, by `next_king` and by the first king."""


def king_orders_by_next_king() -> dict[str, dict[str, list[str]]]:
    """The four kings in order, by `next_king` and the first king, for the phone; absent if the rules fix no order."""
    return {
        name: {kings[0].name: [king.name for king in kings] for kings in by_first}
        for name, by_first in KING_ORDERS_BY_NEXT_KING.items()
    }


class KingdomsProgress(NamedTuple):
    """The progress of the kingdoms."""

    first_king: Seat | None
    kings_so_far: tuple[Seat, ...] = ()
    """Kings with a counted deal, in order."""
    contracts_left_by_king: BySeat[ContractSet] = ALL_CONTRACTS_LEFT

    @property
    def king_of_running_kingdom(self) -> Seat | None:
        """The king whose kingdom has begun and is not over."""
        if self.kings_so_far and self.contracts_left_by_king[self.kings_so_far[-1]] is not NO_CONTRACTS:
            return self.kings_so_far[-1]
        return None

    @property
    def is_complete(self) -> bool:
        """Whether all four have played all their contracts."""
        return self.king_of_running_kingdom is None and len(self.kings_so_far) == len(SEATS)


def possible_next_kings(rules: HouseRules, kingdoms_progress: KingdomsProgress) -> tuple[Seat, ...]:
    """The seats that may be king of the next deal: one while a kingdom runs, none after a complete game."""
    king_of_running_kingdom = kingdoms_progress.king_of_running_kingdom
    if king_of_running_kingdom is not None:
        return (king_of_running_kingdom,)
    if not kingdoms_progress.kings_so_far:
        return SEATS if kingdoms_progress.first_king is None else (kingdoms_progress.first_king,)
    if rules.has_free_king_order:
        return tuple(seat for seat in SEATS if seat not in kingdoms_progress.kings_so_far)
    if len(kingdoms_progress.kings_so_far) == len(SEATS):
        return ()
    return (fixed_king_order(rules, kingdoms_progress.kings_so_far[0])[len(kingdoms_progress.kings_so_far)],)


def king_replacements(
    rules: HouseRules, kings_so_far: Sequence[Seat], recorded_king: Seat, new_king: Seat
) -> dict[Seat, Seat]:
    """Maps the kings so far to those in their place if `new_king` was really king instead of `recorded_king`.

    If the rules fix an order, all kings move along; otherwise the two change places.
    """
    if rules.has_free_king_order:
        swapped_kings = {recorded_king: new_king, new_king: recorded_king}
        return {seat: swapped_kings.get(seat, seat) for seat in kings_so_far}
    index = kings_so_far.index(recorded_king)
    replaced_first_king = next(seat for seat in SEATS if fixed_king_order(rules, seat)[index] is new_king)
    return dict(zip(kings_so_far, fixed_king_order(rules, replaced_first_king), strict=False))


def fixed_king_order(rules: HouseRules, first_king: Seat) -> BySeat[Seat]:
    """The four kings in order, under rules that fix who follows the first."""
    return KING_ORDERS_BY_NEXT_KING[rules.next_king][first_king]
