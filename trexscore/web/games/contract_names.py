"""The name of contracts that are played together."""

from collections.abc import Iterable

from trexscore.i18n import Language
from trexscore.i18n.game_terms import joined_contract_names
from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS, ContractSet, contract_set_of
from trexscore.web.language import reader_language


def contract_set_name(contract_set: ContractSet) -> str:
    """The contracts of a deal, in the reader's language."""
    return contract_set_name_in(reader_language(), contract_set)


def contract_set_of_names(names: Iterable[str]) -> ContractSet:
    """The contracts with these names."""
    return contract_set_of(tuple(map(Contract, names)))


def contract_set_name_in(language: Language, contract_set: ContractSet) -> str:
    """The contracts of a deal, in this language; all four together have a name of their own."""
    return (
        language.gettext("All four in one")
        if contract_set is ALL_FOUR_PENALTY_CONTRACTS
        else joined_contract_names(language, contract_set)
    )
