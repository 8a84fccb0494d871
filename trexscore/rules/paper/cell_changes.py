"""Writing errors on a sheet: the change that corrects one, its kind, and how likely it is."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from trexscore.rules.cards import Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import RowCells
from trexscore.rules.paper.sheet import PossibleDeal, Row
from trexscore.rules.seats import Seat
from trexscore.rules.tables.points import points_table
from trexscore.rules.validation import may_double_in_single_contract

SlipKind = Literal[
    "sign", "digits_swapped", "digit", "blank", "columns_swapped", "doubled_card", "contract", "king", "other"
]
CellValue = int | Seat | ContractSet

SURPRISE_BY_SLIP_KIND: dict[SlipKind, int] = {
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
"""How surprising each kind is, per cell. Swapped columns are two cells; a doubled card often changes two totals."""


class CellChange(NamedTuple):
    """The correction of one cell. `seat` is None for the king and for the contracts of a row."""

    row_index: int
    seat: Seat | None
    written_value: CellValue | None
    corrected_value: CellValue
    kind: SlipKind


class RowChanges(NamedTuple):
    """All changes of a row, and how surprising they are together."""

    changes: tuple[CellChange, ...]
    surprise: int


def changes_from_row_to_deal(
    rules: HouseRules, row_index: int, row: Row, deal: PossibleDeal, total_corrections: Sequence[tuple[Seat, int]]
) -> RowChanges:
    """The changes that make a row this deal, with these totals in place of the written ones."""
    changes = [
        *_king_and_contract_changes(row_index, row, deal),
        *_total_changes(rules, row_index, row, deal.contract_set, total_corrections),
    ]
    return RowChanges(tuple(changes), sum(SURPRISE_BY_SLIP_KIND[change.kind] for change in changes))


def count_king_and_contract_changes(row: Row, deal: PossibleDeal) -> int:
    """How many of king and contracts must change for the row to be this deal."""
    return (row.king not in (None, deal.king)) + (row.contract_set not in (None, deal.contract_set))


def row_with_changes(row: Row, changes: Sequence[CellChange]) -> Row:
    """The row after these changes."""
    for _, seat, _, becomes, kind in changes:
        if kind == "king" and isinstance(becomes, Seat):
            row = row._replace(king=becomes)
        elif isinstance(becomes, ContractSet):
            row = row._replace(contract_set=becomes)
        elif seat is not None:
            row = row._replace(cells=row.cells.replacing(seat, becomes))
    return row


def _king_and_contract_changes(row_index: int, row: Row, deal: PossibleDeal) -> list[CellChange]:
    changes = []
    if row.king not in (None, deal.king):
        changes.append(CellChange(row_index, None, row.king, deal.king, "king"))
    if row.contract_set not in (None, deal.contract_set):
        changes.append(CellChange(row_index, None, row.contract_set, deal.contract_set, "contract"))
    return changes


def _total_changes(
    rules: HouseRules,
    row_index: int,
    row: Row,
    contract_set: ContractSet,
    total_corrections: Sequence[tuple[Seat, int]],
) -> list[CellChange]:
    columns_swapped = _are_columns_swapped(row.cells, total_corrections)
    steps = doubling_error_amounts(rules, contract_set)
    return [
        CellChange(
            row_index, seat, was, value, "columns_swapped" if columns_swapped else slip_kind_of(was, value, steps)
        )
        for seat, value in total_corrections
        if (was := row.cells[seat]) is not None
    ]


def _are_columns_swapped(cells: RowCells, total_corrections: Sequence[tuple[Seat, int]]) -> bool:
    """Whether the totals are the written ones in other columns."""
    return len(total_corrections) > 1 and sorted(cells[seat] or 0 for seat, _ in total_corrections) == sorted(
        value for _, value in total_corrections
    )


@lru_cache(maxsize=65536)
def slip_kind_of(written_total: int, correct_total: int, doubling_errors: frozenset[int] = frozenset()) -> SlipKind:
    """The likeliest slip that turns one total into the other."""
    if written_total == -correct_total:
        return "sign"
    written, correct = str(written_total), str(correct_total)
    if _are_two_digits_swapped(written, correct):
        return "digits_swapped"
    if correct_total - written_total in doubling_errors:
        return "doubled_card"
    return (
        "digit"
        if _differ_by_a_digit(written.lstrip("-"), correct.lstrip("-")) and (written_total < 0) == (correct_total < 0)
        else "other"
    )


def _are_two_digits_swapped(written_text: str, correct_text: str) -> bool:
    differing_places = [
        place for place, pair in enumerate(zip(written_text, correct_text, strict=False)) if pair[0] != pair[1]
    ]
    if len(written_text) != len(correct_text) or len(differing_places) != 2:  # noqa: PLR2004 - two of them
        return False
    first, second = differing_places
    return written_text[first] == correct_text[second] and written_text[second] == correct_text[first]


def _differ_by_a_digit(written_text: str, correct_text: str) -> bool:
    """Whether one digit differs, is missing, or is added."""
    if len(written_text) == len(correct_text):
        return sum(a != b for a, b in zip(written_text, correct_text, strict=True)) == 1
    short, long = sorted((written_text, correct_text), key=len)
    return len(long) == len(short) + 1 and any(long[:place] + long[place + 1 :] == short for place in range(len(long)))


@lru_cache(maxsize=256)
def doubling_error_amounts(rules: HouseRules, contract_set: ContractSet) -> frozenset[int]:
    """The errors of a total when a card's doubling was forgotten or noted by mistake."""
    cards = points_table(rules).card_shares
    card_of = {Contract.KING_OF_HEARTS: Card.KING_OF_HEARTS, Contract.QUEENS: Card.QUEEN_OF_SPADES}
    doublable_cards_in_deal = [card for contract, card in card_of.items() if contract in contract_set.contracts]
    steps = set()
    for card in (card for card in doublable_cards_in_deal if may_double_in_single_contract(rules, card)):
        undoubled_points = sum(share.points for share in cards[card]["plain"])
        for capture_case, shares in cards[card].items():
            if capture_case != "plain":
                steps |= {share.points - undoubled_points * (share.to == "taker") for share in shares}
    return frozenset(steps | {-step for step in steps}) - {0}


def likely_meant_totals(written_total: int) -> list[int]:
    """Totals that one slip could have turned into this one: another sign, a digit changed or left out, two swapped."""
    text = str(abs(written_total))
    candidates: set[int] = set()
    for place in range(len(text)):
        candidates |= {int(text[:place] + digit + text[place + 1 :]) for digit in "0123456789"}
        candidates |= {int(text[:place] + digit + text[place:]) for digit in "0123456789"}
        for earlier in range(place):
            digits = list(text)
            digits[place], digits[earlier] = digits[earlier], digits[place]
            candidates.add(int("".join(digits)))
    sign = -1 if written_total < 0 else 1
    return sorted(({sign * value for value in candidates if value >= 0} | {-written_total}) - {written_total})
