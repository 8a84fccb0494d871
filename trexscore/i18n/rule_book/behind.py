"""The house rule behind a number: what it says, who grants it, and where the book tells more."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.agreed import BY_AGREEMENT, THROWN_IN_FOR
from trexscore.i18n.rule_book.differences import DIFFERENCE_ABOUT, DIFFERENCES, TOLD_AT
from trexscore.i18n.rule_book.differences.difference import Claim
from trexscore.i18n.rule_book.sentences import render_sentence, said
from trexscore.i18n.texts.explanations import DOUBLED_COSTS_TWICE, OWN_AFTER_A_REVOKE, QUESTION_AND_ANSWER
from trexscore.i18n.texts.options import QUESTION, answer
from trexscore.i18n.words import VOID_REASON
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.scoring import Line
from trexscore.rules.sources import (
    COUNTED,
    Source,
    granted,
    grants_reason,
    implied,
    implies_reason,
    is_settled,
    option_of_line,
)
from trexscore.rules.tables.points import Event

TWICE_TOLD_AT = TOLD_AT["doubler_bonus"]
"""What a doubled card costs is told where the book says what comes of it."""
REVOKE_TOLD_AT = TOLD_AT["renege"]
AGREED_TOLD_AT = "points-by-agreement"
NOT_AGREED_BEFORE = N_("This table has not agreed on it beforehand: all four must agree.")
OTHERS_SAY = ("winner", "tie_break")
"""Options of which a page also says what the other sources have instead."""


class Behind(NamedTuple):
    """The rule in one sentence, the sources that have it (none: a custom of tables), and the slug in the rule book."""

    rule: str
    sources: tuple[Source, ...]
    slug: str
    implied: tuple[Source, ...] = ()
    """Sources from whose words it follows, though they do not name the case."""
    settled: bool = False
    """No source has it, and no custom of tables: this project has to say something."""
    others: tuple[Claim, ...] = ()
    """What other sources say instead, where that changes what a page says."""


def rule_for_option(language: Language, rules: HouseRules, option: str) -> Behind:
    """What a table has agreed on in one point."""
    value = getattr(rules, option)
    return Behind(
        _said(language, rules, option),
        granted(option, value),
        TOLD_AT[option],
        implied(option, value),
        others=other_sources(option, value),
    )


def other_sources(option: str, value: object) -> tuple[Claim, ...]:
    """What the sources that do not grant this value have instead."""
    if option not in OTHERS_SAY:
        return ()
    granting = granted(option, value)
    return tuple(claim for claim in DIFFERENCE_ABOUT[option].claims if not set(claim.by) & set(granting))


def rule_for_line(language: Language, rules: HouseRules, line: Line, event: Event | None = None) -> Iterator[Behind]:
    """The rules that a line hangs on, what is counted first. `event` is what happened to the line's card."""
    yield rule_for_option(language, rules, COUNTED[line.contract])
    if line.reason in ("plain", "place"):
        return
    if event == "partner":
        yield rule_for_option(language, rules, "partner_capture")
        return
    if is_settled(rules, event):
        yield Behind(language.gettext(OWN_AFTER_A_REVOKE), (), REVOKE_TOLD_AT, settled=True)
        return
    sources, follows = grants_reason(rules, line, event), implies_reason(rules, line, event)
    if line.reason == "doubled":
        yield Behind(language.gettext(DOUBLED_COSTS_TWICE), sources, TWICE_TOLD_AT)
        if rules.doubler_bonus == "none":
            yield rule_for_option(language, rules, "doubler_bonus")
        return
    option = option_of_line(line)
    yield Behind(_said(language, rules, option), sources, TOLD_AT[option], follows)


def rule_for_void(language: Language, rules: HouseRules, reason: VoidReason) -> Behind:
    """What a deal was thrown in for."""
    what = render_sentence(language, said(THROWN_IN_FOR, reasons=(said(VOID_REASON[reason]),)))
    if reason not in rules.redeals:
        what = f"{what} {language.gettext(NOT_AGREED_BEFORE)}"
    return Behind(what, granted("redeals", reason), void_told_at(reason))


def void_told_at(reason: VoidReason) -> str:
    """The point of the book that tells more of a reason to throw a deal in."""
    return next(point.slug for point in DIFFERENCES["thrown"] if reason in point.thrown_in_for)


def rule_for_adjustment(language: Language) -> Behind:
    """Points by agreement."""
    return Behind(language.gettext(BY_AGREEMENT), (), AGREED_TOLD_AT)


def _said(language: Language, rules: HouseRules, option: str) -> str:
    question, answered = language.gettext(QUESTION[option]), answer(language, rules, option)
    return language.gettext(QUESTION_AND_ANSWER, question=question, answer=answered)
