"""Single slips that explain a whole sheet: a missing deal, a repeated row, a wrongly carried total."""

from random import Random

import pytest

from tests.support.games import random_game, rules_of
from tests.support.sheets import rows_of
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.reading import are_rows_legal
from trexscore.rules.paper.sheet import DealFinder, Row, Sheet
from trexscore.rules.paper.sheet_result import (
    SheetCorrections,
    find_corrections,
    read_rows_and_kingdoms,
    read_without_slip,
)
from trexscore.rules.paper.single_slips import CarryError, MissingDeal, RepeatedRow, find_single_slips, repaired_sheet
from trexscore.rules.seats import SEATS, Seat

SEEDS = range(8)


def _game(seed: int, *, running: bool = False) -> tuple[HouseRules, list[Row]]:
    game = random_game(Random(seed), {"preset": "standard"})  # noqa: S311 - no secret
    return rules_of(game), rows_of(game, running=running)


def _corrections_of(rules: HouseRules, rows: list[Row], *, running: bool = False) -> SheetCorrections:
    reader, sheet = DealFinder(rules, has_running_totals=running), Sheet(tuple(rows), running)
    return find_corrections(reader, sheet, read_rows_and_kingdoms(reader, sheet).reading)


@pytest.mark.parametrize("seed", SEEDS)
def test_missing_row_is_found_with_deal(seed: int) -> None:
    rules, rows = _game(seed)
    index = Random(seed).randrange(14)  # noqa: S311 - no secret
    removed = rows.pop(index)
    corrections = _corrections_of(rules, rows)
    missing = corrections.slips[0]
    assert isinstance(missing, MissingDeal)
    assert (missing.king, missing.contract_set) == (removed.king, removed.contract_set)
    assert missing.row_count_before == index - index % 5 + 4
    assert index in (missing.row_count_before, *missing.alternative_row_counts_before)
    assert all(len(fix) <= 2 for fix in corrections.fixes.found_fixes)
    assert are_rows_legal(DealFinder(rules, has_running_totals=False), repaired_sheet(Sheet(tuple(rows)), missing).rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_missing_row_in_running_totals_is_found(seed: int) -> None:
    rules, rows = _game(seed, running=True)
    index = Random(seed).randrange(14)  # noqa: S311 - no secret
    removed = rows.pop(index)
    missing = _corrections_of(rules, rows, running=True).slips[0]
    assert isinstance(missing, MissingDeal)
    assert index in (missing.row_count_before, *missing.alternative_row_counts_before)
    assert missing.contract_set == removed.contract_set


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("running", [False, True])
def test_repeated_row_is_found(seed: int, running: bool) -> None:  # noqa: FBT001 - a parameter of the test
    rules, rows = _game(seed, running=running)
    index = Random(seed).randrange(14)  # noqa: S311 - no secret
    rows = [*rows[: index + 1], rows[index], *rows[index + 1 : 18]]
    assert RepeatedRow(index + 1, index) in _corrections_of(rules, rows, running=running).slips


@pytest.mark.parametrize("seed", SEEDS)
def test_wrongly_carried_total_is_one_slip(seed: int) -> None:
    rules, rows = _game(seed, running=True)
    random = Random(seed)  # noqa: S311 - no secret
    index, seat = random.randrange(17), random.choice(SEATS)
    for row in range(index, len(rows)):
        cells = rows[row].cells
        rows[row] = rows[row]._replace(cells=cells.replacing(seat, (cells[seat] or 0) - 10))
    causes = _corrections_of(rules, rows, running=True).slips
    assert CarryError(index, seat, -10) in causes


def test_wrong_number_is_no_missing_deal() -> None:
    rules, rows = _game(1)
    rows[7] = rows[7]._replace(cells=rows[7].cells.replacing(Seat.B, 7))
    corrections = _corrections_of(rules, rows)
    assert not corrections.slips
    assert len(corrections.fixes.found_fixes[0]) == 1


def test_possible_sheet_has_no_slip() -> None:
    rules, rows = _game(2)
    assert _corrections_of(rules, rows).slips == ()


def test_kingdoms_after_missing_deal_are_valid() -> None:
    rules, rows = _game(3)
    del rows[7]
    reader, sheet = DealFinder(rules, has_running_totals=False), Sheet(tuple(rows))
    (missing,) = find_single_slips(reader, sheet)
    repaired = read_without_slip(reader, sheet, missing)
    assert [row.status for row in repaired.reading.row_readings] == ["possible"] * 19
    assert [kingdom.row_indexes for kingdom in repaired.kingdoms] == [
        (0, 1, 2, 3, 4),
        (9, 10, 11, 12, 13),
        (14, 15, 16, 17, 18),
    ]
    assert all(kingdom.sum in kingdom.expected_sums for kingdom in repaired.kingdoms)
