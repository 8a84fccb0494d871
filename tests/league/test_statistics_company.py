"""Against whom somebody does well and badly, with whom, and of late."""

from fractions import Fraction

from tests.support.statistics import met
from trexscore.league.statistics.head_to_head import (
    FinishedGame,
    Latest,
    best_partner,
    form,
    head_to_head,
    nemesis,
    opponents,
    partners,
)
from trexscore.league.statistics.number_tuples import Sample

PAIRS = "partnership=true"
EVENINGS = [
    met("03", (1, 2, 3, 4), (90, 30, -20, -100)),
    met("01", (2, 1, 2, 4), (10, 50, 10, -70)),
    met("02", (4, 1, 3, 2), (-80, 60, -20, 40), members=(1, 2, 5, 4)),
]


def test_head_to_head_counts_who_was_before_whom_and_by_how_much() -> None:
    found = opponents(EVENINGS, 1)
    assert [(one.opponent, one.before, one.level, one.behind) for one in found] == [
        (2, 1, 0, 2),
        (3, 1, 1, 0),
        (4, 2, 0, 1),
        (5, 0, 0, 1),
    ]
    assert found[0].differences == (("", Sample(3, 60 - 40 - 140, 60**2 + 40**2 + 140**2)),)
    assert found[2].differences == (("", Sample(3, 190 + 80 - 120, 190**2 + 80**2 + 120**2)),)
    mine, theirs = head_to_head(EVENINGS, 1, 3), head_to_head(EVENINGS, 3, 1)
    assert (mine.before, mine.level, mine.behind) == (theirs.behind, theirs.level, theirs.before)
    assert (mine.games, mine.score) == (2, Fraction(3, 4))
    assert head_to_head(EVENINGS, 1, 77).games == 0


def test_points_under_unlike_rules_are_not_mixed() -> None:
    other = met("04", (1, 2, 3, 4), (900, 300, -200, -1000), rules="queen_points=250")
    record = head_to_head([*EVENINGS, other], 1, 2)
    assert record.games == 4
    assert record.differences == (
        ("", Sample(3, -120, 60**2 + 40**2 + 140**2)),
        ("queen_points=250", Sample(1, 600, 600**2)),
    )


def test_partners_are_no_opponents() -> None:
    games = [met("01", (1, 2, 1, 2), (100, -40, 20, -80), rules=PAIRS)]
    assert [one.opponent for one in opponents(games, 1)] == [2, 4]
    assert [(one.partner, one.games, one.wins) for one in partners(games, 1)] == [(3, 1, 1)]
    assert partners(games, 1)[0].points == ((PAIRS, Sample(1, 120, 120**2)),)
    assert partners(EVENINGS, 1) == ()


def test_the_nemesis_is_who_one_loses_to_most_often_after_enough_games() -> None:
    losing = [met(f"{day:02}", (2, 1, 3, 4), (0, 50, -10, -40)) for day in range(1, 6)]
    winning = [met(f"{day:02}", (1, 3, 2, 4), (50, -10, 0, -40)) for day in range(6, 9)]
    assert nemesis(opponents(losing[:4], 1)) == ()
    (found,) = nemesis(opponents([*losing, *winning], 1))
    assert (found.opponent, found.games, found.score) == (2, 8, Fraction(3, 8))
    assert nemesis(opponents([*losing, *winning, *winning], 1)) == ()
    assert nemesis(opponents([*losing, *winning, *winning[:2]], 1)) == ()  # five all
    assert nemesis(opponents(losing[:1], 1), least=1)[0].opponent == 2


def test_equal_nemeses_are_both_named() -> None:
    games = [met(f"{day:02}", (3, 1, 2, 4), (0, 50, 10, -60)) for day in range(1, 6)]
    assert [one.opponent for one in nemesis(opponents(games, 1))] == [2, 3]


def test_the_best_partner_is_with_whom_most_games_were_won() -> None:
    with_three = [met(f"{day:02}", (1, 2, 1, 2), (10, -10, 10, -10), rules=PAIRS) for day in range(1, 6)]
    with_two = [
        met(f"{day}", (1, 2, 1, 2) if day < 14 else (2, 1, 2, 1), (90, 0, 0, 0), members=(1, 3, 2, 4), rules=PAIRS)
        for day in range(10, 16)
    ]
    found = partners([*with_three, *with_two], 1)
    assert [(one.partner, one.games, one.wins) for one in found] == [(2, 6, 4), (3, 5, 5)]
    assert [one.partner for one in best_partner(found)] == [3]
    lost = [met(f"{day:02}", (2, 1, 2, 1), (0, 0, 0, 0), rules=PAIRS) for day in range(1, 7)]
    assert best_partner(partners(lost, 1)) == ()


def test_form_is_the_last_results_in_order_of_date() -> None:
    assert form(EVENINGS, 1) == (
        Latest("01", "01", 2, 10),
        Latest("02", "02", 4, -80),
        Latest("03", "03", 1, 90),
    )
    assert [one.game for one in form(EVENINGS, 1, lately=2)] == ["02", "03"]
    assert [one.game for one in form(EVENINGS, 5)] == ["02"]


def test_a_guest_who_is_no_member_is_nobodys_opponent_or_partner() -> None:
    guests: list[FinishedGame] = [met("01", (1, 2, 1, 2), (1, 0, 0, 0), members=(1, None, None, 4), rules=PAIRS)]
    assert [one.opponent for one in opponents(guests, 1)] == [4]
    assert partners(guests, 1) == ()
