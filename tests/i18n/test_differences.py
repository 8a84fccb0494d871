"""Where the sources differ: each point has an address, sources that exist, and an answer for every table."""

import re
from dataclasses import replace
from typing import Any

import pytest

from trexscore.i18n import ENGLISH, LANGUAGES
from trexscore.i18n.catalogue import catalogue
from trexscore.i18n.rule_book import rule_book
from trexscore.i18n.rule_book.differences import DIFFERENCES, SLUG_OF_OPTION
from trexscore.i18n.rule_book.differences.difference import Difference, rules_on_difference
from trexscore.i18n.rule_book.sentences import render_sentence
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES
from trexscore.rules.presets import PRESETS
from trexscore.rules.sources import GRANTS_OF_VALUES, SOURCES

ALL = [difference for section in DIFFERENCES.values() for difference in section]
BY_SLUG = {difference.slug: difference for difference in ALL}
AT_ODDS_WITH_ITSELF = ("players", "trex-points")
"""Where one source says a second thing beside what all say."""


def _used(slug: str, **options: Any) -> tuple[str, ...]:  # noqa: ANN401 - options are of many types
    return rules_on_difference(ENGLISH, replace(HouseRules(), **options), BY_SLUG[slug])


def test_every_point_has_an_address_of_its_own() -> None:
    sections = {section.name for section in rule_book(HouseRules())}
    slugs = [difference.slug for difference in ALL]
    assert len(slugs) == len(set(slugs))
    assert not sections & set(slugs)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in slugs)


def test_every_point_is_found_by_other_names_too() -> None:
    assert all(one.topics or section.about for section in rule_book(HouseRules()) for one in section.differences)


def test_every_source_that_speaks_exists_and_speaks_once() -> None:
    for difference in ALL:
        speaking = [source for claim in difference.claims for source in claim.by]
        assert set(speaking) <= set(SOURCES)
        assert set(speaking) | set(difference.silent) == set(SOURCES)
        if difference.slug not in AT_ODDS_WITH_ITSELF:
            assert len(speaking) == len(set(speaking)), difference.slug


def test_of_every_option_a_point_tells_more() -> None:
    missing = set(OPTION_NAMES) - set(SLUG_OF_OPTION)
    assert not missing, f"No Difference in i18n/rule_book/differences asks the question of {missing}."
    assert set(SLUG_OF_OPTION) == set(OPTION_NAMES)
    assert set(SLUG_OF_OPTION.values()) <= set(BY_SLUG)
    for option, slug in SLUG_OF_OPTION.items():
        point = BY_SLUG[slug]
        assert point.option == option or callable(point.settled), option


@pytest.mark.parametrize("difference", ALL, ids=lambda difference: difference.slug)
def test_every_point_says_what_every_preset_does_in_every_language(difference: Difference) -> None:
    for language in LANGUAGES.values():
        for preset in PRESETS.values():
            answers = rules_on_difference(language, preset.rules, difference)
            assert answers
            assert all(answer.strip() and "%(" not in answer for answer in answers)
        for claim in difference.claims:
            assert "%(" not in render_sentence(language, claim.says)
            assert language.code == "en" or catalogue(language.code).gettext(claim.says.text) != claim.says.text


@pytest.mark.parametrize(
    ("slug", "value"),
    [("own-doubled-card", "leader_gains"), ("own-doubled-card", "quadruple"), ("way-round", "clockwise")],
)
def test_whom_the_options_name_for_a_value_has_something_to_say_there(slug: str, value: str) -> None:
    assert GRANTS_OF_VALUES[BY_SLUG[slug].option][value]
    assert not BY_SLUG[slug].silent


def test_what_is_used_follows_the_house_rules() -> None:
    assert _used("own-doubled-card") == ("It costs its normal value",)
    assert _used("own-doubled-card", own_capture="quadruple") == ("It costs four times its value",)
    assert _used("own-doubled-card", doubling="off") == ("Cards are not doubled.",)
    assert _used("diamond-points", diamond_points=-10) == (
        "Diamonds: \u2066+10\u2069 for each of the thirteen diamonds.",
    )
    assert _used("diamonds-and-tricks-exchanged", diamond_points=15, trick_points=10) == (
        "A diamond is worth \u2066−15\u2069 and a trick \u2066−10\u2069.",
    )


def test_what_needs_partners_or_combined_contracts_says_that_there_are_none() -> None:
    assert _used("partner-takes-the-doubled-card") == ("There are no partners: everyone plays alone.",)
    assert _used("partner-takes-the-doubled-card", partnership=True) == ("The same as when an opponent takes it",)
    one_by_one = "At this table contracts are not played together: each deal has one."
    assert _used("doubling-when-combined") == (one_by_one,)
    assert _used("doubling-when-combined", combining="any") == ("Yes",)
    meant = "Several of the four penalty contracts count in one deal; Trex has a deal of its own."
    assert _used("what-complex-means") == (one_by_one, f"Where this is played: {meant}")
    assert _used("what-complex-means", combining="any")[0].startswith("A king may play two, three or all four")
    assert _used("score-of-a-team")[0] == "There are no partners: everyone plays alone."
    assert _used("score-of-a-team", partnership=True)[0].startswith("Each seat is scored by itself")
    assert "twos" not in _used("redeal-with-partners")[0]
    assert "twos" in _used("redeal-with-partners", partnership=True)[0]


def test_what_other_tables_play_is_said_of_them_alone() -> None:
    for slug, chosen in (
        ("right-then-opposite", {"next_king": "right_then_opposite"}),
        ("four-times-the-value", {"own_capture": "quadruple"}),
    ):
        here, elsewhere = _used(slug, **chosen), _used(slug)
        assert elsewhere[0] == "This is not played at this table."
        assert elsewhere[-1] == f"Where this is played: {here[-1]}"
    assert _used("suit-not-followed", renege="none")[0].endswith("the table decides.")
    assert _used("seven-of-hearts-deal-counts", first_king="agreed")[1] == "The table agrees on the first king."


def test_a_king_has_as_many_orders_as_the_contracts_can_be_played_in() -> None:
    for combining, orders in (("none", "120"), ("any", "308"), ("all_four", "2")):
        assert orders in _used("order-of-contracts", combining=combining)[0].split()


def test_where_all_but_one_win_nothing_is_decided_between_equals() -> None:
    alone, teams = ({"winner": "worst_player_loses", "partnership": partners} for partners in (False, True))
    assert _used("ties", **alone)[0] == "The player with the worst total loses, and the others win."
    assert _used("ties", **teams)[0] == "Nothing: the win is shared"


def test_of_the_reasons_for_a_new_deal_each_point_names_its_own() -> None:
    assert "twos" in _used("redeal-for-twos")[0]
    assert "heart" not in _used("redeal-for-twos")[0]
    assert _used("redeal-for-twos", redeals=("misdeal",)) == ("This table has not agreed on a redeal for that.",)
    assert _used("misdeal", redeals=("misdeal",)) == ("A deal is void for: misdeal.",)
