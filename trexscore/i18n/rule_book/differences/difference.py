"""A point on which the sources differ, or which none of them settles."""

from collections.abc import Callable
from typing import NamedTuple

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.differences.unplayed import never
from trexscore.i18n.rule_book.sentences import Sentence, make_sentence, render_sentence
from trexscore.i18n.rule_book.topics import SubjectNames
from trexscore.i18n.texts.options import answer
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.sources import SOURCES, Source, sources_of_letters

_WHERE_PLAYED = N_("Where this is played: %(how)s")


class Claim(NamedTuple):
    """What some sources say, in our words."""

    by: tuple[Source, ...]
    says: Sentence


class Difference(NamedTuple):
    """`slug` is its permanent address. The rule here comes from an option, or is settled by this project."""

    slug: str
    question: str
    claims: tuple[Claim, ...]
    customs: Sentence | str = ""
    """What tables, apps and other texts do."""
    option: str = ""
    settled: Sentence | str | Callable[[HouseRules], Sentence | None] = ""
    unplayed: Callable[[HouseRules], tuple[Sentence, ...]] = never
    """Sentences for tables that do not play it; `settled` is then stated for tables that do."""
    void_reasons: tuple[VoidReason, ...] = ()
    """Reasons for a void deal that this difference is about; void deals link here."""
    topics: tuple[SubjectNames, ...] = ()
    """Topics besides those of its section, for the search."""

    @property
    def silent(self) -> tuple[Source, ...]:
        """The sources that say nothing about it."""
        speaking = {source for claim in self.claims for source in claim.by}
        return tuple(source for source in SOURCES if source not in speaking)


def claim(letters: str, text: str, **params: object) -> Claim:
    """A claim of the sources with these letters: Wikipedia, How-to, Onlinetrex, German, Denexa."""
    return Claim(sources_of_letters(letters), make_sentence(text, **params))


def rules_on_difference(language: Language, rules: HouseRules, difference: Difference) -> tuple[str, ...]:
    """What these house rules do about it."""
    settled = difference.settled(rules) if callable(difference.settled) else difference.settled
    settled_texts = (render_sentence(language, settled),) if settled else ()
    unplayed = difference.unplayed(rules)
    if unplayed:
        replacements = [render_sentence(language, sentence) for sentence in unplayed]
        return (*replacements, *(language.gettext(_WHERE_PLAYED, how=text) for text in settled_texts))
    answers = (answer(language, rules, difference.option),) if difference.option else ()
    return (*answers, *settled_texts)
