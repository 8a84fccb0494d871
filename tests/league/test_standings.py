"""Properties of standings, tested with random seasons."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import add
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.clubs.leagues import Season, meetings_of, result
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.league.basis import BASIS_KINDS, Basis, best_game_indices, better_direction_of_points, score
from trexscore.league.meetings import MeetingCounts
from trexscore.league.season_rules import SeasonRules
from trexscore.league.standings import Row, standings
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.league.tie_breaks import TIE_BREAKS, TieBreakData, break_ties
from trexscore.rules.seats import SEATS, BySeat

HOUSE_RULES = [
    preset_rules_with_options("standard", options)
    for options in ({}, {"winner": "lowest_total"}, {"partnership": True}, {"winner": "worst_player_loses"})
]
RulesAndSeason = tuple[SeasonRules, Season[int]]


@st.composite
def seasons(draw: st.DrawFn, kinds: Sequence[str] = BASIS_KINDS) -> RulesAndSeason:
    """A few games of six players with few points, so that many are tied."""
    house_rules = draw(st.sampled_from(HOUSE_RULES))
    points = st.tuples(*[st.integers(-2, 2)] * 4)
    games = draw(
        st.lists(
            st.tuples(
                st.permutations(range(1, 7)).map(lambda players: BySeat(*players[:4])),
                st.builds(
                    lambda totals, firsts: result(house_rules, totals, firsts),
                    points,
                    st.lists(st.sampled_from(SEATS), max_size=2),
                ),
            ),
            max_size=8,
        )
    )
    kind = draw(st.sampled_from([kind for kind in BASIS_KINDS if kind in kinds]))
    best = draw(st.integers(1, 3))
    of = draw(st.none() | st.integers(best, 4))
    basis = (
        Basis(kind, best, of)
        if kind == "best"
        else Basis(kind, placement_points=(4, 2, 1, 0) if kind == "places" else ())
    )
    chain = tuple(draw(st.lists(st.sampled_from(TIE_BREAKS), unique=True, max_size=4)))
    return SeasonRules(basis, draw(st.integers(1, 3)), chain, better_direction_of_points(house_rules)), Season(
        tuple(games)
    )


GUESTS = st.sets(st.integers(1, 6), max_size=2).map(tuple)


@given(seasons(), GUESTS)
def test_every_player_has_one_row_unranked_last(rules_and_season: RulesAndSeason, guests: tuple[int, ...]) -> None:
    rules, season = rules_and_season
    rows = season.table(rules, guests)
    assert sorted(row.player for row in rows) == sorted({player for player, _, _ in season.entries()})
    assert sorted(rows, key=lambda row: not row.has_rank) == list(rows)
    for row in rows:
        assert row.missing_game_count == (max(0, rules.minimum_games - row.tally.games))
        assert row.is_guest == (row.player in guests)
        assert row.has_rank == (not row.missing_game_count and not row.is_guest)


def test_player_without_games_is_last() -> None:
    rules = SeasonRules(Basis("sum"), minimum_games=2)
    tallies = {1: EMPTY_TALLY, 2: Tally(1, -50), 3: Tally(2, -100)}
    rows = standings(rules, tallies, read_game_points=lambda _: {}, read_meeting_counts=lambda _: ())
    assert [(row.player, row.rank, row.missing_game_count) for row in rows] == [(3, 1, 0), (2, None, 1), (1, None, 2)]


@given(seasons(), GUESTS)
def test_ranks_follow_scores(rules_and_season: RulesAndSeason, guests: tuple[int, ...]) -> None:
    rules, season = rules_and_season
    order = 1 if rules.basis.better_score_direction(rules.better_points_direction) == "more" else -1
    rows = [row for row in season.table(rules, guests) if row.has_rank]
    for index, row in enumerate(rows):
        assert row.rank is not None
        assert rows[row.rank - 1].rank == row.rank
        assert row.rank == index + 1 or (row.is_shared and rows[index - 1].rank == row.rank)
        assert row.is_shared == ([other.rank for other in rows].count(row.rank) > 1)
    for above, below in pairwise(rows):
        assert order * above.score >= order * below.score
        decided = below.lost_tie_by is not None
        assert decided == (above.score == below.score and above.rank != below.rank)


@given(seasons())
@settings(max_examples=300)
def test_tied_players_are_equal_in_every_tie_break(rules_and_season: RulesAndSeason) -> None:
    rules, season = rules_and_season
    rows = [row for row in season.table(rules) if row.has_rank]
    points = points_of(season)
    data = TieBreakData(
        {row.player: row.tally for row in rows},
        lambda players: {player: points[player][: rules.basis.considered_game_count] for player in players},
        lambda _: season.meetings(),
        rules.better_points_direction,
    )
    for rank in {row.rank for row in rows}:
        sharing = tuple(row.player for row in rows if row.rank == rank)
        assert len({row.score for row in rows if row.rank == rank}) == 1
        for tie_break in rules.tie_breaks:
            assert len(break_ties(sharing, [tie_break], data)) == 1, tie_break


@given(seasons())
@settings(max_examples=300)
def test_deciding_tie_break_shows_real_values(rules_and_season: RulesAndSeason) -> None:
    rules, season = rules_and_season
    points = points_of(season)
    for above, below in pairwise(season.table(rules)):
        if below.lost_tie_by is None:
            continue
        tie_break, high, low, games, _among = below.lost_tie_by
        fewer_is_better = tie_break == "fewer_games" or (
            tie_break in ("points", "average", "best_game") and rules.better_points_direction == "less"
        )
        assert (high < low) if fewer_is_better else (high > low)
        assert (games > 0) == (tie_break == "head_to_head")
        if tie_break != "head_to_head":
            best_of = min if rules.better_points_direction == "less" else max
            for row, value in ((above, high), (below, low)):
                tally = row.tally
                assert (
                    value * (tally.games if tie_break == "average" else 1)
                    == {
                        "wins": score(Basis("wins"), "more", tally),
                        "trex_firsts": tally.trex_firsts,
                        "points": tally.points,
                        "average": tally.points,
                        "best_game": best_of(points[row.player][: rules.basis.considered_game_count]),
                        "more_games": tally.games,
                        "fewer_games": tally.games,
                    }[tie_break]
                )


@given(seasons(), st.randoms(use_true_random=False))
def test_order_of_players_does_not_matter(rules_and_season: RulesAndSeason, random: Random) -> None:
    rules, season = rules_and_season
    assert shuffled_standings(rules, season, random) == season.table(rules)


@given(seasons(("sum", "average", "places", "wins")), st.randoms(use_true_random=False))
def test_order_of_games_does_not_matter(rules_and_season: RulesAndSeason, random: Random) -> None:
    rules, season = rules_and_season
    shuffled = Season(tuple(random.sample(season.games, len(season.games))))
    assert shuffled.table(rules) == season.table(rules)


@given(seasons())
def test_meetings_are_read_for_tied_players_only(rules_and_season: RulesAndSeason) -> None:
    rules, season = rules_and_season
    requested_groups: list[tuple[int, ...]] = []
    rows = {row.player: row for row in shuffled_standings(rules, season, requested_groups=requested_groups)}
    for group in requested_groups:
        assert len(group) > 1
        assert all(rows[player].has_rank for player in group)
        assert len({rows[player].score for player in group}) == 1
    if "head_to_head" not in rules.tie_breaks:
        assert not requested_groups


@given(seasons(("best",)))
def test_best_games_are_enough_for_best_basis(rules_and_season: RulesAndSeason) -> None:
    rules, season = rules_and_season
    points = {
        player: [
            game_points[index] for index in best_game_indices(rules.basis, rules.better_points_direction, game_points)
        ]
        for player, game_points in points_of(season).items()
    }
    assert shuffled_standings(rules, season, points=points) == season.table(rules)


@given(st.lists(st.integers(-5, 5), max_size=8), st.integers(1, 4), st.none() | st.integers(4, 6))
def test_best_basis_picks_best_games(points: list[int], best: int, of: int | None) -> None:
    basis = Basis("best", best, of)
    chosen = sorted(points[:of], reverse=True)[:best]
    assert score(basis, "more", EMPTY_TALLY, points) == sum(chosen)
    assert score(basis, "less", EMPTY_TALLY, [-game_points for game_points in points]) == -sum(chosen)


@given(seasons())
def test_score_is_exact(rules_and_season: RulesAndSeason) -> None:
    rules, season = rules_and_season
    for row in season.table(rules):
        tally = row.tally
        twelfths = sum(
            award * share for award, share in zip(rules.basis.placement_points, tally.finish_twelfths, strict=False)
        )
        is_exact = {
            "sum": row.score == tally.points,
            "average": row.score * tally.games == tally.points,
            "places": row.score * 12 == twelfths,
            "wins": row.score * 12 == tally.win_twelfths,
            "best": row.score.denominator == 1,
        }
        assert is_exact.keys() == {*BASIS_KINDS}, "Say here when a score by the new basis is exact."
        assert is_exact[rules.basis.kind]


@given(seasons())
def test_partners_do_not_meet_each_other(rules_and_season: RulesAndSeason) -> None:
    _, season = rules_and_season
    for players, played in season.games:
        met = {frozenset((meeting.player, meeting.opponent)) for meeting in meetings_of(played, players)}
        assert len(met) == (4 if played.partnership else 6)
        assert (frozenset((players.A, players.C)) in met) == (not played.partnership)
        assert all(meeting.ahead + meeting.level + meeting.behind == 1 for meeting in meetings_of(played, players))


def points_of(season: Season[int]) -> dict[int, list[int]]:
    points: dict[int, list[int]] = {}
    for player, _, game_points in season.entries():
        points.setdefault(player, []).append(game_points)
    return points


def shuffled_standings(
    rules: SeasonRules,
    season: Season[int],
    random: Random | None = None,
    points: Mapping[int, Sequence[int]] | None = None,
    requested_groups: list[tuple[int, ...]] | None = None,
) -> tuple[Row[int], ...]:
    """The standings with a shuffled order, and meetings summed as by a database."""
    points_by_player = points or points_of(season)
    tallies: dict[int, list[Tally]] = {player: [] for player in points_by_player}
    for player, tally, _ in season.entries():
        tallies[player].append(tally)
    players = random.sample(sorted(points_by_player), len(points_by_player)) if random else sorted(points_by_player)

    def meeting_counts(group: tuple[int, ...]) -> Iterator[MeetingCounts[int]]:
        if requested_groups is not None:
            requested_groups.append(group)
        sums: dict[tuple[int, int], tuple[int, int, int]] = {}
        for first, second, ahead, level, behind in season.meetings():
            if {first, second} <= set(group):
                if first > second:
                    first, second, ahead, behind = second, first, behind, ahead  # noqa: PLW2901 - swapped
                a, b, c = sums.get((first, second), (0, 0, 0))
                sums[first, second] = (a + ahead, b + level, c + behind)
        for pair in random.sample(sorted(sums), len(sums)) if random else sums:
            yield MeetingCounts(*pair, *sums[pair])

    return standings(
        rules,
        {player: reduce(add, tallies[player], EMPTY_TALLY) for player in players},
        read_game_points=lambda group: {player: points_by_player[player] for player in group},
        read_meeting_counts=meeting_counts,
    )
