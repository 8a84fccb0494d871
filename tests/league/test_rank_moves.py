"""Moves in the standings: ranks before and after, and overtaken players."""

from fractions import Fraction
from random import Random

import pytest

from trexscore.league.rank_moves import RankMove, rank_moves_by_player
from trexscore.league.standings import Row
from trexscore.league.tally import Tally


def rows(*ranks: tuple[int, int | None]) -> list[Row[int]]:
    return [Row(player, rank, Fraction(), Tally(1)) for player, rank in ranks]


def test_move_names_overtaken_players() -> None:
    moves = rank_moves_by_player(rows((1, 1), (2, 2), (3, 3)), rows((3, 1), (1, 2), (2, 3)))
    assert moves == {3: RankMove(3, 1, (1, 2)), 1: RankMove(1, 2), 2: RankMove(2, 3)}


def test_falling_player_is_overtaken() -> None:
    moves = rank_moves_by_player(rows((1, 1), (2, 2), (3, 3)), rows((2, 1), (3, 2), (1, 3)))
    assert moves == {2: RankMove(2, 1, (1,)), 3: RankMove(3, 2, (1,)), 1: RankMove(1, 3)}


def test_leaving_shared_rank_overtakes() -> None:
    moves = rank_moves_by_player(rows((1, 1), (2, 1)), rows((1, 1), (2, 2)))
    assert moves == {1: RankMove(1, 1, (2,)), 2: RankMove(1, 2)}


def test_new_player_overtakes_nobody() -> None:
    moves = rank_moves_by_player(rows((1, 1), (2, None)), rows((2, 1), (1, 2)))
    assert moves == {2: RankMove(None, 1), 1: RankMove(1, 2)}


def test_leaving_ranking_is_a_move() -> None:
    assert rank_moves_by_player(rows((1, 1)), ()) == {1: RankMove(1, None)}


def random_ranking(random: Random) -> list[Row[int]]:
    ranks = sorted(random.choices(range(1, 6), k=7))
    players = random.sample(range(10), 9)
    return rows(*zip(players[:7], ranks, strict=True), *((player, None) for player in players[7:]))


@pytest.mark.parametrize("seed", range(50))
def test_moves_equal_pairwise_comparison(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - no secret
    before, after = random_ranking(random), random_ranking(random)
    ranks_before, ranks_after = ({row.player: row.rank for row in table if row.rank} for table in (before, after))
    for player, move in rank_moves_by_player(before, after).items():
        overtaken = [
            other
            for other in ranks_after
            if {player, other} <= ranks_before.keys() & ranks_after.keys()
            if ranks_before[other] <= ranks_before[player]
            if ranks_after[other] > ranks_after[player]
        ]
        assert move == RankMove(ranks_before.get(player), ranks_after.get(player), tuple(overtaken))


def test_number_of_overtaken_players_is_limited() -> None:
    before, after = rows((1, 1), (2, 2), (3, 3)), rows((2, 1), (3, 2), (1, 3))
    assert [move.overtaken_players for move in rank_moves_by_player(before, after, 1).values()] == [(1,), (), ()]
