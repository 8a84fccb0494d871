"""The rule book: a table's house rules in plain words, and where the sources differ."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import combined_contracts, table_rules
from trexscore.i18n.rule_book import points_sentences as worked
from trexscore.i18n.rule_book.sentences import Sentence
from trexscore.i18n.rule_book.source_differences import SOURCE_DIFFERENCES_BY_SECTION, SourceDifference
from trexscore.rules.house_rules import HouseRules


class Section(NamedTuple):
    """A section: sentences for these rules, and differences between the sources."""

    slug: str
    title: str
    sentences: Sequence[Sentence]
    topics: tuple[str, ...] = ()
    """Topics of the whole section."""

    @property
    def source_differences(self) -> tuple[SourceDifference, ...]:
        return SOURCE_DIFFERENCES_BY_SECTION[self.slug]


def rule_book(rules: HouseRules) -> tuple[Section, ...]:
    """The rule book of these house rules."""
    return (
        Section("played", N_("Basics"), table_rules.basics_sentences(rules)),
        Section(
            "kings",
            N_("Kings and kingdoms"),
            table_rules.kings_sentences(rules),
            ("kingdom", "king"),
        ),
        Section("contracts", N_("The five contracts"), worked.five_contracts_sentences(rules)),
        Section("doubling", N_("Doubling"), worked.doubling_sentences(rules), ("doubling",)),
        Section(
            "combined",
            N_("Several contracts in one deal"),
            combined_contracts.combined_contracts_sentences(rules),
            ("complex",),
        ),
        Section("partners", N_("Partners"), table_rules.partners_sentences(rules), ("partners",)),
        Section("table", N_("At the table"), table_rules.card_play_sentences(rules)),
        Section("thrown", N_("Void deals"), table_rules.void_deals_sentences(rules), ("redeal",)),
        Section("renege", N_("Revokes"), table_rules.revoke_sentences(rules), ("revoke",)),
        Section("end", N_("End of the game"), table_rules.end_sentences(rules)),
    )
