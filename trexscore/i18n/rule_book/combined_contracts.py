"""Several contracts in one deal: which may be combined, and their points."""

from collections.abc import Sequence

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.points_sentences import undoubled_card_points
from trexscore.i18n.rule_book.sentences import Sentence, SignedPoints, make_sentence
from trexscore.rules.cards import Card
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS
from trexscore.rules.expected_sum import undoubled_sum
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.tables.points import points_table

_COMBINING_SENTENCES = {
    "none": make_sentence(N_("Each deal has one contract.")),
    "any": make_sentence(N_("A king may play two, three or all four of the penalty contracts in one deal.")),
    "all_four": make_sentence(N_("The four penalty contracts are played together in one deal, never one by one.")),
}
_COMPLEX_ELSEWHERE_SENTENCE = make_sentence(
    N_("Several of the four penalty contracts count in one deal; Trex has a deal of its own.")
)
_SINGLE_CONTRACT_SENTENCES = {
    "none": make_sentence(N_("Yes, where the king may choose; no, where all four are always played together.")),
    "any": make_sentence(N_("Yes: contracts the king does not combine are played singly.")),
    "all_four": _COMBINING_SENTENCES["all_four"],
}


def complex_meaning_sentence(rules: HouseRules) -> Sentence:
    """What may be combined in one deal, here or elsewhere."""
    return _COMPLEX_ELSEWHERE_SENTENCE if rules.combining == "none" else combining_sentence(rules)


def single_contracts_sentence(rules: HouseRules) -> Sentence:
    """Whether there are single contracts besides combined ones."""
    return _SINGLE_CONTRACT_SENTENCES[rules.combining]


def combining_sentence(rules: HouseRules) -> Sentence:
    """What may be combined in one deal."""
    return _COMBINING_SENTENCES[rules.combining]


def combined_contracts_sentences(rules: HouseRules) -> Sequence[Sentence]:
    if rules.combining == "none":
        return (combining_sentence(rules),)
    doubled = {
        True: N_("Cards may be doubled then, too. That doubles only the king of hearts or the queen."),
        False: N_("Cards are not doubled when contracts are combined."),
    }
    return (
        combining_sentence(rules),
        make_sentence(N_("Trex is always played alone.")),
        make_sentence(N_("Each contract counts as if played alone, over the same thirteen tricks.")),
        queen_of_diamonds_points_sentence(rules),
        all_four_sum_sentence(rules),
        *([] if rules.doubling == "off" else [make_sentence(doubled[rules.doubling_when_combined])]),
    )


def queen_of_diamonds_points_sentence(rules: HouseRules) -> Sentence:
    """The one card that counts in two contracts."""
    queen, diamond = undoubled_card_points(rules, Card.QUEEN_OF_DIAMONDS), points_table(rules).diamond
    return make_sentence(
        N_(
            "If Queens and Diamonds are combined, the queen of diamonds counts in both: %(queen)s "
            "and %(diamond)s, %(together)s in all."
        ),
        queen=SignedPoints(queen),
        diamond=SignedPoints(diamond),
        together=SignedPoints(queen + diamond),
    )


def all_four_sum_sentence(rules: HouseRules) -> Sentence:
    return make_sentence(
        N_("With nothing doubled, the four penalty contracts add up to %(sum)s."),
        sum=SignedPoints(undoubled_sum(rules, ALL_FOUR_PENALTY_CONTRACTS)),
    )
