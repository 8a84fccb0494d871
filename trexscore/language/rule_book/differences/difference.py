"""A point on which the sources differ, or which none of them settles."""

from collections.abc import Callable
from typing import NamedTuple

from trexscore.language.language import Language
from trexscore.language.options import answer
from trexscore.language.rule_book.agreed import NO_PARTNERS, nobody_ties, who_wins
from trexscore.language.rule_book.sentences import Sentence, said, spoken
from trexscore.language.rule_book.topics import Topic
from trexscore.language.rule_book.worked import NOTHING_DOUBLED, ONE_CONTRACT
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.sources import SOURCES, Source, lettered


class Claim(NamedTuple):
    """What one or several of the sources say, in our words."""

    by: tuple[Source, ...]
    says: Sentence


class Difference(NamedTuple):
    """`slug` is its address for good. What is done here hangs on an option, or is settled."""

    slug: str
    question: str
    claims: tuple[Claim, ...]
    tables: Sentence | None = None
    """What tables, apps and other texts do."""
    option: str = ""
    settled: Sentence | Callable[[HouseRules], Sentence] | None = None
    thrown_in_for: tuple[VoidReason, ...] = ()
    """What a table that comes for it throws a deal in for; it is recorded from here."""
    about: tuple[Topic, ...] = ()
    """Its subjects, beside those of its section: people look for it by any of their names."""

    @property
    def silent(self) -> tuple[Source, ...]:
        """The sources that say nothing about it."""
        speaking = {source for claim in self.claims for source in claim.by}
        return tuple(source for source in SOURCES if source not in speaking)


def claim(letters: str, text: str, **params: object) -> Claim:
    """What W Wikipedia, H how-to, O onlinetrex, G German or D Denexa say."""
    return Claim(lettered(letters), said(text, **params))


def _idle(rules: HouseRules, option: str) -> Sentence | None:
    """Of an option that another one leaves nothing to say: what is so instead."""
    if option in _OF_DOUBLING and rules.doubling == "off":
        return NOTHING_DOUBLED
    if option == "partner_capture" and not rules.partnership:
        return NO_PARTNERS
    if option == "doubling_when_combined" and rules.combining == "none":
        return ONE_CONTRACT
    return who_wins(rules) if option == "tie_break" and nobody_ties(rules) else None


_OF_DOUBLING = ("doubler_bonus", "own_capture", "partner_capture", "doubling_when_combined")


def used(language: Language, rules: HouseRules, difference: Difference) -> tuple[str, ...]:
    """What these house rules do about it."""
    settled = difference.settled(rules) if callable(difference.settled) else difference.settled
    answered = (_answered(language, rules, difference.option),) if difference.option else ()
    return (*answered, *([spoken(language, settled)] if settled else []))


def _answered(language: Language, rules: HouseRules, option: str) -> str:
    instead = _idle(rules, option)
    return answer(language, rules, option) if instead is None else spoken(language, instead)
