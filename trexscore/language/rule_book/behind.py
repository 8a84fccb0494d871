"""The house rule behind a number: what it says, who grants it, and where the book tells more."""

from typing import NamedTuple

from trexscore.language.explanations import DOUBLED_COSTS_TWICE, QUESTION_AND_ANSWER
from trexscore.language.language import Language
from trexscore.language.options import QUESTION, answer
from trexscore.language.rule_book.differences import TOLD_AT
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import Line
from trexscore.rules.sources import Source, granted, grants_reason, option_behind

TWICE_TOLD_AT = TOLD_AT["doubler_bonus"]
"""What a doubled card costs is told where the book says what comes of it."""


class Behind(NamedTuple):
    """The rule in one sentence, the sources that have it (none: a custom of tables), and the slug in the rule book."""

    rule: str
    sources: tuple[Source, ...]
    slug: str


def behind_option(language: Language, rules: HouseRules, option: str) -> Behind:
    """What a table has agreed on in one point."""
    return Behind(_said(language, rules, option), granted(option, getattr(rules, option)), TOLD_AT[option])


def behind_line(language: Language, rules: HouseRules, line: Line, *, partner: bool = False) -> Behind:
    """The rule that a line hangs on. `partner`: the doubled card went to its holder's partner, which no line says."""
    if partner and rules.partner_capture != "as_individuals":
        return behind_option(language, rules, "partner_capture")
    sources = grants_reason(rules, line)
    if line.reason == "doubled":
        return Behind(language.gettext(DOUBLED_COSTS_TWICE), sources, TWICE_TOLD_AT)
    option = option_behind(line)
    return Behind(_said(language, rules, option), sources, TOLD_AT[option])


def _said(language: Language, rules: HouseRules, option: str) -> str:
    question, said = language.gettext(QUESTION[option]), answer(language, rules, option)
    return language.gettext(QUESTION_AND_ANSWER, question=question, answer=said)
