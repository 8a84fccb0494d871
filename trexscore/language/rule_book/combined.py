"""Several contracts in one deal: what may be played together, and what it comes to."""

from collections.abc import Sequence

from trexscore.language.marking import N_
from trexscore.language.rule_book.sentences import Change, Sentence, said
from trexscore.language.rule_book.worked import plain
from trexscore.rules.cards import Card
from trexscore.rules.expected import face_value
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.points_table import points_table
from trexscore.rules.programme import ALL_FOUR

_TOGETHER = {
    "none": said(N_("One contract is played in a deal.")),
    "any": said(N_("A king may play two, three or all four of the penalty contracts in one deal.")),
    "all_four": said(N_("The four penalty contracts are played together in one deal, and never one by one.")),
}
_COMPLEX = said(N_("Several of the four penalty contracts count in one deal, and Trex has a deal of its own."))
_SINGLY = {
    "none": said(N_("Yes, where a king may choose; no, where the four only come together.")),
    "any": said(N_("Yes: what a king does not play together is played singly.")),
    "all_four": _TOGETHER["all_four"],
}


def complex_means(rules: HouseRules) -> Sentence:
    """What may be played in one deal, here or elsewhere."""
    return _COMPLEX if rules.combining == "none" else together(rules)


def singly(rules: HouseRules) -> Sentence:
    """Whether there are single contracts beside combined ones."""
    return _SINGLY[rules.combining]


def together(rules: HouseRules) -> Sentence:
    """What may be played in one deal."""
    return _TOGETHER[rules.combining]


def combined(rules: HouseRules) -> Sequence[Sentence]:
    """Several contracts at once."""
    if rules.combining == "none":
        return (together(rules),)
    doubled = {
        True: N_("Cards may be doubled then as well; that doubles the king of hearts or the queen, and nothing else."),
        False: N_("Cards are not doubled when contracts are combined."),
    }
    return (
        together(rules),
        said(N_("Trex is always played alone.")),
        said(N_("Each contract counts as if it were alone, on the same thirteen tricks.")),
        queen_of_diamonds(rules),
        all_four_sum(rules),
        *([] if rules.doubling == "off" else [said(doubled[rules.doubling_when_combined])]),
    )


def queen_of_diamonds(rules: HouseRules) -> Sentence:
    """The one card that counts in two contracts."""
    queen, diamond = plain(rules, Card.QUEEN_OF_DIAMONDS), points_table(rules).diamond
    return said(
        N_(
            "Where Queens and Diamonds are played together, the queen of diamonds counts in both: "
            "%(queen)s and %(diamond)s, %(together)s in all."
        ),
        queen=Change(queen),
        diamond=Change(diamond),
        together=Change(queen + diamond),
    )


def all_four_sum(rules: HouseRules) -> Sentence:
    """What the four penalty contracts come to."""
    return said(
        N_("With nothing doubled, the four penalty contracts together come to %(sum)s."),
        sum=Change(face_value(rules, ALL_FOUR)),
    )
