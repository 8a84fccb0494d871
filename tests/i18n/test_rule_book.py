"""The rule book has complete sentences in every language, and only numbers of the points table."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.catalogue import catalogue
from trexscore.i18n.language import to_ascii_digits
from trexscore.i18n.rule_book import points_sentences, rule_book
from trexscore.i18n.rule_book.rule_references import rule_for_option, rules_for_score_line
from trexscore.i18n.rule_book.sentences import Sentence, render_sentence
from trexscore.i18n.rule_book.source_differences import SOURCE_DIFFERENCES_BY_SECTION
from trexscore.rules.cards import Card, Contract
from trexscore.rules.house_rules import VOID_REASONS, HouseRules
from trexscore.rules.options import OPTION_NAMES, option_choices
from trexscore.rules.presets import PRESETS
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.seats import Seat
from trexscore.rules.tables.points import points_table

SIGNED = re.compile("\u2066([^\u2069]*)\u2069")
PLACEHOLDER = re.compile(r"%\(|\{|\}")
CHOICES: dict[str, Any] = {name: st.sampled_from(option_choices(name)) for name in OPTION_NAMES if option_choices(name)}
RULES = st.builds(
    HouseRules,
    **CHOICES
    | dict.fromkeys(("king_of_hearts_points", "queen_points", "diamond_points", "trick_points"), st.integers(-99, 99))
    | {
        "trex_points": st.tuples(*[st.integers(-300, 300)] * 4),
        "redeals": st.lists(st.sampled_from(VOID_REASONS), unique=True).map(tuple),
    },
)


def _sentences(rules: HouseRules) -> list[Sentence]:
    return [sentence for section in rule_book(rules) for sentence in section.sentences]


def _section(rules: HouseRules, slug: str, language: Language = ENGLISH) -> str:
    (section,) = [section for section in rule_book(rules) if section.slug == slug]
    return "\n".join(render_sentence(language, sentence) for sentence in section.sentences)


def _numbers(text: str) -> list[int]:
    return [int(to_ascii_digits(digits)) for digits in SIGNED.findall(text)]


@given(RULES, st.sampled_from(list(LANGUAGES.values())))
def test_sections_are_complete_under_any_rules(rules: HouseRules, language: Language) -> None:
    for section in rule_book(rules):
        assert section.sentences
        for sentence in section.sentences:
            text = render_sentence(language, sentence)
            assert text.strip()
            assert not PLACEHOLDER.search(text)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("option", [name for name in OPTION_NAMES if option_choices(name) and name != "redeals"])
def test_every_option_value_is_translated(option: str, code: str) -> None:
    translations = catalogue(code)
    for preset in PRESETS.values():
        for value in option_choices(option):
            rules = replace(preset.rules, **{option: value})
            assert not [
                sentence.message
                for sentence in _sentences(rules)
                if translations.gettext(sentence.message) == sentence.message
            ], "Not translated. The sentence may be about another option."


@pytest.mark.parametrize("option", [name for name in OPTION_NAMES if option_choices(name) and name != "redeals"])
def test_every_option_changes_rule_book(option: str) -> None:
    base_rules = replace(HouseRules(), partnership=True, combining="any")
    base_rules = HouseRules() if option in ("partnership", "combining") else base_rules
    books = [_sentences(replace(base_rules, **{option: value})) for value in option_choices(option)]
    assert all(books.count(book) == 1 for book in books), f"No sentence in table_rules.py depends on {option}."


def test_no_sentence_is_repeated() -> None:
    for preset in PRESETS.values():
        texts = [render_sentence(ENGLISH, sentence) for sentence in _sentences(preset.rules)]
        assert len(texts) == len(set(texts)), preset.name


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_contract_costs_match_points_table(preset: str, code: str) -> None:
    rules = PRESETS[preset].rules
    table = points_table(rules)
    king, queen = (table.card_shares[card]["plain"][0].points for card in (Card.KING_OF_HEARTS, Card.QUEEN_OF_CLUBS))
    numbers = _numbers(_section(rules, "contracts", LANGUAGES[code]))
    assert numbers[:-1] == [king, queen, table.diamond, table.trick, *table.trex]


@pytest.mark.parametrize(
    ("preset", "total"), [("standard", 0), ("denexa_as_printed", 260), ("howto_reversed_trex", -100)]
)
def test_contracts_section_names_kingdom_sum(preset: str, total: int) -> None:
    assert _numbers(_section(PRESETS[preset].rules, "contracts"))[-1] == total


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({}, [-150, 75, -75, -50, 25, -25]),
        ({"doubling": "king_of_hearts"}, [-150, 75, -75]),
        ({"doubling": "off"}, []),
        ({"combining": "all_four", "doubling_when_combined": False}, []),
        ({"doubler_bonus": "none"}, [-150, -75, -50, -25]),
        ({"doubler_bonus": "double"}, [-150, 150, -75, -50, 50, -25]),
        ({"own_capture": "quadruple"}, [-150, 75, -300, -50, 25, -100]),
        ({"own_capture": "leader_gains"}, [-150, 75, -150, 75, -50, 25, -50, 25, -75, -25]),
        ({"own_capture": "leader_gains_unless_self_led"}, [-150, 75, -150, 75, -50, 25, -50, 25, -150, -50]),
        ({"partnership": True}, [-150, 75, -75, -150, 75, -50, 25, -25, -50, 25]),
        ({"partnership": True, "partner_capture": "no_bonus"}, [-150, 75, -75, -150, -50, 25, -25, -50]),
        (
            {"partnership": True, "partner_capture": "opponents_gain"},
            [-150, 75, -75, -150, 75, -50, 25, -25, -50, 25],
        ),
        ({"signs": "reversed"}, [150, -75, 75, 50, -25, 25]),
    ],
)
def test_doubling_section_names_its_points(options: dict[str, Any], numbers: list[int]) -> None:
    assert _numbers(_section(replace(HouseRules(), **options), "doubling")) == numbers


def test_other_teams_gain_is_named() -> None:
    rules = replace(HouseRules(), partnership=True, partner_capture="opponents_gain")
    assert "for the other team" in _section(rules, "doubling")


@pytest.mark.parametrize(
    ("options", "extremes"),
    [
        ({}, [-200, 100]),
        ({"doubling": "off"}, [-100, 0]),
        ({"combining": "all_four", "doubling_when_combined": False}, [-100, 0]),
        ({"doubling": "king_of_hearts"}, [-100, 0]),
        ({"own_capture": "quadruple"}, [-400, 100]),
        ({"doubler_bonus": "double"}, [-200, 200]),
        ({"signs": "reversed"}, [-100, 200]),
        ({"queen_points": 0}, [0, 0]),
    ],
)
def test_queens_sentence_names_point_range(options: dict[str, Any], extremes: list[int]) -> None:
    text = render_sentence(ENGLISH, points_sentences.queens_point_range_sentence(replace(HouseRules(), **options)))
    assert _numbers(text) == extremes


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({}, [-25, -10, -35, -500]),
        ({"diamond_points": 15, "trick_points": 10}, [-25, -15, -40, -500]),
        ({"queen_points": 30, "signs": "reversed"}, [30, 10, 40, 520]),
    ],
)
def test_combined_section_names_its_points(options: dict[str, Any], numbers: list[int]) -> None:
    assert _numbers(_section(replace(PRESETS["complex"].rules, **options), "combined")) == numbers


def test_partners_section_has_trex_examples() -> None:
    assert _numbers(_section(PRESETS["partnership"].rules, "partners")) == [350, 150, 300, 200, 250, 250]


def test_arabic_numbers_have_minus_and_digits() -> None:
    text = _section(HouseRules(), "contracts", LANGUAGES["ar"])
    assert f"\u2066\u2212{LANGUAGES['ar'].number(75)}\u2069" in text
    assert not re.search(r"\d", text.translate(str.maketrans("٠١٢٣٤٥٦٧٨٩", "x" * 10)))


def test_every_section_has_own_title() -> None:
    titles = {section.title: section.slug for section in rule_book(HouseRules())}
    assert list(titles.values()) == [section.slug for section in rule_book(HouseRules())]
    assert set(titles.values()) == set(SOURCE_DIFFERENCES_BY_SECTION)


LINES = [
    (ScoreLine(Seat.A, -75, "plain", Contract.KING_OF_HEARTS, Card.KING_OF_HEARTS), "king-of-hearts-points", "75"),
    (ScoreLine(Seat.A, -30, "plain", Contract.DIAMONDS, None, 3), "diamond-points", "-10"),
    (ScoreLine(Seat.A, 150, "place", Contract.TREX, None, 2), "trex-points", "200, 150, 100, 50"),
    (ScoreLine(Seat.A, -50, "doubled", Contract.QUEENS, Card.QUEEN_OF_CLUBS), "doubled-and-taken-by-another", "twice"),
    (
        ScoreLine(Seat.B, 25, "doubler", Contract.QUEENS, Card.QUEEN_OF_CLUBS),
        "doubled-and-taken-by-another",
        "normal value",
    ),
    (
        ScoreLine(Seat.A, -150, "own_capture", Contract.KING_OF_HEARTS, Card.KING_OF_HEARTS),
        "own-doubled-card",
        "costs double",
    ),
    (ScoreLine(Seat.B, 75, "leader", Contract.KING_OF_HEARTS, Card.KING_OF_HEARTS), "own-doubled-card", "costs double"),
]


@pytest.mark.parametrize(("line", "slug", "expected_part"), LINES)
def test_score_line_links_to_its_rule(line: ScoreLine, slug: str, expected_part: str) -> None:
    rule = list(rules_for_score_line(ENGLISH, PRESETS["denexa_as_printed"].rules, line))[-1]
    assert rule.slug == slug
    assert expected_part in rule.text.replace("\u2212", "-")
    assert rule.sources


def test_partner_capture_links_to_its_rule() -> None:
    rules = replace(HouseRules(), partnership=True, partner_capture="single")
    line = ScoreLine(Seat.C, -75, "doubled", Contract.KING_OF_HEARTS, Card.KING_OF_HEARTS)
    rule = list(rules_for_score_line(ENGLISH, rules, line, "partner"))[-1]
    assert rule.slug == "partner-takes-the-doubled-card"
    assert "It costs its normal value, and no one gains." in rule.text


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_every_option_links_to_its_rule(option: str) -> None:
    slugs = {difference.slug for section in rule_book(HouseRules()) for difference in section.source_differences}
    assert rule_for_option(ENGLISH, HouseRules(), option).slug in slugs
