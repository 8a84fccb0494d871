"""Terms of the game: contracts, cards, presets, reasons."""

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet

CONTRACT_NAMES = {
    Contract.KING_OF_HEARTS: N_("King of hearts"),
    Contract.QUEENS: N_("Queens"),
    Contract.DIAMONDS: N_("Diamonds"),
    Contract.COLLECTIONS: N_("Collections"),
    Contract.TREX: N_("Trex"),
}
CARD_NAMES = {
    Card.KING_OF_HEARTS: N_("king of hearts"),
    Card.QUEEN_OF_HEARTS: N_("queen of hearts"),
    Card.QUEEN_OF_SPADES: N_("queen of spades"),
    Card.QUEEN_OF_DIAMONDS: N_("queen of diamonds"),
    Card.QUEEN_OF_CLUBS: N_("queen of clubs"),
}
VOID_REASON_TEXTS = {
    "four_twos": N_("four twos in one hand"),
    "three_twos_and_a_three": N_("three twos and the three of the fourth suit in one hand"),
    "bare_king_of_hearts": N_("the king of hearts without another heart"),
    "bare_ace_of_hearts": N_("the ace of hearts without another heart"),
    "bare_king_and_ace_of_hearts": N_("king and ace of hearts without another heart"),
    "five_hearts_with_king": N_("five or more hearts, including the king"),
    "suit_closed_without_jacks": N_("a suit closed before all jacks were out"),
    "queens_split_evenly": N_("two queens to each team"),
    "misdeal": N_("misdeal"),
    "agreed": N_("agreed at the table"),
}
VOID_DEAL_TEXT = N_("Void: %(reason)s")
PRESET_NAMES = {
    "standard": N_("Standard"),
    "no_doubling": N_("No doubling"),
    "partnership": N_("Partnership"),
    "combination": N_("Combination: contracts combined as the king likes"),
    "complex": N_("Complex: all four together, then Trex"),
    "complex_partnership": N_("Complex with partners"),
    "wikipedia": N_("Wikipedia"),
    "wikipedia_interchange": N_("Wikipedia, diamonds and tricks swapped"),
    "wikipedia_reversed": N_("Wikipedia, signs reversed"),
    "wikipedia_partnership": N_("Wikipedia, partnership"),
    "wikipedia_complex": N_("Wikipedia, Complex"),
    "howto": N_("How-to-play site"),
    "howto_quadruple": N_("How-to-play site, own card counts four times"),
    "howto_reversed_trex": N_("How-to-play site, last in Trex loses 50"),
    "onlinetrex": N_("onlinetrex.com"),
    "german": N_("German rules page"),
    "denexa": N_("Denexa"),
    "denexa_as_printed": N_("Denexa as printed, diamonds plus 10"),
}
RULE_SOURCE_NAMES = {
    "wikipedia": N_("Wikipedia"),
    "howto": N_("the how-to-play site"),
    "onlinetrex": N_("onlinetrex.com"),
    "german": N_("the German page"),
    "denexa": N_("Denexa"),
}


def joined_contract_names(language: Language, contract_set: ContractSet) -> str:
    """The contracts of a deal in the usual order, joined by plus signs."""
    return " + ".join(language.gettext(CONTRACT_NAMES[contract]) for contract in contract_set.contracts)
