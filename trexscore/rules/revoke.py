"""A player did not follow suit: what is booked on that player, beside what the others had taken by then."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.cards import IN_A_SUIT, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat


class Renege(NamedTuple):
    """Who it was, and whether everything is booked there (`whole`) or what nobody had taken yet."""

    by: Seat
    whole: bool

    def taker(self, taken_by: Seat | None) -> Seat:
        """Who a card is booked on."""
        return self.by if self.whole or taken_by is None else taken_by

    def counts(self, by_then: Sequence[int | None]) -> BySeat[int]:
        """Diamonds or tricks: the others keep what they had by then. It may be more than there are."""
        others = [0 if self.whole or seat is self.by else by_then[seat] or 0 for seat in SEATS]
        others[self.by] = IN_A_SUIT - sum(others)
        return BySeat(*others)

    def booked(self, by_then: Sequence[int | None]) -> int:
        """How many diamonds or tricks nobody had yet."""
        return max(0, IN_A_SUIT - sum(count or 0 for count in by_then))


def is_booked(rules: HouseRules, programme: ContractSet) -> bool:
    """Whether these rules book anything for it. In Trex there is no suit to follow."""
    return rules.renege != "none" and Contract.TREX not in programme.contracts


def revoke_by(rules: HouseRules, seat: Seat) -> Renege:
    """What follows when this player did not follow suit."""
    return Renege(seat, rules.renege == "whole_deal_to_offender")
