"""A point on which the sources differ, or which none of them settles."""

from collections.abc import Callable
from typing import NamedTuple

from trexscore.language.language import Language
from trexscore.language.options import QUESTION, answer
from trexscore.language.rule_book.agreed import NO_PARTNERS
from trexscore.language.rule_book.sentences import Sentence, said, shown, spoken
from trexscore.language.rule_book.worked import NOTHING_DOUBLED, ONE_CONTRACT
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.sources import SOURCES, Source, lettered


class Claim(NamedTuple):
    """What one or several of the sources say, in our words."""

    by: tuple[Source, ...]
    says: Sentence


class Difference(NamedTuple):
    """`slug` is its address for good. What is done here hangs on options, or is settled for every table."""

    slug: str
    question: str
    claims: tuple[Claim, ...]
    tables: Sentence | None = None
    """What tables, apps and other texts do."""
    options: tuple[str, ...] = ()
    settled: Sentence | Callable[[HouseRules], Sentence] | None = None

    @property
    def silent(self) -> tuple[Source, ...]:
        """The sources that say nothing about it."""
        speaking = {source for claim in self.claims for source in claim.by}
        return tuple(source for source in SOURCES if source not in speaking)


def claim(letters: str, text: str, **params: object) -> Claim:
    """What W Wikipedia, H how-to, O onlinetrex, G German or D Denexa say."""
    return Claim(lettered(letters), said(text, **params))


_IDLE_UNDER: dict[str, tuple[tuple[str, object, Sentence], ...]] = {
    "doubler_bonus": (("doubling", "off", NOTHING_DOUBLED),),
    "own_capture": (("doubling", "off", NOTHING_DOUBLED),),
    "partner_capture": (("partnership", False, NO_PARTNERS), ("doubling", "off", NOTHING_DOUBLED)),
    "doubling_when_combined": (("combining", "none", ONE_CONTRACT), ("doubling", "off", NOTHING_DOUBLED)),
}
"""An option of which nothing can be seen, the other one that settles it, and what is to be said then."""


def used(language: Language, rules: HouseRules, difference: Difference) -> tuple[str, ...]:
    """What these house rules do about it."""
    settled = difference.settled(rules) if callable(difference.settled) else difference.settled
    answers = (_answered(language, rules, option, alone=len(difference.options) == 1) for option in difference.options)
    return (*dict.fromkeys(answers), *([spoken(language, settled)] if settled else []))


def _answered(language: Language, rules: HouseRules, option: str, *, alone: bool) -> str:
    for other, idle, instead in _IDLE_UNDER.get(option, ()):
        if getattr(rules, other) == idle:
            return spoken(language, instead)
    value = getattr(rules, option)
    words = shown(language, value) if type(value) is int else answer(language, rules, option)
    return words if alone else f"{language.gettext(QUESTION[option])} {words}"
