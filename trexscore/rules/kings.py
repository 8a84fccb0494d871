"""Who is king, what each king still owes, and who is king next."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.contract_set import FULL, NOTHING, ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat

_STEPS = {"right": (0, 1, 2, 3), "left": (0, 3, 2, 1), "right_then_opposite": (0, 1, 3, 2)}
"""Where the four kings sit, in steps to the right of the first."""
ORDERS = {
    name: BySeat(*(BySeat(*(SEATS[(first + step) % 4] for step in steps)) for first in SEATS))
    for name, steps in _STEPS.items()
}
"""By `next_king` and by the first king, the four in order."""


class Kings(NamedTuple):
    """How far the kingdoms have come."""

    first: Seat | None
    begun: tuple[Seat, ...] = ()
    """Kings of whom a deal has counted, in order."""
    left: BySeat[ContractSet] = FULL

    @property
    def running(self) -> Seat | None:
        """The king whose kingdom has begun and is not over."""
        if self.begun and self.left[self.begun[-1]] is not NOTHING:
            return self.begun[-1]
        return None

    @property
    def complete(self) -> bool:
        """Whether all four have played all their contracts."""
        return self.running is None and len(self.begun) == len(SEATS)


def candidates(rules: HouseRules, kings: Kings) -> tuple[Seat, ...]:
    """The seats that may be king of the next deal: one while a kingdom runs, none once the game is complete."""
    running = kings.running
    if running is not None:
        return (running,)
    if not kings.begun:
        return SEATS if kings.first is None else (kings.first,)
    if rules.king_is_found_each_time:
        return tuple(seat for seat in SEATS if seat not in kings.begun)
    if len(kings.begun) == len(SEATS):
        return ()
    return (kings_from(rules, kings.begun[0])[len(kings.begun)],)


def kings_instead(rules: HouseRules, begun: Sequence[Seat], king: Seat, to: Seat) -> dict[Seat, Seat]:
    """Who was king of each kingdom that has begun, in order, if `to` was that of `king`'s.

    Where an order holds, all the kingdoms move along; where it does not, the two change places.
    """
    if rules.king_is_found_each_time:
        return {one: to if one is king else king if one is to else one for one in begun}
    place = begun.index(king)
    first = next(seat for seat in SEATS if kings_from(rules, seat)[place] is to)
    return dict(zip(begun, kings_from(rules, first), strict=False))


def kings_from(rules: HouseRules, first: Seat) -> BySeat[Seat]:
    """The four kings in order, where the rules say who follows the first."""
    return ORDERS[rules.next_king][first]
