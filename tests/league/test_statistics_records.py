"""Records of a club: their holders and games, and longest series."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import deal_of, game_of, random_game
from tests.support.statistics import (
    facts_in,
    finishes_in,
    recorded,
    records_of,
    rules_game_and_facts,
    shuffled,
    worked_case,
)
from trexscore.league.statistics.comparable_rules import key_has_partners
from trexscore.league.statistics.records import (
    MAX_NAMED_HOLDERS,
    NO_RECORDS,
    GameForRecords,
    Record,
    RecordHolders,
    Records,
    StoredRecords,
    as_stored,
    from_stored,
)
from trexscore.rules.seats import BySeat

DENEXA = "own_capture=leader_gains"


def single_record(value: int, game: str, *members: int) -> Record:
    return Record(value, 1, (RecordHolders("", game, members),))


def test_worked_game_records() -> None:
    # g1: 65, 105, −120, −50; kingdoms of A −85, B 120, C 190, D 80.
    records = records_of([recorded("g1", worked_case("g1"))])
    points = records.points_records_by_rules[""]
    assert points["highest_game"] == single_record(105, "g1", 2)
    assert points["lowest_game"] == single_record(-120, "g1", 3)
    assert points["best_kingdom"] == single_record(190, "g1", 3)
    assert points["worst_kingdom"] == single_record(-85, "g1", 1)
    assert points["closest_game"] == single_record(40, "g1", 1, 2)
    assert points["widest_win"] == single_record(40, "g1", 2)
    # B: 0 for C's queen, +75 for the king of hearts, +25 twice; D only the king of hearts.
    assert points["most_earned_by_doubling"] == single_record(75 + 25 + 25, "g1", 2)
    assert "biggest_comeback" not in points
    count_records = records.all_records_of_counts
    # C took 3 queens in A's kingdom, 2 in B's and 3 in D's.
    assert count_records["most_queens"] == single_record(8, "g1", 3)
    assert count_records["most_tricks"] == single_record(8 + 6 + 1 + 7, "g1", 3)
    assert count_records["most_trex_firsts"] == single_record(2, "g1", 3)
    assert count_records["most_kings_of_hearts"] == single_record(2, "g1", 2)
    assert count_records["most_doublings_paid_off"] == single_record(3, "g1", 2)
    assert count_records["longest_winning_series"].value == 1


def test_pair_records_belong_to_pairs() -> None:
    points = records_of([recorded("g4", worked_case("g4"))]).points_records_by_rules["partnership=true"]
    assert points["highest_pair_game"] == single_record(60, "g4", 1, 3)
    assert points["biggest_comeback"] == single_record(120, "g4", 1, 3)
    assert points["widest_win"] == single_record(120, "g4", 1, 3)
    assert points["closest_game"] == single_record(120, "g4", 1, 2, 3, 4)


def test_equal_records_are_shared_within_rules() -> None:
    games = [
        recorded("x", worked_case("g1"), date="2026-01-02"),
        recorded("y", worked_case("g1"), BySeat(9, 8, 7, 6), date="2026-01-01"),
        recorded("z", worked_case("g3")),
    ]
    records = records_of(games)
    shared = records.points_records_by_rules[""]["highest_game"]
    assert shared == Record(105, 2, (RecordHolders("2026-01-01", "y", (8,)), RecordHolders("2026-01-02", "x", (2,))))
    assert records.points_records_by_rules[DENEXA]["highest_game"] == single_record(160, "z", 3)
    assert "biggest_comeback" not in records.points_records_by_rules[DENEXA]


def test_shared_record_names_first_holders() -> None:
    games = [
        recorded(f"{number:03}", worked_case("g1"), date=f"{number:03}") for number in range(MAX_NAMED_HOLDERS + 7)
    ]
    record = records_of(games).points_records_by_rules[""]["highest_game"]
    assert record.times_reached == MAX_NAMED_HOLDERS + 7
    assert [holder.game_uid for holder in record.holders] == [f"{number:03}" for number in range(MAX_NAMED_HOLDERS)]


def test_seat_without_member_holds_no_record() -> None:
    records = records_of([recorded("g1", worked_case("g1"), BySeat(1, None, 3, 4))])
    assert records.points_records_by_rules[""]["highest_game"] == single_record(65, "g1", 1)
    assert set(records.winning_runs_by_member) == {1, 3, 4}


def test_abandoned_game_holds_no_game_record() -> None:
    game = worked_case("g1")
    rules, played, facts = rules_game_and_facts(game | {"deals": game["deals"][:9]})
    abandoned = recorded("g1", game)._replace(best_finishes=finishes_in(rules, played), facts=facts)
    points = records_of([abandoned]).points_records_by_rules[""]
    assert set(points) == {"best_kingdom", "worst_kingdom", "most_earned_by_doubling"}


def games_with_results(results: str) -> list[GameForRecords]:
    """Games of member 1: W is a win, any other letter is not."""
    # Seat B wins the worked game: Amal has seat B in won games, and seat C in others.
    seats: dict[bool, BySeat[int | None]] = {True: BySeat(2, 1, 3, 4), False: BySeat(2, 3, 1, 4)}
    return [
        recorded(f"{number:02}", worked_case("g1"), seats[result == "W"], f"{number:02}")
        for number, result in enumerate(results)
    ]


def test_longest_series_names_first_and_last_game() -> None:
    records = records_of(games_with_results("WL" + "WWW" + "L" + "WW"))
    assert records.all_records_of_counts["longest_winning_series"] == Record(3, 1, (RecordHolders("04", "04", (1,)),))
    longest, closing = records.winning_runs_by_member[1].longest_run, records.winning_runs_by_member[1].closing_run
    assert longest is not None
    assert (longest.length, longest.first_game_uid, longest.last_game_uid) == (3, "02", "04")
    assert closing is not None
    assert (closing.length, closing.first_game_uid, closing.last_game_uid) == (2, "06", "07")


def test_earlier_of_equal_series_is_kept() -> None:
    longest = records_of(games_with_results("WWLWW")).winning_runs_by_member[1].longest_run
    assert longest is not None
    assert (longest.length, longest.first_game_uid) == (2, "00")


def test_loss_by_doubling_is_no_record() -> None:
    game = game_of(deal_of("king_of_hearts", {"taken_by": "B", "doubled_by": "B"}), own_capture="double")
    assert records_of([recorded("g1", worked_case("g1"))._replace(facts=facts_in(game))]).points_records_by_rules == {}


@given(st.text("WL", max_size=12), st.integers(0, 12))
def test_series_join_at_any_cut(results: str, cut: int) -> None:
    games = games_with_results(results)
    joined = records_of(games[:cut]) + records_of(games[cut:])
    assert joined == records_of(games)
    longest = max(map(len, results.split("L")))
    assert (
        joined.winning_runs_by_member[1].longest_run.length
        if results and joined.winning_runs_by_member[1].longest_run
        else 0
    ) == longest


def random_season(seed: int, number: int) -> list[GameForRecords]:
    """Complete games of six members under two sets of rules."""
    random = Random(seed)  # noqa: S311 - cards, not secrets
    presets: list[dict[str, Any]] = [
        {"preset": name, "options": {}} for name in ("complex", "complex_partnership", "wikipedia_reversed")
    ]
    return [
        recorded(f"{day:02}", random_game(random, random.choice(presets)), shuffled(random, 6), f"{day:02}")
        for day in range(number)
    ]


SEASONS = st.builds(random_season, st.integers(0, 2**32), st.integers(0, 5))


@given(SEASONS, st.integers(0, 5))
def test_incremental_records_equal_records_of_all(games: Sequence[GameForRecords], cut: int) -> None:
    added_up = NO_RECORDS
    for game in games:
        added_up += records_of([game])
    assert added_up == records_of(games) == records_of(games[:cut]) + records_of(games[cut:])
    backwards = records_of(list(reversed(games)))
    assert (backwards.records_of_counts, backwards.points_records_by_rules) == (
        added_up.records_of_counts,
        added_up.points_records_by_rules,
    )


@given(SEASONS)
def test_records_survive_json(games: Sequence[GameForRecords]) -> None:
    records = records_of(games)
    text = msgspec.json.encode(as_stored(records))
    assert from_stored(msgspec.json.decode(text, type=StoredRecords)) == records


@given(SEASONS)
def test_highest_game_ignores_sign_rule(games: Sequence[GameForRecords]) -> None:
    records = records_of(games)
    for key, records_by_kind in records.points_records_by_rules.items():
        points_by_game = [
            game.facts.map(lambda facts: facts.point_sums.game_points.sum)
            for game in games
            if game.comparable_rules_key == key
        ]
        points = [value for game_points in points_by_game for value in game_points]
        assert records_by_kind["highest_game"].value == max(points)
        assert records_by_kind["lowest_game"].value == min(points)
        assert records_by_kind["highest_game"].times_reached == points.count(max(points))
        if not key_has_partners(key):
            best = [sorted(game_points)[2:] for game_points in points_by_game]
            assert records_by_kind["closest_game"].value == min(first - second for second, first in best)


def test_records_of_other_version_are_refused() -> None:
    with pytest.raises(ValueError, match="version 0"):
        from_stored({"version": 0})


def test_club_without_games_has_no_records() -> None:
    assert records_of([]) == NO_RECORDS == Records() + Records()
    assert NO_RECORDS.all_records_of_counts == {}
