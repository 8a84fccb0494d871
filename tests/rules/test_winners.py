"""Winners of a game."""

from typing import Any

import pytest

from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules.seats import BySeat, Seat
from trexscore.rules.winners import outcome_of

A, B, C, D = Seat
NO_FIRSTS: tuple[Seat, ...] = ()


def winners_and_tie_break(totals: tuple[int, int, int, int], *firsts: Seat, **options: Any) -> tuple[str, str | None]:  # noqa: ANN401
    outcome = outcome_of(preset_rules_with_options("standard", options), BySeat(*totals), firsts, is_complete=True)
    return " ".join(winner.name for winner in outcome.winners), outcome.tie_broken_by


def test_unfinished_game_has_no_winner() -> None:
    assert (
        outcome_of(preset_rules_with_options("standard", {}), BySeat(1, 0, 0, 0), (), is_complete=False).winners == ()
    )


@pytest.mark.parametrize(
    ("totals", "options", "winners"),
    [
        ((30, 10, -20, -20), {}, "A"),
        ((30, 30, -30, -30), {}, "A B"),
        ((0, 0, 0, 0), {}, "A B C D"),
        ((30, 10, -20, -20), {"winner": "lowest_total"}, "C D"),
        ((30, 10, -20, -20), {"winner": "worst_player_loses"}, "A B"),
        ((30, 10, -15, -25), {"winner": "worst_player_loses"}, "A B C"),
        ((30, 10, -15, -25), {"winner": "worst_player_loses", "signs": "reversed"}, "B C D"),
        ((0, 0, 0, 0), {"winner": "worst_player_loses"}, "A B C D"),
        ((30, 10, -10, -30), {"partnership": True}, "AC"),
        ((10, 10, -10, -10), {"partnership": True}, "AC BD"),
        ((90, -10, -50, -30), {"partnership": True, "winner": "worst_player_loses"}, "BD"),
        ((-50, -50, 50, 50), {"partnership": True, "winner": "worst_player_loses"}, "AC BD"),
        ((30, 10, -10, -30), {"partnership": True, "winner": "lowest_total"}, "BD"),
    ],
)
def test_winners_follow_house_rules(totals: tuple[int, int, int, int], options: dict[str, Any], winners: str) -> None:
    assert winners_and_tie_break(totals, **options) == (winners, None)


MOST_FIRSTS = {"tie_break": "most_trex_firsts"}


def test_trex_firsts_break_tie() -> None:
    assert winners_and_tie_break((30, 30, -30, -30), A, A, B, C, **MOST_FIRSTS) == ("A", "most_trex_firsts")


def test_firsts_of_untied_players_do_not_count() -> None:
    assert winners_and_tie_break((30, 30, -30, -30), C, C, C, B, **MOST_FIRSTS) == ("B", "most_trex_firsts")


def test_unbroken_tie_shares_win() -> None:
    assert winners_and_tie_break((30, 30, -30, -30), A, B, C, D, **MOST_FIRSTS) == ("A B", None)
    assert winners_and_tie_break((30, 10, -20, -20), B, B, B, B, **MOST_FIRSTS) == ("A", None)


def test_tie_of_three_leaves_two() -> None:
    assert winners_and_tie_break((20, 20, 20, -60), A, B, D, D, **MOST_FIRSTS) == ("A B", "most_trex_firsts")


def test_team_has_firsts_of_both_seats() -> None:
    assert winners_and_tie_break((10, 10, -10, -10), A, C, B, C, partnership=True, **MOST_FIRSTS) == (
        "AC",
        "most_trex_firsts",
    )
