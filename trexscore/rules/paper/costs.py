"""The least cost of a row as a deal: exact for points of single deals, a bound by the sum for running totals."""

from collections.abc import Iterator
from functools import partial

from trexscore.rules.contract_set import ALL_FIVE, contract_set_of
from trexscore.rules.expected import face_value
from trexscore.rules.kings import Kings
from trexscore.rules.paper.cells import NOTHING_YET, Cells, blanks, known
from trexscore.rules.paper.changes import SURPRISE, Slip, differs, likely_totals, slip_of, steps_of_doubling
from trexscore.rules.paper.lower_bound import CHANGE, Place
from trexscore.rules.paper.near_totals import Nearby, Totals
from trexscore.rules.paper.sheet import Move, Row, SheetReader
from trexscore.rules.paper.sums import Sums, moved, moves_of_deal, together
from trexscore.rules.seats import SEATS, Seat


class Costs:
    """Computes and caches the costs of reading the rows of a sheet as deals."""

    def __init__(self, course: SheetReader, rows: tuple[Row, ...]) -> None:
        self._course = course
        self._rows = rows
        self._nearby: dict[tuple[int, Cells, int], Nearby] = {}
        self._exact: dict[tuple[int, int], int] = {}
        self._floors: dict[tuple[int, int], int] = {}
        self._sums: dict[Kings, Sums] = {}

    def nearby(self, row: int, before: Cells, move: Move) -> Nearby:
        """The possible totals near those of the row."""
        reach = self._course.reach(move)
        key = (row, before, id(reach))
        if key not in self._nearby:
            likely = partial(self._likely_points, self._rows[row], before, move)
            self._nearby[key] = Nearby(reach, self._course.cells(before, self._rows[row]), likely)
        return self._nearby[key]

    def slips(self, row: int, before: Cells, move: Move, size: int) -> Iterator[Slip]:
        """All sets of exactly so many changes after which the row is this deal."""
        changed = size - differs(self._rows[row], move)
        if not 0 <= changed <= len(SEATS):
            return
        near = self.nearby(row, before, move)
        for totals in near.all(changed) if self._course.running else near.needed(changed):
            yield slip_of(self._course.rules, row, self._rows[row], move, self._to_written(before, totals))

    def know(self, row: int, move: Move) -> bool:
        """Compute the exact cost of the row's totals as this deal. Returns False if it was known.

        For combined contracts, two changes are assumed to be enough if one is not.
        """
        key = (row, id(self._course.reach(move)))
        if key in self._exact:
            return False
        near = self.nearby(row, NOTHING_YET, move)
        written = self._rows[row]._replace(king=None, programme=None)
        for changed in range(len(SEATS) + 1) if near.is_listed else range(2):
            changes = near.needed(changed)
            if changes:
                slips = (slip_of(self._course.rules, row, written, move, totals) for totals in changes)
                self._exact[key] = CHANGE * changed + min(slip.surprise for slip in slips)
                return True
        self._exact[key] = 2 * CHANGE
        return True

    def of_row(self, row: int, _place: Place, move: Move) -> Iterator[tuple[bool, int]]:
        """The cost function for sheets with the points of each deal."""
        key = (row, id(self._course.reach(move)))
        cost = self._exact.get(key)
        if cost is None:
            cost = self._floors.get(key)
        if cost is None:
            fits = self._course.reach(move).fits(self._rows[row].cells)
            cost = self._floors[key] = 0 if fits else CHANGE
        yield False, self._naming_cost(row, move) + cost

    def of_running_row(self, row: int, place: Place, move: Move) -> Iterator[tuple[bool, int]]:
        """The cost function for running totals: a row is unchanged, or changed.

        An unchanged row needs a possible sum, and possible totals if the row before is unchanged too. A change moves
        the sum, so if the sum was right and is the only possible one, two totals have changed.
        """
        cells, named = self._rows[row].cells, self._naming_cost(row, move)
        sums = self._sums_of(move.after)
        adds_up = bool(blanks(cells)) or sum(known(cells)) in sums
        if adds_up and (place.touched or self._fits_as_written(row, move)):
            yield False, named
        yield True, named + CHANGE * (2 if adds_up and len(sums) == 1 and not blanks(cells) else 1)

    def _fits_as_written(self, row: int, move: Move) -> bool:
        before = self._rows[row - 1].cells if row else NOTHING_YET
        return bool(self.nearby(row, before, move).all(0))

    def _naming_cost(self, row: int, move: Move) -> int:
        return (CHANGE + SURPRISE["contract"]) * differs(self._rows[row], move)

    def _sums_of(self, kings: Kings) -> Sums:
        """The possible sums of running totals."""
        if kings not in self._sums:
            rules = self._course.rules
            deals = [
                contract_set_of((contract,))
                for king in kings.begun
                for contract in ALL_FIVE.without(kings.left[king]).contracts
            ]
            sums = together(moves_of_deal(rules, deal) for deal in deals)
            self._sums[kings] = moved(sum(face_value(rules, deal) for deal in deals), sums)
        return self._sums[kings]

    def _to_written(self, before: Cells, totals: Totals) -> Totals:
        """Totals of a deal as they are written on the sheet."""
        if not self._course.running:
            return totals
        return tuple((seat, value + (before[seat] or 0)) for seat, value in totals)

    def _likely_points(self, row: Row, before: Cells, move: Move, seat: Seat) -> list[int]:
        written, total_before = row.cells[seat], before[seat] if self._course.running else 0
        if written is None or total_before is None:
            return []
        steps = steps_of_doubling(self._course.rules, move.programme)
        return [value - total_before for value in {*likely_totals(written), *(written + step for step in steps)}]
