"""Standings of random seasons equal those of an independent calculation."""

from fractions import Fraction
from itertools import permutations
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.clubs.leagues import Season, result
from tests.support.plain.tally import PlainGameResult, PlainSeasonRules, PlainStandingsRow, Player, WinRule, plain_table
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.league.basis import BASIS_KINDS
from trexscore.league.season_rules import read_season_rules
from trexscore.league.standings import Row
from trexscore.league.tally import TWELFTHS_PER_FINISH
from trexscore.league.tie_breaks import TIE_BREAKS
from trexscore.rules.seats import SEATS, BySeat

FEW_POINTS = st.sampled_from((-100, -50, 0, 50, 100))
"""Few different values, so that ties are frequent."""
FOURS = {people: st.sampled_from(list(permutations(range(1, people + 1), 4))) for people in (4, 5, 6)}
FOUR_POINTS = st.tuples(*[FEW_POINTS] * 4)
FIRSTS = st.tuples(*[st.sampled_from((0, 1, 2, 3))] * 2)
AWARDS = st.sampled_from(((4, 2, 1, 0), (1, 0, 0, 0), (3, 3, 1, -2)))
CHAINS = st.one_of(
    st.permutations(TIE_BREAKS).flatmap(lambda chain: st.integers(0, 8).map(lambda n: tuple(chain[:n]))),
    st.sampled_from(TIE_BREAKS).map(lambda tie_break: ("head_to_head", *({tie_break} - {"head_to_head"}))),
)


WIN_RULE_FLAGS = st.tuples(st.booleans(), st.booleans())
"""Whether Trex firsts decide between equals, and whether all win but the worst."""


@st.composite
def season_rules(draw: st.DrawFn) -> PlainSeasonRules:
    pairs, best = draw(st.booleans()), draw(st.integers(1, 3))
    return PlainSeasonRules(
        basis=draw(st.sampled_from(BASIS_KINDS)),
        best=best,
        of=draw(st.sampled_from((None, best, best + 2))),
        awards=draw(st.sampled_from(((3, 0), (1, -1)))) if pairs else draw(AWARDS),
        minimum_games=draw(st.integers(1, 3)),
        tie_breaks=draw(CHAINS),
        pairs=pairs,
        less=draw(st.booleans()),
    )


@st.composite
def results(draw: st.DrawFn) -> list[PlainGameResult]:
    fours = FOURS[draw(st.sampled_from((4, 4, 5, 6)))]
    games = draw(st.lists(st.tuples(fours, FOUR_POINTS, FIRSTS), min_size=1, max_size=12))
    return [PlainGameResult("", players, points, firsts) for players, points, firsts in games]


def options_of(season_rules: PlainSeasonRules, win_rule: WinRule) -> dict[str, Any]:
    """The house rules under which games are won in this way."""
    if win_rule.worst_loses:
        winner, signs = "worst_player_loses", "reversed" if season_rules.less else "normal"
    else:
        winner, signs = "lowest_total" if season_rules.less else "highest_total", "normal"
    tie_break = "most_trex_firsts" if win_rule.trex_firsts_break_tie else "shared"
    return {"winner": winner, "signs": signs, "tie_break": tie_break, "partnership": season_rules.pairs}


def as_json(season_rules: PlainSeasonRules) -> dict[str, Any]:
    """A season's counting as the club's journal stores it."""
    basis: dict[str, Any] = {"kind": season_rules.basis}
    if season_rules.basis == "best":
        basis |= {"best": season_rules.best} | ({} if season_rules.of is None else {"of": season_rules.of})
    if season_rules.basis == "places":
        basis["awards"] = list(season_rules.awards)
    return {"basis": basis, "least_games": season_rules.minimum_games, "tie_breaks": list(season_rules.tie_breaks)}


def standings_of(
    season_rules: PlainSeasonRules, win_rule: WinRule, results: list[PlainGameResult], guests: list[int]
) -> dict[Player, PlainStandingsRow]:
    """The standings as the club's code calculates them."""
    house_rules = preset_rules_with_options("standard", options_of(season_rules, win_rule))
    rules = read_season_rules(as_json(season_rules), "season", [], house_rules)
    assert rules is not None
    season: Season[Any] = Season(
        tuple(
            (
                BySeat(*((player,) for player in game_result.members))
                if not season_rules.pairs
                else BySeat(*game_result.members),
                result(house_rules, game_result.points, [SEATS[seat] for seat in game_result.trex_firsts]),
            )
            for game_result in results
        )
    )
    rows = season.pairs(rules, guests) if season_rules.pairs else season.table(rules, [(guest,) for guest in guests])
    return {row.player: line_of(row) for row in rows}


def line_of(row: Row[Any]) -> PlainStandingsRow:
    """The row as calculated independently, with finishes as fractions."""
    tally = row.tally
    firsts, seconds, thirds, fourths = (Fraction(share, TWELFTHS_PER_FINISH) for share in tally.finish_twelfths)
    return PlainStandingsRow(
        row.rank,
        row.is_shared,
        row.score,
        tally.games,
        tally.points,
        (firsts, seconds, thirds, fourths),
        tally.trex_firsts,
        row.lost_tie_by and row.lost_tie_by.tie_break,
    )


STILL_EQUAL = PlainSeasonRules("wins", tie_breaks=("head_to_head", "trex_firsts"))
NOT_ALL_MET = [
    PlainGameResult("", (1, 2, 3, 4), (50, -50, -50, 0), (1, 2)),
    PlainGameResult("", (3, 1, 2, 5), (-50, 50, 0, -50), (1, 1)),
]
"""Player 1 has won twice; 4 and 5 never met. Trex firsts separate 2, and the others start with head to head again."""


@settings(max_examples=200)
@example(STILL_EQUAL, (False, False), NOT_ALL_MET, [])
@given(season_rules(), WIN_RULE_FLAGS, results(), st.sampled_from(([], [], [2])))
def test_standings_equal_oracle(
    season_rules: PlainSeasonRules, win_rule_flags: tuple[bool, bool], results: list[PlainGameResult], guests: list[int]
) -> None:
    win_rule = WinRule(season_rules.less, *win_rule_flags)
    expected = plain_table(season_rules, [game_result._replace(won=win_rule) for game_result in results], guests)
    actual = standings_of(season_rules, win_rule, results, guests)
    assert actual == expected
    ranks = [row.rank for row in actual.values() if row.rank]
    assert ranks == [row.rank for row in expected.values() if row.rank]
