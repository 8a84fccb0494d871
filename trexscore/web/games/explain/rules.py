"""The house rules that a page refers to: each in a sentence, with its source and a link to the rule book."""

from collections.abc import Iterable
from dataclasses import dataclass

from trexscore.i18n.rule_book.rule_references import (
    RuleReference,
    rule_for_adjustment,
    rule_for_line,
    rule_for_option,
    rule_for_void,
)
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.i18n.texts.explanations import A_CUSTOM, IMPLIED_BY, SETTLED_HERE, SO_SAY
from trexscore.i18n.words import SOURCE
from trexscore.rules.captures import Captures
from trexscore.rules.cards import Card
from trexscore.rules.game import Entry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import Line
from trexscore.rules.sources import Source
from trexscore.rules.tables.points import Event, event_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule, its source, and sources that differ. `slug`: its anchor in the rule book."""

    text: str
    granted: str
    slug: str
    others: tuple[tuple[str, str], ...] = ()


def rule_of(rules: HouseRules, option: str) -> Rule:
    """The house rule for one option."""
    return _merge([rule_for_option(reader_language(), rules, option)])


def rules_of_lines(rules: HouseRules, lines: Iterable[Line], captures: Captures) -> tuple[Rule, ...]:
    """The rules for these lines, each once, in the order of the lines."""
    language, events = reader_language(), events_of(rules, captures)
    sources = [rule_for_option(language, rules, "signs")] if rules.sign < 0 else []
    for line in lines:
        sources += rule_for_line(language, rules, line, events.get(line.card))
    by_rule: dict[str, list[RuleReference]] = {}
    for source in sources:
        by_rule.setdefault(source.rule, []).append(source)
    return tuple(map(_merge, by_rule.values()))


def events_of(rules: HouseRules, captures: Captures) -> dict[Card | None, Event]:
    """Maps each card to what happened to it."""
    return {card: event_of(taken, partnership=rules.partnership) for card, taken in captures.cards}


def rule_of_entry(rules: HouseRules, entry: Entry) -> Rule | None:
    """The rule for a void deal or an adjustment; None for a deal."""
    language = reader_language()
    if entry.void_reason is not None:
        return _merge([rule_for_void(language, rules, entry.void_reason)])
    return None if entry.adjustment is None else _merge([rule_for_adjustment(language)])


def _merge(same: list[RuleReference]) -> Rule:
    """One rule for several lines, with the sources of all of them."""
    sources = dict.fromkeys(source for line in same for source in line.sources)
    implied = [source for line in same for source in line.implied if source not in sources]
    grants = [_(text, sources=isolated(_listed(by))) for text, by in ((SO_SAY, sources), (IMPLIED_BY, implied)) if by]
    if not grants:
        grants = [_(SETTLED_HERE if same[0].settled else A_CUSTOM)]
    others = tuple(
        (_listed(claim.by), render_sentence(reader_language(), claim.says)) for claim in same[0].other_claims
    )
    return Rule(same[0].rule, " ".join(grants), same[0].slug, others)


def _listed(sources: Iterable[Source]) -> str:
    return reader_language().join_list([_(SOURCE[source]) for source in dict.fromkeys(sources)])
