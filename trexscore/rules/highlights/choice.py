"""Chooses the highlights of a game. Each has a condition over a counted number, and a weight."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.highlights.numbers import WHOLE_GAME_KEY, HighlightNumbers

MAX_FACTS = 3
_MAX_EXTRA_WEIGHT = 20
"""The most that a number beyond its condition adds to the weight."""


class HighlightRule(NamedTuple):
    """A sentence about a game.

    It holds if the number named `number_name` is at least `least_number` for its `subject_kind`: the `winner` (the
    better of two partners), the only one with the highest number (`top`), or the `game`. If it has
    `required_number_name`, that number must be at least 1 for the same subject. The largest `weight` comes first;
    it grows by up to 20 while the number grows by `span_to_full_bonus`. Only one highlight of a `topic` is shown.
    `points_name` names the number of points shown with it.
    """

    code: str
    subject_kind: str
    number_name: str
    least_number: int
    weight: int
    span_to_full_bonus: int
    topic: str
    points_name: str = ""
    required_number_name: str = ""


class ChosenHighlight(NamedTuple):
    """A highlight that holds, for the key of a seat, of a pair, or of the game, with its number and points."""

    code: str
    subject_key: str
    number: int
    points: int | None


HEADLINE_RULES = (
    HighlightRule("tie_deal", "game", "tie_deal", 1, 99, 1, "end"),
    HighlightRule("tie_firsts", "game", "tie_firsts", 1, 98, 1, "end"),
    HighlightRule("shared", "game", "shared", 2, 97, 1, "end"),
    HighlightRule("late", "winner", "late", 1, 85, 1, "lead", "margin"),
    HighlightRule("narrow", "winner", "narrow", 1, 70, 25, "end", "margin"),
    HighlightRule("king_and_won", "winner", "kings", 2, 72, 2, "kings", "margin", "king_of_hearts_cost"),
    HighlightRule("only_above", "winner", "only_above", 1, 74, 1, "end"),
    HighlightRule("no_queen", "winner", "queens_avoided", 12, 76, 4, "queens"),
    HighlightRule("late_kingdom", "winner", "late_kingdom", 1, 68, 1, "lead"),
    HighlightRule("from_behind", "winner", "behind", 150, 62, 300, "lead", "margin"),
    HighlightRule("led_all", "winner", "led_all", 8, 66, 12, "lead"),
    HighlightRule("lead_changes", "game", "lead_changes", 6, 60, 6, "lead"),
    HighlightRule("firsts", "top", "firsts", 3, 64, 1, "trex"),
    HighlightRule("all_queens", "top", "queens_in_one", 4, 63, 1, "queens"),
    HighlightRule("none_above", "game", "none_above", 1, 61, 1, "end"),
    HighlightRule("paid", "winner", "paid", 3, 57, 3, "doubled"),
    HighlightRule("no_king", "winner", "kings_avoided", 4, 52, 1, "kings"),
    HighlightRule("far", "winner", "margin", 250, 50, 400, "end", "margin"),
    HighlightRule("won", "winner", "margin", 1, 5, 400, "end", "margin"),
    HighlightRule("over", "game", "deals", 1, 0, 20, "end"),
)
"""One of these is the sentence under the table. The last two are the fallback."""

FACT_RULES = (
    HighlightRule("trex_first", "top", "firsts", 2, 60, 2, "trex", "firsts_points"),
    HighlightRule("kings", "top", "kings", 2, 58, 2, "kings", "king_of_hearts_points"),
    HighlightRule("worst_deal", "top", "worst_deal", 75, 48, 200, "deal", "worst_deal_points"),
    HighlightRule("best_deal", "top", "best_deal", 50, 44, 300, "best", "best_deal_points"),
    HighlightRule("own_doubled", "top", "own_doubled", 1, 57, 2, "doubled"),
    HighlightRule("paid", "top", "paid", 1, 46, 4, "doubled"),
    HighlightRule("queens_avoided", "top", "queens_avoided", 8, 62, 8, "queens"),
    HighlightRule("queens_in_one", "top", "queens_in_one", 3, 50, 1, "queens"),
    HighlightRule("queens", "top", "queens", 6, 45, 6, "queens", "queens_points"),
    HighlightRule("diamonds_in_one", "top", "diamonds_in_one", 8, 49, 5, "diamonds"),
    HighlightRule("diamonds", "top", "diamonds", 18, 40, 20, "diamonds", "diamonds_points"),
    HighlightRule("tricks_in_one", "top", "tricks_in_one", 8, 47, 5, "tricks"),
    HighlightRule("tricks", "top", "tricks", 18, 38, 20, "tricks", "collections_points"),
    HighlightRule("trickless", "top", "trickless", 2, 43, 2, "tricks"),
    HighlightRule("lasts", "top", "lasts", 2, 41, 2, "trex"),
    HighlightRule("never_last", "winner", "never_last", 3, 39, 1, "trex"),
    HighlightRule("kings_avoided", "winner", "kings_avoided", 3, 42, 1, "kings"),
    HighlightRule("own_kingdom", "top", "own_kingdom", 50, 37, 300, "kingdom", "own_kingdom_points"),
    HighlightRule("own_loss", "top", "own_loss", 100, 36, 300, "kingdom", "own_kingdom_points"),
    HighlightRule("kingdoms_won", "top", "kingdoms_won", 2, 34, 2, "kingdoms"),
    HighlightRule("led", "top", "led", 5, 35, 15, "lead"),
    HighlightRule("low", "winner", "low", 75, 51, 200, "lead", "low_points"),
    HighlightRule("behind", "winner", "behind", 100, 33, 300, "lead"),
    HighlightRule("lead_changes", "game", "lead_changes", 3, 32, 6, "lead"),
    HighlightRule("gains", "top", "gains", 3, 20, 12, "gains"),
    HighlightRule("spread", "game", "spread", 100, 15, 600, "spread"),
    HighlightRule("deals", "game", "deals", 1, 1, 20, "deals"),
)
"""Small facts, each with its number. `MAX_FACTS` are shown."""


def choose_highlights(
    highlight_numbers: HighlightNumbers, winner_keys: Sequence[str]
) -> tuple[ChosenHighlight | None, tuple[ChosenHighlight, ...]]:
    """The headline and the facts. `winner_keys`: keys of seats or pairs. None for a game that is not complete."""
    headlines = _ranked_highlights(HEADLINE_RULES, highlight_numbers, winner_keys)
    if not headlines:
        return None, ()
    rule, headline = headlines[0]
    by_topic = {rule.topic: headline}
    for rule, fact in _ranked_highlights(FACT_RULES, highlight_numbers, winner_keys):
        by_topic.setdefault(rule.topic, fact)
    return headline, tuple(by_topic.values())[1 : MAX_FACTS + 1]


def _ranked_highlights(
    highlight_rules: Sequence[HighlightRule], highlight_numbers: HighlightNumbers, winner_keys: Sequence[str]
) -> list[tuple[HighlightRule, ChosenHighlight]]:
    """The highlights that hold with their rules, the most interesting first."""
    pairs = (
        (rule, chosen)
        for rule in highlight_rules
        if (chosen := highlight_if_it_holds(rule, highlight_numbers, winner_keys)) is not None
    )
    return sorted(pairs, key=lambda pair: -_weight_with_bonus(*pair))


def _weight_with_bonus(highlight_rule: HighlightRule, chosen_highlight: ChosenHighlight) -> int:
    return highlight_rule.weight + min(
        _MAX_EXTRA_WEIGHT,
        _MAX_EXTRA_WEIGHT
        * (chosen_highlight.number - highlight_rule.least_number)
        // highlight_rule.span_to_full_bonus,
    )


def highlight_if_it_holds(
    highlight_rule: HighlightRule, highlight_numbers: HighlightNumbers, winner_keys: Sequence[str]
) -> ChosenHighlight | None:
    """The highlight with its number, or None if it does not hold."""
    value_by_subject = highlight_numbers.get(highlight_rule.number_name, {})
    subject_key = _subject_key(highlight_rule.subject_kind, value_by_subject, winner_keys)
    if subject_key is None or value_by_subject[subject_key] < highlight_rule.least_number:
        return None
    if (
        highlight_rule.required_number_name
        and highlight_numbers.get(highlight_rule.required_number_name, {}).get(subject_key, 0) < 1
    ):
        return None
    if not highlight_rule.points_name:
        return ChosenHighlight(highlight_rule.code, subject_key, value_by_subject[subject_key], None)
    points_by_subject = highlight_numbers.get(highlight_rule.points_name, {})
    points = points_by_subject.get(
        subject_key, points_by_subject.get(_side_key_containing(subject_key, points_by_subject))
    )
    return (
        None
        if points is None
        else ChosenHighlight(highlight_rule.code, subject_key, value_by_subject[subject_key], points)
    )


def _subject_key(subject_kind: str, value_by_subject: dict[str, int], winner_keys: Sequence[str]) -> str | None:
    """The key of what a highlight is about; None if several are equal."""
    if subject_kind == "game":
        return WHOLE_GAME_KEY if WHOLE_GAME_KEY in value_by_subject else None
    if subject_kind == "winner" and len(winner_keys) != 1:
        return None
    eligible = {key: value for key, value in value_by_subject.items() if subject_kind == "top" or key in winner_keys[0]}
    best_subject_keys = [key for key, value in eligible.items() if value == max(eligible.values())]
    return best_subject_keys[0] if len(best_subject_keys) == 1 else None


def _side_key_containing(subject_key: str, value_by_side: dict[str, int]) -> str:
    return next((side for side in value_by_side if subject_key and subject_key in side), WHOLE_GAME_KEY)
