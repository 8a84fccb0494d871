"""Which contracts are played together in a deal, and which a king still owes."""

from functools import cache
from typing import NamedTuple

from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.seats import BySeat

_BIT = {contract: 1 << place for place, contract in enumerate(CONTRACTS)}


class ContractSet(NamedTuple):
    """A set of contracts: the ones of a deal, or the ones that a king has left.

    There are only 32, each made once, so that they are compared and looked up at no cost.
    """

    bits: int
    contracts: tuple[Contract, ...]

    def __hash__(self) -> int:
        """The bits say it all."""
        return self.bits

    def without(self, other: "ContractSet") -> "ContractSet":
        """What is left of this when the other is played."""
        return CONTRACT_SETS[self.bits & ~other.bits]

    def overlaps(self, other: "ContractSet") -> bool:
        """Whether both have a contract."""
        return self.bits & other.bits != 0


CONTRACT_SETS = tuple(
    ContractSet(bits, tuple(contract for contract in CONTRACTS if bits & _BIT[contract])) for bits in range(32)
)
NOTHING = CONTRACT_SETS[0]
ALL_FIVE = CONTRACT_SETS[31]
ALL_FOUR = CONTRACT_SETS[15]
TREX_ALONE = CONTRACT_SETS[16]

FULL: BySeat[ContractSet] = BySeat(ALL_FIVE, ALL_FIVE, ALL_FIVE, ALL_FIVE)
"""What the four kings owe when a game begins."""


@cache
def contract_set_of(contracts: tuple[Contract, ...]) -> ContractSet:
    """The contracts as a set, in whatever order they were named."""
    return CONTRACT_SETS[sum({_BIT[contract] for contract in contracts})]
