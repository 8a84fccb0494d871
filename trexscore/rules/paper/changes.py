"""Slips of the pen: what has to be changed on a sheet, what kind of slip that is, and how likely."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import Cells
from trexscore.rules.paper.sheet import Move, Row
from trexscore.rules.seats import Seat
from trexscore.rules.tables.points import points_table

Kind = Literal[
    "sign", "digits_swapped", "digit", "blank", "columns_swapped", "doubled_card", "contract", "king", "other"
]
Value = int | Seat | ContractSet

SURPRISE: dict[Kind, int] = {
    "sign": 1,
    "columns_swapped": 1,
    "digits_swapped": 2,
    "doubled_card": 3,
    "contract": 3,
    "king": 3,
    "digit": 4,
    "blank": 5,
    "other": 9,
}
"""How surprising each is. Columns are swapped two at a time, a doubled card is often two totals."""


class CellChange(NamedTuple):
    """One thing that should have been written otherwise; `row` is its place from 0."""

    row: int
    seat: Seat | None
    was: Value | None
    becomes: Value
    kind: Kind


class Slip(NamedTuple):
    """All changes to a row, and how surprising they are together."""

    changes: tuple[CellChange, ...]
    surprise: int


def slip_of(rules: HouseRules, place: int, row: Row, move: Move, totals: Sequence[tuple[Seat, int]]) -> Slip:
    """What changes when a row is this deal, with these totals instead of those written."""
    changes = [*_other_deal(place, row, move), *_other_totals(rules, place, row, move.programme, totals)]
    return Slip(tuple(changes), sum(SURPRISE[change.kind] for change in changes))


def differs(row: Row, move: Move) -> int:
    """How many of king and contracts have to change for the row to be this deal."""
    return (row.king not in (None, move.king)) + (row.programme not in (None, move.programme))


def with_changes(row: Row, changes: Sequence[CellChange]) -> Row:
    """The row as it should have been written."""
    for _, seat, _, becomes, kind in changes:
        if kind == "king" and isinstance(becomes, Seat):
            row = row._replace(king=becomes)
        elif isinstance(becomes, ContractSet):
            row = row._replace(programme=becomes)
        elif seat is not None:
            row = row._replace(cells=row.cells.replacing(seat, becomes))
    return row


def _other_deal(place: int, row: Row, move: Move) -> list[CellChange]:
    changes = []
    if row.king not in (None, move.king):
        changes.append(CellChange(place, None, row.king, move.king, "king"))
    if row.programme not in (None, move.programme):
        changes.append(CellChange(place, None, row.programme, move.programme, "contract"))
    return changes


def _other_totals(
    rules: HouseRules, place: int, row: Row, programme: ContractSet, totals: Sequence[tuple[Seat, int]]
) -> list[CellChange]:
    swapped = _only_moved(row.cells, totals)
    steps = steps_of_doubling(rules, programme)
    return [
        CellChange(place, seat, was, value, "columns_swapped" if swapped else kind_of(was, value, steps))
        for seat, value in totals
        if (was := row.cells[seat]) is not None
    ]


def _only_moved(cells: Cells, totals: Sequence[tuple[Seat, int]]) -> bool:
    """Whether the totals are the same ones in other columns."""
    return len(totals) > 1 and sorted(cells[seat] or 0 for seat, _ in totals) == sorted(value for _, value in totals)


@lru_cache(maxsize=65536)
def kind_of(was: int, becomes: int, steps: frozenset[int] = frozenset()) -> Kind:
    """The likeliest slip by which the one total was written for the other."""
    if was == -becomes:
        return "sign"
    one, other = str(was), str(becomes)
    if _digits_are_swapped(one, other):
        return "digits_swapped"
    if becomes - was in steps:
        return "doubled_card"
    return "digit" if _differ_by_a_digit(one.lstrip("-"), other.lstrip("-")) and (was < 0) == (becomes < 0) else "other"


def _digits_are_swapped(one: str, other: str) -> bool:
    differing = [place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]]
    if len(one) != len(other) or len(differing) != 2:  # noqa: PLR2004 - two of them
        return False
    first, second = differing
    return one[first] == other[second] and one[second] == other[first]


def _differ_by_a_digit(one: str, other: str) -> bool:
    """One digit is another one, is missing, or is there too much."""
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    short, long = sorted((one, other), key=len)
    return len(long) == len(short) + 1 and any(long[:place] + long[place + 1 :] == short for place in range(len(long)))


@lru_cache(maxsize=256)
def steps_of_doubling(rules: HouseRules, programme: ContractSet) -> frozenset[int]:
    """By how much a total is wrong when a card's doubling was forgotten for it, or noted where there was none."""
    cards = points_table(rules).cards
    played = []
    if rules.doubling != "off" and Contract.KING_OF_HEARTS in programme.contracts:
        played.append(Card.KING_OF_HEARTS)
    if rules.doubling == "king_of_hearts_and_queens" and Contract.QUEENS in programme.contracts:
        played.append(Card.QUEEN_OF_SPADES)
    steps = set()
    for card in played:
        plain = sum(share.points for share in cards[card]["plain"])
        for event, shares in cards[card].items():
            if event != "plain":
                steps |= {share.points - plain * (share.to == "taker") for share in shares}
    return frozenset(steps | {-step for step in steps}) - {0}


def likely_totals(was: int) -> list[int]:
    """What a total may well have been meant to be: its sign, its digits."""
    text = str(abs(was))
    meant = {-was}
    for place in range(len(text)):
        meant |= {int(text[:place] + digit + text[place + 1 :]) for digit in "0123456789"}
        meant |= {int(text[:place] + digit + text[place:]) for digit in "0123456789"}
        for other in range(place):
            digits = list(text)
            digits[place], digits[other] = digits[other], digits[place]
            meant.add(int("".join(digits)))
    sign = -1 if was < 0 else 1
    return sorted({sign * value for value in meant if value >= 0} | {-was} - {was})
