"""Paper score sheets of games, with mistakes, and exhaustive searches of their readings and fixes."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

from tests.support.browser.endings import endings_of_deal
from tests.support.games import GameJson
from trexscore.game.file.game import read_game_file
from trexscore.game.paper_sheet_file import HEADER
from trexscore.rules.cards import CONTRACTS, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.sheet import Row
from trexscore.rules.seats import NO_POINTS, SEATS, Points, Seat, add_points

_Game = list[tuple[Seat, Contract]]


def rows_of(game: GameJson, *, running: bool = False) -> list[Row]:
    """The rows of a game's score sheet."""
    outcome = read_game_file(game).play()
    assert not outcome.refusals
    totals, rows = NO_POINTS, []
    for deal in outcome.game.deals:
        totals = add_points(totals, deal.points)
        rows.append(Row(deal.king, deal.contract_set, (totals if running else deal.points).map(int)))
    return rows


def csv_of(rows: Sequence[Row]) -> str:
    """Rows as a CSV file."""
    lines = [",".join(HEADER)]
    for king, contract_set, cells in rows:
        contracts = "" if contract_set is None else "+".join(contract.value for contract in contract_set.contracts)
        lines.append(
            ",".join(["" if king is None else king.name, contracts, *("" if v is None else str(v) for v in cells)])
        )
    return "\n".join(lines) + "\n"


def with_blanks(random: Random, rows: Sequence[Row], share: float) -> list[Row]:
    """Make some of the numbers unreadable."""

    def blanked(value: int | None) -> int | None:
        return value if random.random() > share else None

    return [
        Row(
            row.king if random.random() > share else None,
            row.contract_set if random.random() > share else None,
            row.cells.map(blanked),
        )
        for row in rows
    ]


@cache
def totals_of(rules: HouseRules, contract: Contract) -> set[Points]:
    """The possible totals of a deal, by scoring every capture."""
    return {points for points, _ in endings_of_deal(rules, contract)}


def brute_force_readings(rules: HouseRules, rows: Sequence[Row]) -> list[_Game]:
    """Every legal game of single contracts, within a first kingdom, that fits the rows."""
    return [
        [(king, contract) for contract in contracts]
        for king in SEATS
        for contracts in product(CONTRACTS, repeat=len(rows))
        if len(set(contracts)) == len(contracts)
        and all(_row_fits(rules, row, king, contract) for row, contract in zip(rows, contracts, strict=True))
    ]


def _row_fits(rules: HouseRules, row: Row, king: Seat, contract: Contract) -> bool:
    if row.king not in (None, king) or row.contract_set not in (None, contract_set_of((contract,))):
        return False
    if None not in row.cells:
        return row.cells in totals_of(rules, contract)
    known_totals = [(seat, value) for seat, value in zip(SEATS, row.cells, strict=True) if value is not None]
    return any(all(points[seat] == value for seat, value in known_totals) for points in totals_of(rules, contract))


SheetChanges = frozenset[tuple[int, Seat | str, object]]
"""Row, changed cell (a seat's total, "king" or "contract"), and new value."""


def brute_force_fixes(rules: HouseRules, rows: Sequence[Row], max_changes: int) -> set[SheetChanges]:
    """All minimal sets of at most this many changes that make rows of a first kingdom possible."""
    fixes: set[SheetChanges] = set()
    for size in range(max_changes + 1):
        for changed in combinations(list(_changeable_cells(rows)), size):
            for values in product(*(_possible_values(rules, rows, row_number, cell) for row_number, cell in changed)):
                changes = frozenset((*row_number, value) for row_number, value in zip(changed, values, strict=True))
                if any(smaller <= changes for smaller in fixes):
                    continue
                if brute_force_readings(rules, apply_changes(rows, changes)):
                    fixes.add(changes)
    return fixes


def apply_changes(rows: Sequence[Row], changes: SheetChanges) -> list[Row]:
    changed_rows = list(rows)
    for row_number, cell, value in changes:
        if isinstance(cell, Seat):
            assert isinstance(value, int)
            changed_rows[row_number] = changed_rows[row_number]._replace(
                cells=changed_rows[row_number].cells.replacing(cell, value)
            )
        elif isinstance(value, Seat):
            changed_rows[row_number] = changed_rows[row_number]._replace(king=value)
        elif isinstance(value, ContractSet):
            changed_rows[row_number] = changed_rows[row_number]._replace(contract_set=value)
    return changed_rows


def _changeable_cells(rows: Sequence[Row]) -> Iterator[tuple[int, Seat | str]]:
    for row_number, row in enumerate(rows):
        yield from ((row_number, seat) for seat in SEATS if row.cells[seat] is not None)
        yield from ((row_number, "king"),) if row.king is not None else ()
        yield from ((row_number, "contract"),) if row.contract_set is not None else ()


def _possible_values(rules: HouseRules, rows: Sequence[Row], row_number: int, cell: Seat | str) -> Sequence[object]:
    row = rows[row_number]
    if cell == "king":
        return [seat for seat in SEATS if seat is not row.king]
    if cell == "contract":
        return [
            contract_set
            for contract_set in (contract_set_of((contract,)) for contract in CONTRACTS)
            if contract_set is not row.contract_set
        ]
    assert isinstance(cell, Seat)
    possible = {points[cell] for contract in CONTRACTS for points in totals_of(rules, contract)}
    return sorted(possible - {row.cells[cell]})
