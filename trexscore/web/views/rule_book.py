"""What a page of the rule book shows: every sentence, and whether it is what somebody looks for."""

from dataclasses import dataclass

from trexscore.language import Language
from trexscore.language.rule_book import rule_book
from trexscore.language.rule_book.differences.difference import Difference, used
from trexscore.language.rule_book.search import finds
from trexscore.language.rule_book.sentences import spoken
from trexscore.language.words import PRESET
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.sources import SOURCES, Source
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class RuleView:
    """A sentence of the rules."""

    said: str
    found: bool


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """A point with who says what about it: pairs of names and words."""

    slug: str
    question: str
    used: tuple[str, ...]
    claims: tuple[tuple[str, str], ...]
    found: bool


@dataclass(frozen=True, slots=True)
class SectionView:
    """A subject of the rules."""

    name: str
    title: str
    rules: tuple[RuleView, ...]
    differences: tuple[DifferenceView, ...]

    @property
    def rules_found(self) -> bool:
        return any(rule.found for rule in self.rules)

    @property
    def differences_found(self) -> bool:
        return any(difference.found for difference in self.differences)

    @property
    def found(self) -> bool:
        return self.rules_found or self.differences_found


def sections(rules: HouseRules, query: str) -> list[SectionView]:
    """The book of these rules in the reader's language. All of it, whatever is looked for: scripts filter anew."""
    language = reader_language()
    views = []
    for section in rule_book(rules):
        title = _(section.title)
        said = (spoken(language, sentence) for sentence in section.sentences)
        shown = tuple(RuleView(text, finds(query, f"{title} {text}")) for text in said)
        points = tuple(_difference(language, rules, one, title, query) for one in section.differences)
        views.append(SectionView(section.name, title, shown, points))
    return views


def _difference(
    language: Language, rules: HouseRules, difference: Difference, title: str, query: str
) -> DifferenceView:
    question = _(difference.question)
    answers = used(language, rules, difference)
    claims = tuple(_claims(language, difference))
    text = " ".join([title, question, *answers, *(word for claim in claims for word in claim)])
    return DifferenceView(difference.slug, question, answers, claims, finds(query, text))


def _claims(language: Language, difference: Difference) -> list[tuple[str, str]]:
    claims = [(_names(language, claim.by), spoken(language, claim.says)) for claim in difference.claims]
    if difference.silent:
        claims.append((_names(language, difference.silent), _("Nothing is said about it.")))
    if difference.tables is not None:
        claims.append((_("Tables and other texts"), spoken(language, difference.tables)))
    return claims


def _names(language: Language, sources: tuple[Source, ...]) -> str:
    if sources == SOURCES:
        return _("All five sources")
    return language.listed([_(PRESET[source]) for source in sources])
