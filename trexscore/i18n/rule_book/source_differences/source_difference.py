"""A point on which the sources differ, or which none of them settles."""

from collections.abc import Callable
from typing import NamedTuple

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.sentences import Sentence, make_sentence, render_sentence
from trexscore.i18n.rule_book.source_differences.not_played import no_sentences
from trexscore.i18n.rule_book.topic_synonyms import TopicSynonyms
from trexscore.i18n.texts.options import option_answer
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.sources import SOURCES, Source, sources_of_letters

_RULE_WHERE_PLAYED_TEXT = N_("Where this is played: %(how)s")


class Claim(NamedTuple):
    """What some sources say, in our words."""

    sources: tuple[Source, ...]
    sentence: Sentence


class SourceDifference(NamedTuple):
    """`slug` is its permanent address. The rule here comes from an option, or is settled by this project."""

    slug: str
    question: str
    claims: tuple[Claim, ...]
    customs: Sentence | str = ""
    """What tables, apps and other texts do."""
    option_name: str = ""
    project_rule: Sentence | str | Callable[[HouseRules], Sentence | None] = ""
    not_played_sentences_for: Callable[[HouseRules], tuple[Sentence, ...]] = no_sentences
    """Sentences for tables that do not play it; `project_rule` is then stated for tables that do."""
    void_reasons: tuple[VoidReason, ...] = ()
    """Reasons for a void deal that this difference is about; void deals link here."""
    topics: tuple[TopicSynonyms, ...] = ()
    """Topics besides those of its section, for the search."""

    @property
    def silent_sources(self) -> tuple[Source, ...]:
        """The sources that say nothing about it."""
        speaking = {source for claim in self.claims for source in claim.sources}
        return tuple(source for source in SOURCES if source not in speaking)


def make_claim(source_letters: str, text: str, **params: object) -> Claim:
    """A claim of the sources with these letters: Wikipedia, How-to, Onlinetrex, German, Denexa."""
    return Claim(sources_of_letters(source_letters), make_sentence(text, **params))


def table_rule_texts(language: Language, rules: HouseRules, source_difference: SourceDifference) -> tuple[str, ...]:
    """What these house rules do about it."""
    project_rule = (
        source_difference.project_rule(rules)
        if callable(source_difference.project_rule)
        else source_difference.project_rule
    )
    settled_texts = (render_sentence(language, project_rule),) if project_rule else ()
    not_played = source_difference.not_played_sentences_for(rules)
    if not_played:
        replacements = [render_sentence(language, sentence) for sentence in not_played]
        return (*replacements, *(language.gettext(_RULE_WHERE_PLAYED_TEXT, how=text) for text in settled_texts))
    answers = (option_answer(language, rules, source_difference.option_name),) if source_difference.option_name else ()
    return (*answers, *settled_texts)
