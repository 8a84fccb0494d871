"""Sheets, rows and fixes, compared with exhaustive searches and random games."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.games import GameJson, games, random_game, rules_of
from tests.support.sheets import (
    SheetChanges,
    apply_changes,
    brute_force_fixes,
    brute_force_readings,
    rows_of,
    with_blanks,
)
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.contract_set import contract_set_of
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cell_changes import row_with_changes, slip_kind_of
from trexscore.rules.paper.fixes import MAX_FIXES, Fix, find_fixes
from trexscore.rules.paper.kingdoms import kingdoms_of
from trexscore.rules.paper.reading import SheetReading, are_rows_legal, read_sheet
from trexscore.rules.paper.sheet import DealFinder, Row, Sheet
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, BySeat, Seat

SMALL = preset_rules_with_options(
    "standard",
    {
        "king_of_hearts_points": 3,
        "queen_points": 0,
        "diamond_points": 0,
        "trick_points": 0,
        "trex_points": (5, 4, 2, 1),
        "doubling": "king_of_hearts",
    },
)
"""Few different totals, so that an exhaustive search is feasible."""


def read(rules: HouseRules, rows: list[Row], *, running: bool = False) -> SheetReading:
    return read_sheet(DealFinder(rules, has_running_totals=running), Sheet(tuple(rows), running))


def fixes_of(rules: HouseRules, rows: list[Row], *, running: bool = False) -> tuple[Fix, ...]:
    return find_fixes(DealFinder(rules, has_running_totals=running), Sheet(tuple(rows), running)).found_fixes


def rows_after(rows: list[Row], fix: Fix) -> list[Row]:
    return [
        row_with_changes(row, [change for change in fix if change.row_index == index]) for index, row in enumerate(rows)
    ]


def as_changed(fix: Fix) -> SheetChanges:
    return frozenset(
        (change.row_index, change.kind if change.seat is None else change.seat, change.corrected_value)
        for change in fix
    )


small_total = st.sampled_from([None, 0, 0, 0, -3, -6, 3, 1, 2, 4, 5])
small_row = st.builds(
    Row,
    st.sampled_from([None, Seat.A, Seat.B]),
    st.sampled_from([None, *(contract_set_of((contract,)) for contract in CONTRACTS)]),
    st.one_of(
        st.builds(BySeat, small_total, small_total, small_total, small_total),
        st.sampled_from([BySeat(None, None, None, None), BySeat(0, 0, None, 0), BySeat(5, 4, 2, 1)]),
    ),
)


@settings(max_examples=200, deadline=None)
@example([Row(), Row(contract_set=contract_set_of((Contract.TREX,)))])
@given(st.lists(small_row, min_size=1, max_size=3))
def test_reading_equals_trying_everything(rows: list[Row]) -> None:
    possible_games, reading = brute_force_readings(SMALL, rows), read(SMALL, rows)
    assert reading.is_possible == bool(possible_games)
    for index, row in enumerate(reading.row_readings):
        if possible_games:
            assert {contract_set.contracts[0] for contract_set in row.possible_contract_sets} == {
                game[index][1] for game in possible_games
            }
            assert row.status != "impossible"
        else:
            assert (row.status == "impossible") == (not row.possible_contract_sets)
    assert possible_games or any(row.status == "impossible" for row in reading.row_readings)


@settings(max_examples=25, deadline=None)
@example([Row(None, None, BySeat(None, None, -3, -3))])
@given(st.lists(small_row, min_size=1, max_size=2))
def test_fixes_equal_trying_everything(rows: list[Row]) -> None:
    max_size = 3 if len(rows) == 1 else 2
    all_fixes, fixes = brute_force_fixes(SMALL, rows, max_size), [as_changed(fix) for fix in fixes_of(SMALL, rows)]
    if all_fixes == {frozenset()}:
        assert read(SMALL, rows).is_possible
        return
    assert {fix for fix in fixes if len(fix) <= max_size} <= all_fixes
    assert [len(fix) for fix in fixes] == sorted(map(len, fixes))
    complete_size = len(fixes[-1]) - 1 if len(fixes) == MAX_FIXES else max_size
    assert {fix for fix in all_fixes if len(fix) <= complete_size} <= {*fixes}


@pytest.mark.parametrize("cells", [(-30, 40, -50, -10), (-25, -150, 50, 10), (0, -75, 75, 0), (200, 150, 105, 50)])
def test_fixes_under_standard_rules(cells: tuple[int, int, int, int]) -> None:
    rules = PRESETS["standard"].rules
    rows = [Row(Seat.A, contract_set_of((Contract.DIAMONDS,)), BySeat(*cells))]
    all_fixes, fixes = brute_force_fixes(rules, rows, 1), [as_changed(fix) for fix in fixes_of(rules, rows)]
    assert {fix for fix in fixes if len(fix) == 1} == all_fixes


@settings(max_examples=60, deadline=None)
@given(games(), st.integers(0, 10_000), st.sampled_from([0, 0.1, 0.5]))
def test_played_game_is_possible_with_blanks(game: GameJson, seed: int, share: float) -> None:
    rows = rows_of(game)
    reading = read(rules_of(game), with_blanks(Random(seed), rows, share))  # noqa: S311 - no secret
    assert reading.is_possible
    for row, row_reading in zip(rows, reading.row_readings, strict=True):
        assert row.contract_set in row_reading.possible_contract_sets
        assert row_reading.status == "possible" or share


@settings(max_examples=25, deadline=None)
@given(games(), st.integers(0, 10_000), st.sampled_from([0, 0.1]))
def test_played_game_is_possible_with_running_totals(game: GameJson, seed: int, share: float) -> None:
    rows = rows_of(game, running=True)
    reading = read(rules_of(game), with_blanks(Random(seed), rows, share), running=True)  # noqa: S311 - no secret
    assert reading.is_possible
    assert all(
        row.contract_set in row_reading.possible_contract_sets
        for row, row_reading in zip(rows, reading.row_readings, strict=True)
    )


def with_slip(random: Random, rows: list[Row]) -> tuple[list[Row], int, Seat]:
    """Rows with a slip in one total, its row and its seat."""
    index, seat = random.randrange(len(rows)), random.choice(SEATS)
    actual = rows[index].cells[seat]
    assert actual is not None
    wrong = random.choice(
        [-actual, int(str(actual)[::-1]) if actual >= 0 else -int(str(-actual)[::-1]), actual + 10, actual - 25, 7]
    )
    wrong_rows = list(rows)
    wrong_rows[index] = rows[index]._replace(cells=rows[index].cells.replacing(seat, wrong))
    return wrong_rows, index, seat


@pytest.mark.parametrize("preset", ["standard", "combination", "complex", "wikipedia_reversed", "howto_reversed_trex"])
@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_actual_slip_is_among_fixes(preset: str, running: bool, seed: int) -> None:  # noqa: FBT001
    random = Random(seed)  # noqa: S311 - no secret
    rules = PRESETS[preset].rules
    game = random_game(random, {"preset": preset, "options": {}}, 12)
    rows = rows_of(game, running=running)
    for _ in range(10):
        wrong_rows, index, seat = with_slip(random, rows)
        if read(rules, wrong_rows, running=running).is_possible:
            continue
        fixes = fixes_of(rules, wrong_rows, running=running)
        assert frozenset({(index, seat, rows[index].cells[seat])}) in [as_changed(fix) for fix in fixes]
        for fix in fixes:
            assert are_rows_legal(DealFinder(rules, has_running_totals=running), rows_after(wrong_rows, fix))
            for size in range(len(fix)):
                for part in combinations(fix, size):
                    assert not are_rows_legal(
                        DealFinder(rules, has_running_totals=running), rows_after(wrong_rows, part)
                    )
        return
    pytest.fail("no slip made the sheet impossible")


def diamonds(*cells: int | None, king: Seat | None = Seat.A) -> Row:
    return Row(king, contract_set_of((Contract.DIAMONDS,)), BySeat(*cells))


def test_carried_slip_is_fixed_down_column() -> None:
    rules = PRESETS["standard"].rules
    game = random_game(Random(4), {"preset": "standard", "options": {}}, 8)  # noqa: S311 - no secret
    rows = rows_of(game, running=True)
    wrong_rows = [
        row if index < 4 else row._replace(cells=row.cells.replacing(Seat.B, (row.cells.B or 0) + 10))
        for index, row in enumerate(rows)
    ]
    fixes = fixes_of(rules, wrong_rows, running=True)
    assert as_changed(fixes[0]) == {(index, Seat.B, rows[index].cells.B) for index in range(4, 8)}
    assert apply_changes(wrong_rows, as_changed(fixes[0])) == rows


def test_swapped_columns_in_running_totals() -> None:
    rules = PRESETS["standard"].rules
    game = random_game(Random(6), {"preset": "standard", "options": {}}, 6)  # noqa: S311 - no secret
    rows = rows_of(game, running=True)
    a, b, c, d = rows[3].cells
    assert a != b
    wrong_rows = [*rows[:3], rows[3]._replace(cells=BySeat(b, a, c, d)), *rows[4:]]
    fix = fixes_of(rules, wrong_rows, running=True)[0]
    assert as_changed(fix) == {(3, Seat.A, a), (3, Seat.B, b)}
    assert {change.kind for change in fix} == {"columns_swapped"}


def test_expected_sums_of_kingdom() -> None:
    row = diamonds(-50, -40, -30, -10)
    for preset, expected in (("standard", {-130}), ("denexa_as_printed", {130})):
        rules = PRESETS[preset].rules
        rows = [row if preset == "standard" else diamonds(50, 40, 30, 10)]
        reading = read(rules, rows)
        (kingdom,) = kingdoms_of(DealFinder(rules, has_running_totals=False), Sheet(tuple(rows)), reading)
        assert (kingdom.king, kingdom.sum, {*kingdom.expected_sums}) == (Seat.A, *expected, expected)
    rules = PRESETS["howto_quadruple"].rules
    rows = [Row(Seat.A)] * 5
    (kingdom,) = kingdoms_of(DealFinder(rules, has_running_totals=False), Sheet(tuple(rows)), read(rules, rows))
    kings, queens = (0, 225), (0, 75, 150, 225, 300)
    assert {*kingdom.expected_sums} == {-king - queen for king in kings for queen in queens}


def test_rows_after_complete_game_are_impossible() -> None:
    rules = PRESETS["complex"].rules
    game = random_game(Random(1), {"preset": "complex", "options": {}})  # noqa: S311 - no secret
    rows = [*rows_of(game), Row()]
    reading = read(rules, rows)
    assert [row.status for row in reading.row_readings] == ["possible"] * 8 + ["impossible"]
    assert fixes_of(rules, rows) == ()


def test_single_contracts_ignore_time_limit() -> None:
    reader = DealFinder(PRESETS["standard"].rules, has_running_totals=False, clock=lambda: 1000)
    reading = read_sheet(reader, Sheet((diamonds(-50, -40, -30, -11), diamonds(None, -40, -30, -10))))
    assert [row.status for row in reading.row_readings] == ["impossible", "possible"]
    assert reading.row_readings[1].cells == BySeat(-50, -40, -30, -10)
    assert reader.is_exact


def test_repeated_contract_is_impossible() -> None:
    rows = [diamonds(-50, -40, -30, -10), diamonds(-60, -40, -20, -10)]
    reading = read(PRESETS["standard"].rules, rows)
    assert [row.status for row in reading.row_readings] == ["possible", "impossible"]


@pytest.mark.parametrize(
    ("written_total", "right_total", "kind"),
    [
        (30, -30, "sign"),
        (-120, -210, "digits_swapped"),
        (-40, -50, "digit"),
        (10, 100, "digit"),
        (0, 75, "doubled_card"),
        (-75, -150, "doubled_card"),
        (-40, -55, "other"),
        (-40, 50, "other"),
    ],
)
def test_change_has_likeliest_kind(written_total: int, right_total: int, kind: str) -> None:
    assert slip_kind_of(written_total, right_total, frozenset({75, -75})) == kind
