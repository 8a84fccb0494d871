"""The five rule texts that the house rules come from, and which of them grants which value.

A value without a source is a custom of tables, or a gap that this project has filled.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from trexscore.rules.cards import Card, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.tables.points import CaptureCase

Source = Literal["wikipedia", "howto", "onlinetrex", "german", "denexa"]
SOURCES: tuple[Source, ...] = get_args(Source)
SOURCE_BY_LETTER: dict[str, Source] = dict(zip("WHOGD", SOURCES, strict=True))

GRANTING_SOURCES_BY_OPTION_AND_VALUE: dict[str, dict[object, str]] = {
    "king_of_hearts_points": {75: "WHOGD"},
    "queen_points": {25: "WHOGD"},
    "diamond_points": {10: "WHOG", 15: "W", -10: "D"},
    "trick_points": {15: "WHOGD", 10: "W"},
    "trex_points": {
        (200, 150, 100, 50): "WHOGD",
        (200, 150, 100, -50): "H",
        (150, 100, 50, -50): "H",
        (100, 50, 0, -50): "H",
    },
    "signs": {"normal": "WHOGD", "reversed": "WH"},
    "doubling": {"king_of_hearts_and_queens": "WHGD", "king_of_hearts": "O", "off": "WH"},
    "doubler_bonus": {"single": "WHOGD"},
    "own_capture": {"single": "WHOG", "leader_gains": "D", "quadruple": "H"},
    "partner_capture": {},
    "combining": {"none": "WHOGD", "any": "WH", "all_four": "W"},
    "doubling_when_combined": {True: "H"},
    "partnership": {False: "WHOGD", True: "WH"},
    "winner": {"highest_total": "HGD", "lowest_total": "W"},
    "tie_break": {"most_trex_firsts": "H"},
    "first_king": {"seven_of_hearts": "WHOD", "highest_card": "G"},
    "next_king": {"right": "WHOD", "left": "G", "right_then_opposite": "WO", "seven_of_hearts": "H"},
    "play_direction": {"counter_clockwise": "WHO", "clockwise": "GD"},
    "redeals": {
        "four_twos": "WHD",
        "three_twos_and_a_three": "WHD",
        "bare_king_of_hearts": "WHO",
        "bare_ace_of_hearts": "WH",
        "bare_king_and_ace_of_hearts": "WHO",
        "five_hearts_with_king": "H",
        "suit_closed_without_jacks": "W",
        "misdeal": "H",
        "agreed": "H",
    },
    "renege": {"rest_to_offender": "H", "whole_deal_to_offender": "H"},
    "hearts_lead": {"free": "WO", "when_broken": "H", "only_if_nothing_else": "D"},
    "forced_discard": {False: "WHD", True: "W"},
    "exposed_twos": {False: "W", True: "WH"},
    "unfinished_game": {},
}
"""The sources that grant a value, by option and value: W Wikipedia, H how-to, O onlinetrex, G German, D Denexa."""

IMPLYING_SOURCES_BY_OPTION_AND_VALUE: dict[str, dict[object, str]] = {
    "partner_capture": {"as_individuals": "W"},
}
"""The sources that imply a value without naming the case."""

GRANTING_SOURCES_BY_REASON_AND_VALUE: dict[str, tuple[str, str]] = {
    "doubled": ("WHOGD", "WHGD"),
    "doubler single": ("WHOGD", "WGD"),
    "own_capture single": ("WHOG", "HG"),
    "own_capture leader_gains": ("D", "D"),
    "own_capture quadruple": ("H", "H"),
    "leader leader_gains": ("D", "D"),
}
"""Sources for the king of hearts and for a queen, by a line's reason and the value of the option it depends on."""

IMPLYING_SOURCES_BY_REASON_AND_VALUE: dict[str, tuple[str, str]] = {
    "own_capture single": ("", "W"),
}
"""Sources that imply it without naming the case: Wikipedia only gives the points of a doubled queen."""

POINTS_OPTION_BY_CONTRACT = {
    Contract.KING_OF_HEARTS: "king_of_hearts_points",
    Contract.QUEENS: "queen_points",
    Contract.DIAMONDS: "diamond_points",
    Contract.COLLECTIONS: "trick_points",
    Contract.TREX: "trex_points",
}
OPTION_BY_POINTS_REASON = {
    "doubled": "doubling",
    "doubler": "doubler_bonus",
    "own_capture": "own_capture",
    "leader": "own_capture",
    "opponents": "partner_capture",
}


def sources_granting_value(option_name: str, option_value: object) -> tuple[Source, ...]:
    """The sources that grant this value of an option, or one reason of `redeals`."""
    return sources_of_letters(GRANTING_SOURCES_BY_OPTION_AND_VALUE[option_name].get(option_value, ""))


def sources_implying_value(option_name: str, option_value: object) -> tuple[Source, ...]:
    """The sources that imply this value."""
    return sources_of_letters(IMPLYING_SOURCES_BY_OPTION_AND_VALUE.get(option_name, {}).get(option_value, ""))


def option_of_score_line(score_line: ScoreLine) -> str:
    """The option of the house rules that a line of a score depends on."""
    return (
        POINTS_OPTION_BY_CONTRACT[score_line.contract]
        if score_line.reason in ("plain", "place")
        else OPTION_BY_POINTS_REASON[score_line.reason]
    )


def granting_and_implying_sources(
    rules: HouseRules, score_line: ScoreLine, capture_case: CaptureCase | None = None
) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """The sources that grant a score line under these rules, and those that imply it without naming the case.

    `capture_case`: how its card was captured.
    """
    if is_project_decision(rules, capture_case):
        return (), ()
    option = "partner_capture" if capture_case == "partner" else option_of_score_line(score_line)
    if capture_case == "partner" or score_line.reason in ("plain", "place"):
        option_value = getattr(rules, option)
        return sources_granting_value(option, option_value), sources_implying_value(option, option_value)
    return (
        _sources_of_score_line(GRANTING_SOURCES_BY_REASON_AND_VALUE, rules, score_line),
        _sources_of_score_line(IMPLYING_SOURCES_BY_REASON_AND_VALUE, rules, score_line),
    )


def is_project_decision(rules: HouseRules, capture_case: CaptureCase | None) -> bool:
    """Whether only this project decides the points: a holder took their card after a revoke, with no leader known."""
    return capture_case == "own" and rules.own_capture_pays_leader


def _sources_of_score_line(
    sources_by_reason_and_value: Mapping[str, tuple[str, str]], rules: HouseRules, score_line: ScoreLine
) -> tuple[Source, ...]:
    key = (
        score_line.reason
        if score_line.reason == "doubled"
        else f"{score_line.reason} {getattr(rules, option_of_score_line(score_line))}"
    )
    of_king, of_queen = sources_by_reason_and_value.get(key, ("", ""))
    return sources_of_letters(of_king if score_line.card is Card.KING_OF_HEARTS else of_queen)


def sources_of_letters(source_letters: str) -> tuple[Source, ...]:
    return tuple(SOURCE_BY_LETTER[letter] for letter in source_letters)
