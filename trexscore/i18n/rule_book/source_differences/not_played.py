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


def no_doubling_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    return (worked.NO_DOUBLING_SENTENCE,) if rules.doubling == "off" else ()


def no_partners_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    return () if rules.partnership else (table_rules.NO_PARTNERS_SENTENCE,)


def no_partners_or_doubling_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """Partners cannot take each other's doubled cards."""
    return no_doubling_sentences(rules) or no_partners_sentences(rules)


def no_combining_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    return (_SINGLE_CONTRACTS_SENTENCE,) if rules.combining == "none" else ()


def no_combining_or_doubling_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """Nothing can be doubled in a combined deal."""
    return no_doubling_sentences(rules) or no_combining_sentences(rules)


def no_quadruple_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """The holder's own doubled card costs something else."""
    return no_doubling_sentences(rules) or (() if rules.own_capture == "quadruple" else (_NOT_PLAYED_SENTENCE,))


def no_right_then_opposite_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """The kingdom does not go right, then opposite."""
    if rules.next_king == "right_then_opposite":
        return ()
    return _NOT_PLAYED_SENTENCE, table_rules.next_king_sentence(rules)


def no_seven_of_hearts_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """The 7 of hearts does not determine the first king."""
    return (
        () if rules.first_king == "seven_of_hearts" else (_NOT_PLAYED_SENTENCE, table_rules.first_king_sentence(rules))
    )


def no_revoke_penalty_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """The table decides."""
    return (make_sentence(table_rules.REVOKE_RULE_TEXTS["none"]),) if rules.renege == "none" else ()


def no_ties_sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """All but one win."""
    return (table_rules.winner_sentence(rules),) if table_rules.do_all_but_one_win(rules) else ()
