"""Sentences for tables that do not play a point; empty for tables that do."""

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import points_sentences as worked
from trexscore.i18n.rule_book import table_rules
from trexscore.i18n.rule_book.sentences import Sentence, make_sentence
from trexscore.rules.house_rules import HouseRules

_NOT_PLAYED_SENTENCE = make_sentence(N_("This is not played at this table."))
_SINGLE_CONTRACTS_SENTENCE = make_sentence(N_("At this table contracts are not played together: each deal has one."))


def no_sentences(_rules: HouseRules) -> tuple[Sentence, ...]:
    """Every table plays it."""
    return ()


def without_doubling(rules: HouseRules) -> tuple[Sentence, ...]:
    return (worked.NO_DOUBLING_SENTENCE,) if rules.doubling == "off" else ()


def without_partners(rules: HouseRules) -> tuple[Sentence, ...]:
    return () if rules.partnership else (table_rules.NO_PARTNERS_SENTENCE,)


def without_partners_or_doubling(rules: HouseRules) -> tuple[Sentence, ...]:
    """Partners cannot take each other's doubled cards."""
    return without_doubling(rules) or without_partners(rules)


def without_combining(rules: HouseRules) -> tuple[Sentence, ...]:
    return (_SINGLE_CONTRACTS_SENTENCE,) if rules.combining == "none" else ()


def without_combining_or_doubling(rules: HouseRules) -> tuple[Sentence, ...]:
    """Nothing can be doubled in a combined deal."""
    return without_doubling(rules) or without_combining(rules)


def without_quadruple(rules: HouseRules) -> tuple[Sentence, ...]:
    """The holder's own doubled card costs something else."""
    return without_doubling(rules) or (() if rules.own_capture == "quadruple" else (_NOT_PLAYED_SENTENCE,))


def without_right_then_opposite(rules: HouseRules) -> tuple[Sentence, ...]:
    """The kingdom does not go right, then opposite."""
    if rules.next_king == "right_then_opposite":
        return ()
    return _NOT_PLAYED_SENTENCE, table_rules.next_king_sentence(rules)


def without_seven_of_hearts(rules: HouseRules) -> tuple[Sentence, ...]:
    """The 7 of hearts does not determine the first king."""
    return (
        () if rules.first_king == "seven_of_hearts" else (_NOT_PLAYED_SENTENCE, table_rules.first_king_sentence(rules))
    )


def without_revoke_penalty(rules: HouseRules) -> tuple[Sentence, ...]:
    """The table decides."""
    return (make_sentence(table_rules.REVOKE_RULE_TEXTS["none"]),) if rules.renege == "none" else ()


def without_ties(rules: HouseRules) -> tuple[Sentence, ...]:
    """All but one win."""
    return (table_rules.winner_sentence(rules),) if table_rules.do_all_but_one_win(rules) else ()
