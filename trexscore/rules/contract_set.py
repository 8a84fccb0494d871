"""Which contracts are played together in a deal, and which a king still owes."""

from functools import cache
from typing import NamedTuple

from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.seats import BySeat

_BIT = {contract: 1 << place for place, contract in enumerate(CONTRACTS)}


class Programme(NamedTuple):
    """A set of contracts: the ones of a deal, or the ones that a king has left.

    There are only 32, each made once, so that they are compared and looked up at no cost.
    """

    bits: int
    contracts: tuple[Contract, ...]

    def __hash__(self) -> int:
        """The bits say it all."""
        return self.bits

    def without(self, other: "Programme") -> "Programme":
        """What is left of this when the other is played."""
        return PROGRAMMES[self.bits & ~other.bits]

    def overlaps(self, other: "Programme") -> bool:
        """Whether both have a contract."""
        return self.bits & other.bits != 0


PROGRAMMES = tuple(
    Programme(bits, tuple(contract for contract in CONTRACTS if bits & _BIT[contract])) for bits in range(32)
)
NOTHING = PROGRAMMES[0]
ALL_FIVE = PROGRAMMES[31]
ALL_FOUR = PROGRAMMES[15]
TREX_ALONE = PROGRAMMES[16]

FULL: BySeat[Programme] = BySeat(ALL_FIVE, ALL_FIVE, ALL_FIVE, ALL_FIVE)
"""What the four kings owe when a game begins."""


@cache
def programme_of(contracts: tuple[Contract, ...]) -> Programme:
    """The contracts as a set, in whatever order they were named."""
    return PROGRAMMES[sum({_BIT[contract] for contract in contracts})]
