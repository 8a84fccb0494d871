"""What a player who did not follow suit is charged with."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.cards import CARDS_PER_SUIT, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat


class Revoke(NamedTuple):
    """A revoke: the `offender` is charged with the whole deal if `charges_whole_deal`, else with all not taken yet."""

    offender: Seat
    charges_whole_deal: bool

    def effective_taker(self, taken_by: Seat | None) -> Seat:
        """The seat charged with a card."""
        return self.offender if self.charges_whole_deal or taken_by is None else taken_by

    def effective_counts(self, counts_so_far: Sequence[int | None]) -> BySeat[int]:
        """Diamonds or tricks, by seat. The offender's are negative if the others report more than 13."""
        counts = [0 if self.charges_whole_deal or seat is self.offender else counts_so_far[seat] or 0 for seat in SEATS]
        counts[self.offender] = CARDS_PER_SUIT - sum(counts)
        return BySeat(*counts)

    def count_untaken(self, counts_so_far: Sequence[int | None]) -> int:
        """How many diamonds or tricks were not taken yet."""
        return max(0, CARDS_PER_SUIT - sum(count or 0 for count in counts_so_far))


def has_revoke_penalty(rules: HouseRules, contract_set: ContractSet) -> bool:
    """Whether a revoke has a penalty. In Trex there is no suit to follow."""
    return rules.renege != "none" and Contract.TREX not in contract_set.contracts


def revoke_of(rules: HouseRules, offender: Seat) -> Revoke:
    """The revoke of this player under these rules."""
    return Revoke(offender, rules.renege == "whole_deal_to_offender")
