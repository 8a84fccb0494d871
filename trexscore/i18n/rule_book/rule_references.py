"""The house rule that decides a number: its text, its sources, and its slug in the rule book."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.sentences import make_sentence, render_sentence
from trexscore.i18n.rule_book.source_differences import (
    SLUG_BY_OPTION,
    SOURCE_DIFFERENCE_BY_OPTION,
    SOURCE_DIFFERENCES_BY_SECTION,
    Claim,
)
from trexscore.i18n.rule_book.table_rules import ADJUSTMENT_TEXT, VOID_FOR_REASONS_TEXT
from trexscore.i18n.texts.options import QUESTION_BY_OPTION, option_answer
from trexscore.i18n.texts.points_explanations import (
    DOUBLED_CARD_RULE_TEXT,
    OWN_CARD_AFTER_REVOKE_TEXT,
    QUESTION_AND_ANSWER_TEXT,
)
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.sources import (
    POINTS_OPTION_BY_CONTRACT,
    Source,
    granting_and_implying_sources,
    is_project_decision,
    option_of_score_line,
    sources_granting_value,
    sources_implying_value,
)
from trexscore.rules.tables.points import CaptureCase

DOUBLED_CARDS_SLUG = SLUG_BY_OPTION["doubler_bonus"]
"""Doubled cards are explained with the doubler's bonus."""
REVOKE_SLUG = SLUG_BY_OPTION["renege"]
ADJUSTMENT_SLUG = "points-by-agreement"
NOT_AGREED_BEFORE_TEXT = N_("This table has not agreed on it beforehand: all four must agree.")
OPTIONS_SHOWING_OTHER_CLAIMS = ("winner", "tie_break")
"""Options for which pages also show what other sources say."""


class RuleReference(NamedTuple):
    """A rule in one sentence, the sources that state it (none: a custom of tables), and its slug in the rule book."""

    text: str
    sources: tuple[Source, ...]
    slug: str
    implying_sources: tuple[Source, ...] = ()
    """Sources that imply it without naming the case."""
    is_project_decision: bool = False
    """Neither a source nor a custom of tables: decided by this project."""
    other_claims: tuple[Claim, ...] = ()
    """What other sources say instead, where pages show it."""


def rule_for_option(language: Language, rules: HouseRules, option_name: str) -> RuleReference:
    """A table's rule for one option."""
    option_value = getattr(rules, option_name)
    return RuleReference(
        _question_and_answer(language, rules, option_name),
        sources_granting_value(option_name, option_value),
        SLUG_BY_OPTION[option_name],
        sources_implying_value(option_name, option_value),
        other_claims=claims_of_other_sources(option_name, option_value),
    )


def claims_of_other_sources(option_name: str, option_value: object) -> tuple[Claim, ...]:
    """What the sources say that do not state this value."""
    if option_name not in OPTIONS_SHOWING_OTHER_CLAIMS:
        return ()
    granting = sources_granting_value(option_name, option_value)
    return tuple(
        claim for claim in SOURCE_DIFFERENCE_BY_OPTION[option_name].claims if not set(claim.sources) & set(granting)
    )


def rules_for_score_line(
    language: Language, rules: HouseRules, score_line: ScoreLine, capture_case: CaptureCase | None = None
) -> Iterator[RuleReference]:
    """The rules of a score line, the counting rule first. `capture_case`: how the line's card was captured."""
    yield rule_for_option(language, rules, POINTS_OPTION_BY_CONTRACT[score_line.contract])
    if score_line.reason in ("plain", "place"):
        return
    if capture_case == "partner":
        yield rule_for_option(language, rules, "partner_capture")
        if rules.partner_capture != "as_individuals":
            return
        capture_case = "doubled"
    if is_project_decision(rules, capture_case):
        yield RuleReference(language.gettext(OWN_CARD_AFTER_REVOKE_TEXT), (), REVOKE_SLUG, is_project_decision=True)
        return
    sources, follows = granting_and_implying_sources(rules, score_line, capture_case)
    if score_line.reason == "doubled":
        yield RuleReference(language.gettext(DOUBLED_CARD_RULE_TEXT), sources, DOUBLED_CARDS_SLUG)
        if rules.doubler_bonus == "none":
            yield rule_for_option(language, rules, "doubler_bonus")
        return
    option = option_of_score_line(score_line)
    yield RuleReference(_question_and_answer(language, rules, option), sources, SLUG_BY_OPTION[option], follows)


def rule_for_void_reason(language: Language, rules: HouseRules, void_reason: VoidReason) -> RuleReference:
    """The rule that voids a deal for this reason."""
    text = render_sentence(
        language, make_sentence(VOID_FOR_REASONS_TEXT, reasons=(make_sentence(VOID_REASON_TEXTS[void_reason]),))
    )
    if void_reason not in rules.redeals:
        text = f"{text} {language.gettext(NOT_AGREED_BEFORE_TEXT)}"
    return RuleReference(text, sources_granting_value("redeals", void_reason), slug_for_void_reason(void_reason))


def slug_for_void_reason(void_reason: VoidReason) -> str:
    """The slug in the rule book about a reason for a void deal."""
    return next(point.slug for point in SOURCE_DIFFERENCES_BY_SECTION["thrown"] if void_reason in point.void_reasons)


def rule_for_adjustment(language: Language) -> RuleReference:
    """The rule about adjustments."""
    return RuleReference(language.gettext(ADJUSTMENT_TEXT), (), ADJUSTMENT_SLUG)


def _question_and_answer(language: Language, rules: HouseRules, option_name: str) -> str:
    question, answer_text = (
        language.gettext(QUESTION_BY_OPTION[option_name]),
        option_answer(language, rules, option_name),
    )
    return language.gettext(QUESTION_AND_ANSWER_TEXT, question=question, answer=answer_text)
