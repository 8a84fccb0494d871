"""The house rules behind what a page explains: each in a sentence, with who grants it and where the book tells more."""

from collections.abc import Iterable
from dataclasses import dataclass

from trexscore.i18n.rule_book.behind import (
    Behind,
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
    """A house rule, and who grants it (or says something else). `slug` is its point in the rule book."""

    text: str
    granted: str
    slug: str
    others: tuple[tuple[str, str], ...] = ()


def rule_of(rules: HouseRules, option: str) -> Rule:
    """What a table has agreed on in one point."""
    return _shown([rule_for_option(reader_language(), rules, option)])


def rules_of_lines(rules: HouseRules, lines: Iterable[Line], captures: Captures) -> tuple[Rule, ...]:
    """Each rule once, in the order in which the lines need it."""
    language, events = reader_language(), events_of(rules, captures)
    found = [rule_for_option(language, rules, "signs")] if rules.sign < 0 else []
    for line in lines:
        found += rule_for_line(language, rules, line, events.get(line.card))
    said: dict[str, list[Behind]] = {}
    for one in found:
        said.setdefault(one.rule, []).append(one)
    return tuple(map(_shown, said.values()))


def events_of(rules: HouseRules, captures: Captures) -> dict[Card | None, Event]:
    """What has happened to each card."""
    return {card: event_of(taken, partnership=rules.partnership) for card, taken in captures.cards}


def rule_of_entry(rules: HouseRules, entry: Entry) -> Rule | None:
    """The rule behind an entry that is no deal."""
    language = reader_language()
    if entry.void_reason is not None:
        return _shown([rule_for_void(language, rules, entry.void_reason)])
    return None if entry.adjustment is None else _shown([rule_for_adjustment(language)])


def _shown(same: list[Behind]) -> Rule:
    """One rule behind several lines, with the sources of all of them."""
    sources = dict.fromkeys(source for one in same for source in one.sources)
    implied = [source for one in same for source in one.implied if source not in sources]
    said = [_(words, sources=isolated(_listed(of))) for words, of in ((SO_SAY, sources), (IMPLIED_BY, implied)) if of]
    if not said:
        said = [_(SETTLED_HERE if same[0].settled else A_CUSTOM)]
    others = tuple((_listed(claim.by), render_sentence(reader_language(), claim.says)) for claim in same[0].others)
    return Rule(same[0].rule, " ".join(said), same[0].slug, others)


def _listed(sources: Iterable[Source]) -> str:
    return reader_language().listed([_(SOURCE[source]) for source in dict.fromkeys(sources)])
