"""Differences between the sources: each has an address, existing sources, and an answer for every table."""

import re
from dataclasses import replace
from typing import Any

import pytest

from trexscore.i18n import ENGLISH, LANGUAGES
from trexscore.i18n.catalogue import catalogue
from trexscore.i18n.rule_book import rule_book
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.i18n.rule_book.source_differences import (
    RULE_BY_SLUG,
    SLUG_BY_OPTION,
    SOURCE_DIFFERENCES_BY_SECTION,
    SourceDifference,
    table_rule_texts,
)
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.presets import PRESETS
from trexscore.rules.sources import SOURCES, sources_granting_value

ALL_DIFFERENCES = [difference for section in SOURCE_DIFFERENCES_BY_SECTION.values() for difference in section]
BY_SLUG = {difference.slug: difference for difference in ALL_DIFFERENCES}
SELF_CONTRADICTING = ("players", "trex-points")
"""Differences where one source also contradicts itself."""


def _rules_of(slug: str, **options: Any) -> tuple[str, ...]:  # noqa: ANN401 - options are of many types
    return table_rule_texts(ENGLISH, replace(HouseRules(), **options), BY_SLUG[slug])


def test_difference_slugs_are_unique() -> None:
    sections = {section.slug for section in rule_book(HouseRules())}
    slugs = [difference.slug for difference in ALL_DIFFERENCES]
    assert len(slugs) == len(set(slugs))
    assert not sections & set(slugs)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in slugs)


def test_every_difference_has_search_topics() -> None:
    assert all(
        difference.topics or section.topics
        for section in rule_book(HouseRules())
        for difference in section.source_differences
    )


def test_each_source_has_at_most_one_claim() -> None:
    for difference in ALL_DIFFERENCES:
        speaking_sources = [source for claim in difference.claims for source in claim.sources]
        assert set(speaking_sources) <= set(SOURCES)
        assert set(speaking_sources) | set(difference.silent_sources) == set(SOURCES)
        if difference.slug not in SELF_CONTRADICTING:
            assert len(speaking_sources) == len(set(speaking_sources)), difference.slug


def test_every_option_links_to_difference() -> None:
    missing = set(OPTION_NAMES) - set(SLUG_BY_OPTION)
    assert not missing, f"Nothing in i18n/rule_book/source_differences.json asks the question of {missing}."
    assert set(SLUG_BY_OPTION) == set(OPTION_NAMES)
    assert set(SLUG_BY_OPTION.values()) <= set(BY_SLUG)
    for option, slug in SLUG_BY_OPTION.items():
        difference = BY_SLUG[slug]
        assert difference.answer_of == option or slug in RULE_BY_SLUG, option


def test_every_rule_in_code_belongs_to_difference_without_rule() -> None:
    assert set(RULE_BY_SLUG) <= set(BY_SLUG)
    assert not [slug for slug in RULE_BY_SLUG if BY_SLUG[slug].rule]


@pytest.mark.parametrize("difference", ALL_DIFFERENCES, ids=lambda difference: difference.slug)
def test_every_difference_is_answered_for_every_preset(difference: SourceDifference) -> None:
    for language in LANGUAGES.values():
        for preset in PRESETS.values():
            answers = table_rule_texts(language, preset.rules, difference)
            assert answers
            assert all(answer.strip() and "%(" not in answer for answer in answers)
        for claim in difference.claims:
            assert "%(" not in render_sentence(language, claim.sentence)
            assert (
                language.code == "en"
                or catalogue(language.code).gettext(claim.sentence.message) != claim.sentence.message
            )


@pytest.mark.parametrize(
    ("slug", "value", "phrase"),
    [
        ("own-doubled-card", "leader_gains", "the player who led the trick gains"),
        ("own-doubled-card", "quadruple", "four times"),
        ("way-round", "clockwise", "left"),
        ("way-round", "counter_clockwise", "Counter-clockwise"),
    ],
)
def test_sources_granting_values_state_them(slug: str, value: str, phrase: str) -> None:
    difference = BY_SLUG[slug]
    stating = {source for claim in difference.claims if phrase in claim.sentence.message for source in claim.sources}
    assert stating == {*sources_granting_value(difference.answer_of, value)}


def test_answers_follow_house_rules() -> None:
    assert _rules_of("own-doubled-card") == ("It costs its normal value",)
    assert _rules_of("own-doubled-card", own_capture="quadruple") == ("It costs four times its value",)
    assert _rules_of("own-doubled-card", doubling="off") == ("Cards are not doubled.",)
    assert _rules_of("diamond-points", diamond_points=-10) == (
        "Diamonds: \u2066+10\u2069 for each of the thirteen diamonds.",
    )
    assert _rules_of("diamonds-and-tricks-exchanged", diamond_points=15, trick_points=10) == (
        "A diamond is worth \u2066−15\u2069 and a trick \u2066−10\u2069.",
    )


def test_answers_without_partners_or_combining() -> None:
    assert _rules_of("partner-takes-the-doubled-card") == ("There are no partners: everyone plays alone.",)
    assert _rules_of("partner-takes-the-doubled-card", partnership=True) == ("The same as when an opponent takes it",)
    separate_answer = "At this table contracts are not played together: each deal has one."
    assert _rules_of("doubling-when-combined") == (separate_answer,)
    assert _rules_of("doubling-when-combined", combining="any") == ("Yes",)
    meaning = "Several of the four penalty contracts count in one deal; Trex has a deal of its own."
    assert _rules_of("what-complex-means") == (separate_answer, f"Where this is played: {meaning}")
    assert _rules_of("what-complex-means", combining="any")[0].startswith("A king may play two, three or all four")
    assert _rules_of("score-of-a-team")[0] == "There are no partners: everyone plays alone."
    assert _rules_of("score-of-a-team", partnership=True)[0].startswith("Each seat is scored by itself")
    assert "twos" not in _rules_of("redeal-with-partners")[0]
    assert "twos" in _rules_of("redeal-with-partners", partnership=True)[0]


def test_rules_of_other_tables_are_marked() -> None:
    for slug, options in (
        ("right-then-opposite", {"next_king": "right_then_opposite"}),
        ("four-times-the-value", {"own_capture": "quadruple"}),
    ):
        answers_here, answers_elsewhere = _rules_of(slug, **options), _rules_of(slug)
        assert answers_elsewhere[0] == "This is not played at this table."
        assert answers_elsewhere[-1] == f"Where this is played: {answers_here[-1]}"
    assert _rules_of("suit-not-followed", renege="none")[0].endswith("the table decides.")
    assert _rules_of("seven-of-hearts-deal-counts", first_king="agreed")[1] == "The table agrees on the first king."


def test_answer_names_number_of_contract_orders() -> None:
    for combining, orders in (("none", "120"), ("any", "308"), ("all_four", "2")):
        assert orders in _rules_of("order-of-contracts", combining=combining)[0].split()


def test_ties_where_worst_player_loses() -> None:
    alone, teams = ({"winner": "worst_player_loses", "partnership": partners} for partners in (False, True))
    assert _rules_of("ties", **alone)[0] == "The player with the worst total loses, and the others win."
    assert _rules_of("ties", **teams)[0] == "Nothing: the win is shared"


def test_redeal_answers_name_their_own_reason() -> None:
    assert "twos" in _rules_of("redeal-for-twos")[0]
    assert "heart" not in _rules_of("redeal-for-twos")[0]
    assert _rules_of("redeal-for-twos", redeals=("misdeal",)) == ("This table has not agreed on a redeal for that.",)
    assert _rules_of("misdeal", redeals=("misdeal",)) == ("A deal is void for: misdeal.",)
