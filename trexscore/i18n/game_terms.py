"""Terms of the game: contracts, cards, presets, reasons."""

import msgspec

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.text_files import read_texts
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet


class _Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    contracts: dict[Contract, str]
    cards: dict[Card, str]
    void_deal_reasons: dict[str, str]
    presets: dict[str, str]
    rule_sources: dict[str, str]


_TERMS = read_texts(__file__, _Terms)
CONTRACT_NAMES, CARD_NAMES = _TERMS.contracts, _TERMS.cards
VOID_REASON_TEXTS, PRESET_NAMES, RULE_SOURCE_NAMES = _TERMS.void_deal_reasons, _TERMS.presets, _TERMS.rule_sources
VOID_DEAL_TEXT = N_("Void: %(reason)s")


def joined_contract_names(language: Language, contract_set: ContractSet) -> str:
    """The contracts of a deal in the usual order, joined by plus signs."""
    return " + ".join(language.gettext(CONTRACT_NAMES[contract]) for contract in contract_set.contracts)
