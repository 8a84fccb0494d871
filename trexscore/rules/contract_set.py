"""Which contracts are played together in a deal, and which a king still owes."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.seats import BySeat

_BIT_BY_CONTRACT = {contract: 1 << index for index, contract in enumerate(CONTRACTS)}


class ContractSet(NamedTuple):
    """A set of contracts: those of a deal, or those that a king has left.

    The 32 sets are singletons, so `is` compares them and `bits` indexes tables.
    """

    bits: int
    contracts: tuple[Contract, ...]

    def __hash__(self) -> int:
        return self.bits

    def without(self, other: "ContractSet") -> "ContractSet":
        """The contracts of this set that are not in the other."""
        return CONTRACT_SETS[self.bits & ~other.bits]

    def overlaps(self, other: "ContractSet") -> bool:
        return self.bits & other.bits != 0


CONTRACT_SETS = tuple(
    ContractSet(bits, tuple(contract for contract in CONTRACTS if bits & _BIT_BY_CONTRACT[contract]))
    for bits in range(32)
)
NO_CONTRACTS = CONTRACT_SETS[0]
ALL_FIVE_CONTRACTS = CONTRACT_SETS[31]
ALL_FOUR_PENALTY_CONTRACTS = CONTRACT_SETS[15]
TREX_ALONE = CONTRACT_SETS[16]

ALL_CONTRACTS_LEFT: BySeat[ContractSet] = BySeat(
    ALL_FIVE_CONTRACTS, ALL_FIVE_CONTRACTS, ALL_FIVE_CONTRACTS, ALL_FIVE_CONTRACTS
)
"""The contracts that the four kings have left when a game begins."""


@cache
def contract_set_of(contracts: tuple[Contract, ...]) -> ContractSet:
    """The set of these contracts, given in any order."""
    return CONTRACT_SETS[sum({_BIT_BY_CONTRACT[contract] for contract in contracts})]


def contract_set_of_names(names: Iterable[str]) -> ContractSet:
    """The set of the contracts with these names. Raises ValueError for a name that is not a contract."""
    return contract_set_of(tuple(map(Contract, names)))
