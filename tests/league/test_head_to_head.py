"""Opponents, partners and recent form of a player."""

from fractions import Fraction

from tests.support.plain.head_to_head import (
    FinishedGame,
    RecentResult,
    head_to_head,
    recent_form,
    results_by_opponent,
    results_by_partner,
)
from tests.support.statistics import finished_game
from trexscore.league.number_tuples import Sample
from trexscore.league.statistics.head_to_head import (
    best_partners_of_player,
    nemeses,
)

PAIRS = "partnership=true"
GAMES = [
    finished_game("03", (1, 2, 3, 4), (90, 30, -20, -100)),
    finished_game("01", (2, 1, 2, 4), (10, 50, 10, -70)),
    finished_game("02", (4, 1, 3, 2), (-80, 60, -20, 40), members=(1, 2, 5, 4)),
]


def test_head_to_head_counts_finishes_and_differences() -> None:
    results = results_by_opponent(GAMES, 1)
    assert [(result.opponent, result.ahead, result.level, result.behind) for result in results] == [
        (2, 1, 0, 2),
        (3, 1, 1, 0),
        (4, 2, 0, 1),
        (5, 0, 0, 1),
    ]
    assert results[0].point_difference_samples == (("", Sample(3, 60 - 40 - 140, 60**2 + 40**2 + 140**2)),)
    assert results[2].point_difference_samples == (("", Sample(3, 190 + 80 - 120, 190**2 + 80**2 + 120**2)),)
    record, reverse_record = head_to_head(GAMES, 1, 3), head_to_head(GAMES, 3, 1)
    assert (record.ahead, record.level, record.behind) == (
        reverse_record.behind,
        reverse_record.level,
        reverse_record.ahead,
    )
    assert (record.game_count, record.share_ahead) == (2, Fraction(3, 4))
    assert head_to_head(GAMES, 1, 77).game_count == 0


def test_points_under_different_rules_are_separate() -> None:
    game_under_other_rules = finished_game("04", (1, 2, 3, 4), (900, 300, -200, -1000), rules="queen_points=250")
    record = head_to_head([*GAMES, game_under_other_rules], 1, 2)
    assert record.game_count == 4
    assert record.point_difference_samples == (
        ("", Sample(3, -120, 60**2 + 40**2 + 140**2)),
        ("queen_points=250", Sample(1, 600, 600**2)),
    )


def test_partners_are_no_opponents() -> None:
    games = [finished_game("01", (1, 2, 1, 2), (100, -40, 20, -80), rules=PAIRS)]
    assert [result.opponent for result in results_by_opponent(games, 1)] == [2, 4]
    assert [
        (result.partner_number, result.game_count, result.win_count) for result in results_by_partner(games, 1)
    ] == [(3, 1, 1)]
    assert results_by_partner(GAMES, 1) == ()


def test_nemesis_needs_enough_lost_games() -> None:
    losing = [finished_game(f"{day:02}", (2, 1, 3, 4), (0, 50, -10, -40)) for day in range(1, 6)]
    winning = [finished_game(f"{day:02}", (1, 3, 2, 4), (50, -10, 0, -40)) for day in range(6, 9)]
    assert nemeses(results_by_opponent(losing[:4], 1)) == ()
    (nemesis,) = nemeses(results_by_opponent([*losing, *winning], 1))
    assert (nemesis.opponent, nemesis.game_count, nemesis.share_ahead) == (2, 8, Fraction(3, 8))
    assert nemeses(results_by_opponent([*losing, *winning, *winning], 1)) == ()
    assert nemeses(results_by_opponent([*losing, *winning, *winning[:2]], 1)) == ()  # five wins each
    assert nemeses(results_by_opponent(losing[:1], 1), minimum_games=1)[0].opponent == 2


def test_equal_nemeses_are_both_named() -> None:
    games = [finished_game(f"{day:02}", (3, 1, 2, 4), (0, 50, 10, -60)) for day in range(1, 6)]
    assert [nemesis.opponent for nemesis in nemeses(results_by_opponent(games, 1))] == [2, 3]


def test_best_partner_has_highest_share_of_wins() -> None:
    with_three = [finished_game(f"{day:02}", (1, 2, 1, 2), (10, -10, 10, -10), rules=PAIRS) for day in range(1, 6)]
    with_two = [
        finished_game(
            f"{day}", (1, 2, 1, 2) if day < 14 else (2, 1, 2, 1), (90, 0, 0, 0), members=(1, 3, 2, 4), rules=PAIRS
        )
        for day in range(10, 16)
    ]
    results = results_by_partner([*with_three, *with_two], 1)
    assert [(result.partner_number, result.game_count, result.win_count) for result in results] == [
        (2, 6, 4),
        (3, 5, 5),
    ]
    assert [result.partner_number for result in best_partners_of_player(results)] == [3]
    lost = [finished_game(f"{day:02}", (2, 1, 2, 1), (0, 0, 0, 0), rules=PAIRS) for day in range(1, 7)]
    assert best_partners_of_player(results_by_partner(lost, 1)) == ()


def test_form_lists_last_results_by_date() -> None:
    assert recent_form(GAMES, 1) == (
        RecentResult("01", "01", 2, 10),
        RecentResult("02", "02", 4, -80),
        RecentResult("03", "03", 1, 90),
    )
    assert [result.game for result in recent_form(GAMES, 1, max_games=2)] == ["02", "03"]
    assert [result.game for result in recent_form(GAMES, 5)] == ["02"]


def test_guest_without_member_is_not_counted() -> None:
    games: list[FinishedGame] = [
        finished_game("01", (1, 2, 1, 2), (1, 0, 0, 0), members=(1, None, None, 4), rules=PAIRS)
    ]
    assert [result.opponent for result in results_by_opponent(games, 1)] == [4]
    assert results_by_partner(games, 1) == ()
