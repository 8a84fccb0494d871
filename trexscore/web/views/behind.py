"""The house rules behind what a page explains: each in a sentence, with who grants it and where the book tells more."""

from collections.abc import Iterable
from dataclasses import dataclass

from trexscore.language.rule_book.behind import Behind, behind_line, behind_option
from trexscore.language.words import SOURCE
from trexscore.rules.captures import Captures
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.points_table import event_of
from trexscore.rules.scoring import Line
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule, and who grants it. `slug` is its point in the rule book."""

    text: str
    sources: str
    slug: str


def rule_of(rules: HouseRules, option: str) -> Rule:
    """What a table has agreed on in one point."""
    return _shown([behind_option(reader_language(), rules, option)])


def rules_behind(rules: HouseRules, lines: Iterable[Line], captures: Captures) -> tuple[Rule, ...]:
    """Each rule once, in the order in which the lines need it."""
    taken = dict(captures.cards)
    partners = {card for card, said in taken.items() if event_of(said, partnership=rules.partnership) == "partner"}
    said: dict[str, list[Behind]] = {}
    for line in lines:
        found = behind_line(reader_language(), rules, line, partner=line.card in partners)
        said.setdefault(found.rule, []).append(found)
    return tuple(map(_shown, said.values()))


def _shown(same: list[Behind]) -> Rule:
    """One rule behind several lines, with the sources of all of them."""
    sources = dict.fromkeys(source for one in same for source in one.sources)
    return Rule(same[0].rule, reader_language().listed([_(SOURCE[source]) for source in sources]), same[0].slug)
