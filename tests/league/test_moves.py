"""Moves in the standings: ranks before and after, and who overtakes whom."""

from fractions import Fraction

from trexscore.league.moves import Move, moves
from trexscore.league.standings import Row
from trexscore.league.tally import Tally


def rows(*ranks: tuple[int, int | None]) -> list[Row[int]]:
    return [Row(player, rank, Fraction(), Tally(1)) for player, rank in ranks]


def test_overtaking_names_those_left_behind() -> None:
    found = moves(rows((1, 1), (2, 2), (3, 3)), rows((3, 1), (1, 2), (2, 3)))
    assert found == {3: Move(3, 1, (1, 2)), 1: Move(1, 2), 2: Move(2, 3)}


def test_falling_is_being_overtaken() -> None:
    found = moves(rows((1, 1), (2, 2), (3, 3)), rows((2, 1), (3, 2), (1, 3)))
    assert found == {2: Move(2, 1, (1,)), 3: Move(3, 2, (1,)), 1: Move(1, 3)}


def test_leaving_a_shared_rank_overtakes() -> None:
    found = moves(rows((1, 1), (2, 1)), rows((1, 1), (2, 2)))
    assert found == {1: Move(1, 1, (2,)), 2: Move(1, 2)}


def test_newcomers_overtake_nobody() -> None:
    found = moves(rows((1, 1), (2, None)), rows((2, 1), (1, 2)))
    assert found == {2: Move(None, 1), 1: Move(1, 2)}


def test_leaving_the_ranking_is_a_move() -> None:
    assert moves(rows((1, 1)), ()) == {1: Move(1, None)}
