"""The rule book: a table's house rules in plain words, and where the sources differ."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import combined, topic_synonyms
from trexscore.i18n.rule_book import rule_points as worked
from trexscore.i18n.rule_book import table_rules as agreed
from trexscore.i18n.rule_book.sentences import Sentence
from trexscore.i18n.rule_book.source_differences import SOURCE_DIFFERENCES_BY_SECTION
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference
from trexscore.i18n.rule_book.topic_synonyms import TopicSynonyms
from trexscore.rules.house_rules import HouseRules

TITLE_BY_SECTION = {
    "played": N_("Basics"),
    "kings": N_("Kings and kingdoms"),
    "contracts": N_("The five contracts"),
    "doubling": N_("Doubling"),
    "combined": N_("Several contracts in one deal"),
    "partners": N_("Partners"),
    "table": N_("At the table"),
    "thrown": N_("Void deals"),
    "renege": N_("Revokes"),
    "end": N_("End of the game"),
}
_SENTENCES_BY_SECTION: dict[str, Callable[[HouseRules], Sequence[Sentence]]] = {
    "played": agreed.basics_sentences,
    "kings": agreed.kings_sentences,
    "contracts": worked.contracts_sentences,
    "doubling": worked.doubling_sentences,
    "combined": combined.combined,
    "partners": agreed.partners_sentences,
    "table": agreed.table_sentences,
    "thrown": agreed.void_deals_sentences,
    "renege": agreed.revoke_sentences,
    "end": agreed.end_sentences,
}
_TOPICS_BY_SECTION = {
    "kings": (topic_synonyms.KINGDOM, topic_synonyms.KING),
    "doubling": (topic_synonyms.DOUBLING,),
    "combined": (topic_synonyms.COMPLEX,),
    "partners": (topic_synonyms.PARTNERS,),
    "thrown": (topic_synonyms.REDEAL,),
    "renege": (topic_synonyms.RENEGE,),
}


class Section(NamedTuple):
    """A section: sentences for these rules, and differences between the sources."""

    slug: str
    title: str
    sentences: tuple[Sentence, ...]
    source_differences: tuple[SourceDifference, ...]
    topics: tuple[TopicSynonyms, ...]
    """Topics of the whole section."""


def rule_book(rules: HouseRules) -> tuple[Section, ...]:
    """The rule book of these house rules."""
    return tuple(
        Section(
            slug,
            TITLE_BY_SECTION[slug],
            tuple(_SENTENCES_BY_SECTION[slug](rules)),
            SOURCE_DIFFERENCES_BY_SECTION[slug],
            _TOPICS_BY_SECTION.get(slug, ()),
        )
        for slug in TITLE_BY_SECTION
    )
