"""The house rules that a page refers to: each in a sentence, with its source and a link to the rule book."""

from collections.abc import Iterable
from dataclasses import dataclass

from trexscore.i18n.game_terms import RULE_SOURCE_NAMES
from trexscore.i18n.rule_book.rule_references import (
    RuleReference,
    rule_for_adjustment,
    rule_for_option,
    rule_for_void_reason,
    rules_for_score_line,
)
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.i18n.texts.points_explanations import (
    IMPLYING_RULE_SOURCES_TEXT,
    PROJECT_DECISION_TEXT,
    RULE_SOURCES_TEXT,
    TABLE_CUSTOM_TEXT,
)
from trexscore.rules.captures import Captures
from trexscore.rules.cards import Card
from trexscore.rules.game import ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.sources import Source
from trexscore.rules.tables.points import CaptureCase, capture_case_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule, its source, and sources that differ. `slug`: its anchor in the rule book."""

    text: str
    source_text: str
    slug: str
    other_claims: tuple[tuple[str, str], ...] = ()


def rule_of_option(rules: HouseRules, option: str) -> Rule:
    """The house rule for one option."""
    return _merge_references([rule_for_option(reader_language(), rules, option)])


def rules_of_lines(rules: HouseRules, lines: Iterable[ScoreLine], captures: Captures) -> tuple[Rule, ...]:
    """The rules for these lines, each once, in the order of the lines."""
    language, capture_cases = reader_language(), capture_cases_by_card(rules, captures)
    references = [rule_for_option(language, rules, "signs")] if rules.sign < 0 else []
    for line in lines:
        references += rules_for_score_line(language, rules, line, capture_cases.get(line.card))
    by_text: dict[str, list[RuleReference]] = {}
    for source in references:
        by_text.setdefault(source.text, []).append(source)
    return tuple(map(_merge_references, by_text.values()))


def capture_cases_by_card(rules: HouseRules, captures: Captures) -> dict[Card | None, CaptureCase]:
    """Maps each card to what happened to it."""
    return {card: capture_case_of(taken, partnership=rules.partnership) for card, taken in captures.cards}


def rule_of_entry(rules: HouseRules, score_entry: ScoreEntry) -> Rule | None:
    """The rule for a void deal or an adjustment; None for a deal."""
    language = reader_language()
    if score_entry.void_reason is not None:
        return _merge_references([rule_for_void_reason(language, rules, score_entry.void_reason)])
    return None if score_entry.adjustment is None else _merge_references([rule_for_adjustment(language)])


def _merge_references(references: list[RuleReference]) -> Rule:
    """One rule for several lines, with the sources of all of them."""
    sources = dict.fromkeys(source for reference in references for source in reference.sources)
    implying_sources = [
        source for reference in references for source in reference.implying_sources if source not in sources
    ]
    grants = [
        _(text, sources=isolate_name(_joined_source_names(by)))
        for text, by in ((RULE_SOURCES_TEXT, sources), (IMPLYING_RULE_SOURCES_TEXT, implying_sources))
        if by
    ]
    if not grants:
        grants = [_(PROJECT_DECISION_TEXT if references[0].is_project_decision else TABLE_CUSTOM_TEXT)]
    other_claims = tuple(
        (_joined_source_names(claim.sources), render_sentence(reader_language(), claim.sentence))
        for claim in references[0].other_claims
    )
    return Rule(references[0].text, " ".join(grants), references[0].slug, other_claims)


def _joined_source_names(sources: Iterable[Source]) -> str:
    return reader_language().join_list([_(RULE_SOURCE_NAMES[source]) for source in dict.fromkeys(sources)])
