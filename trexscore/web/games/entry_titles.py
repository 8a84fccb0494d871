"""The name of contracts that are played together, and the title of an entry."""

from trexscore.i18n import Language
from trexscore.i18n.game_terms import VOID_REASON_TEXTS, joined_contract_names
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS, ContractSet
from trexscore.rules.game import ScoreEntry
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _


def contract_set_name(contract_set: ContractSet) -> str:
    """The contracts of a deal, in the reader's language."""
    return contract_set_name_in(reader_language(), contract_set)


def contract_set_name_in(language: Language, contract_set: ContractSet) -> str:
    """The contracts of a deal, in this language; all four together have a name of their own."""
    if contract_set is ALL_FOUR_PENALTY_CONTRACTS:
        return language.gettext("All four in one")
    return joined_contract_names(language, contract_set)


def title_of_score_entry(score_entry: ScoreEntry) -> str:
    if score_entry.adjustment is not None:
        return _("Adjustment: %(reason)s", reason=score_entry.note)
    if score_entry.void_reason is not None:
        return _("Void deal: %(reason)s", reason=_(VOID_REASON_TEXTS[score_entry.void_reason]))
    name = contract_set_name(score_entry.contract_set) if score_entry.contract_set else ""
    return _("Tiebreaker: %(contracts)s", contracts=name) if score_entry.is_tie_break else name
