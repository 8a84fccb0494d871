"""The content of the rule book, and whether each part matches a search."""

from dataclasses import dataclass, replace
from functools import lru_cache

from trexscore.i18n import Language
from trexscore.i18n.card_names import synonyms_of_mentioned_cards
from trexscore.i18n.game_terms import PRESET_NAMES, VOID_REASON_TEXTS
from trexscore.i18n.rule_book import Section, rule_book
from trexscore.i18n.rule_book.search import fold_text, matches_query
from trexscore.i18n.rule_book.sentences import Sentence, render_sentence
from trexscore.i18n.rule_book.source_differences import SourceDifference, table_rule_texts
from trexscore.i18n.rule_book.topic_synonyms import folded_topic_synonyms
from trexscore.rules.house_rules import HouseRules, VoidReason
from trexscore.rules.sources import SOURCES, Source
from trexscore.web.language import reader_language


@dataclass(frozen=True, slots=True)
class SearchablePart:
    """A searchable part: its `folded_search_text` with the section's title and other names, and whether it is found."""

    folded_search_text: str
    folded_synonyms: str
    is_found: bool


@dataclass(frozen=True, slots=True)
class RuleSentenceView(SearchablePart):
    """A sentence of the rules."""

    text: str


@dataclass(frozen=True, slots=True)
class SourceDifferenceView(SearchablePart):
    """A point on which sources differ: what is used here, and the claims as pairs of sources and text."""

    slug: str
    question: str
    rule_texts_in_use: tuple[str, ...]
    claims: tuple[tuple[str, str], ...]
    recordable_void_reasons: tuple[tuple[VoidReason, str], ...] = ()
    """Reasons for a void deal that can be recorded from here, each with its text."""
    can_record_revoke: bool = False
    """Whether a revoke can be recorded from here."""
    is_about_tie_break: bool = False


@dataclass(frozen=True, slots=True)
class SectionView:
    """A subject of the rules."""

    slug: str
    title: str
    folded_synonyms: str
    rule_sentences: tuple[RuleSentenceView, ...]
    source_differences: tuple[SourceDifferenceView, ...]

    @property
    def has_found_rules(self) -> bool:
        return any(rule.is_found for rule in self.rule_sentences)

    @property
    def has_found_source_differences(self) -> bool:
        return any(difference.is_found for difference in self.source_differences)

    @property
    def has_found_part(self) -> bool:
        return self.has_found_rules or self.has_found_source_differences

    def with_matches_marked(self, query: str) -> "SectionView":
        """A copy in which only the parts with all words of the query are found."""
        return replace(
            self,
            rule_sentences=tuple(
                replace(part, is_found=matches_query(query, part.folded_search_text)) for part in self.rule_sentences
            ),
            source_differences=tuple(
                replace(part, is_found=matches_query(query, part.folded_search_text))
                for part in self.source_differences
            ),
        )


def section_views(rules: HouseRules, query: str) -> tuple[SectionView, ...]:
    """The whole rule book of these rules in the reader's language. Scripts filter it, so nothing is left out."""
    book = _cached_sections(reader_language(), rules)
    return tuple(section.with_matches_marked(query) for section in book) if query else book


@lru_cache(maxsize=128)
def _cached_sections(language: Language, rules: HouseRules) -> tuple[SectionView, ...]:
    """Cached because a book is long, and few sets of rules are in use."""
    return tuple(_section_view(language, rules, section) for section in rule_book(rules))


def _section_view(language: Language, rules: HouseRules, section: Section) -> SectionView:
    title = language.gettext(section.title)
    names = folded_topic_synonyms(language, section.topics)
    heading = f"{fold_text(title)} {names}"
    return SectionView(
        section.slug,
        title,
        names,
        tuple(_rule_sentence_view(language, sentence, heading) for sentence in section.sentences),
        tuple(
            _source_difference_view(language, rules, difference, heading) for difference in section.source_differences
        ),
    )


def _rule_sentence_view(language: Language, sentence: Sentence, folded_heading: str) -> RuleSentenceView:
    text = render_sentence(language, sentence)
    names = _folded_synonyms(language, sentence.topics, text)
    return RuleSentenceView(f"{folded_heading} {names} {fold_text(text)}", names, is_found=True, text=text)


def _source_difference_view(
    language: Language, rules: HouseRules, difference: SourceDifference, folded_heading: str
) -> SourceDifferenceView:
    question = language.gettext(difference.question)
    answers = table_rule_texts(language, rules, difference)
    claims = tuple(_claims_with_sources(language, difference))
    void_reasons = () if difference.sentences_if_not_played(rules) else difference.void_reasons
    text = " ".join([question, *answers, *(word for claim in claims for word in claim)])
    names = _folded_synonyms(language, difference.topics, text)
    return SourceDifferenceView(
        f"{folded_heading} {names} {fold_text(text)}",
        names,
        is_found=True,
        slug=difference.slug,
        question=question,
        rule_texts_in_use=answers,
        claims=claims,
        recordable_void_reasons=tuple((reason, language.gettext(VOID_REASON_TEXTS[reason])) for reason in void_reasons),
        can_record_revoke=difference.answer_of == "renege" and rules.renege != "none",
        is_about_tie_break=difference.answer_of == "tie_break",
    )


def _folded_synonyms(language: Language, topics: tuple[str, ...], text: str) -> str:
    """Other names of a part's topics, and of the cards that its text mentions."""
    return f"{folded_topic_synonyms(language, topics)} {fold_text(synonyms_of_mentioned_cards(text))}".strip()


def _claims_with_sources(language: Language, difference: SourceDifference) -> list[tuple[str, str]]:
    _ = language.gettext
    claims = [
        (_joined_source_names(language, claim.sources), render_sentence(language, claim.sentence))
        for claim in difference.claims
    ]
    if difference.silent_sources:
        claims.append((_joined_source_names(language, difference.silent_sources), _("Not mentioned.")))
    if difference.customs_sentence:
        claims.append((_("Tables and other texts"), render_sentence(language, difference.customs_sentence)))
    return claims


def _joined_source_names(language: Language, sources: tuple[Source, ...]) -> str:
    if sources == SOURCES:
        return language.gettext("All five sources")
    return language.join_list([language.gettext(PRESET_NAMES[source]) for source in sources])
