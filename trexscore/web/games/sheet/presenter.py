"""The sheet: the whole game as the paper that people know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trexscore.game.record import Counted, Record
from trexscore.i18n.words import VOID_REASON
from trexscore.rules.cards import Contract
from trexscore.rules.expected import face_value
from trexscore.rules.game import Game
from trexscore.rules.house_rules import VoidReason
from trexscore.rules.kings import candidates
from trexscore.rules.seats import Seat
from trexscore.web.games.contract_names import programme_name
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

if TYPE_CHECKING:
    from trexscore.rules.contract_set import ContractSet


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be known of a row before it is believed. `waits`: for a second person."""

    reneged: bool
    disputed: bool
    waits: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal, or one that was thrown in (`void`)."""

    seq: int
    marks: Marks
    contracts: tuple[Contract, ...] = ()
    points: tuple[int, ...] = ()
    void: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Kingdom:
    """A block of the sheet. `left` is what an open kingdom has still to give, undoubled."""

    king: str
    king_name: str
    begun: bool
    running: bool
    deals: tuple[DealRow, ...]
    open_contracts: tuple[Contract, ...]
    sums: tuple[int, ...]
    sum: int
    proved: bool
    left: int | None

    @property
    def disputed(self) -> list[int]:
        """What of it somebody objects to still."""
        return [row.seq for row in self.deals if row.marks.disputed]


@dataclass(frozen=True, slots=True)
class Agreed:
    """Points moved by agreement, or those of a tie-break deal.

    `seq` is where they are explained; `king`: in whose kingdom.
    """

    seq: int
    marks: Marks
    points: tuple[int, ...]
    reason: str
    king: str


def whole_sheet(view: GameView, record: Record) -> dict[str, Any]:
    """What `games/sheet/_sheet_table.html` shows of a game."""
    played = record.play().game
    return {
        "kingdoms": kingdoms(view, record, played),
        "tie_breaks": tie_breaks(record, played),
        "adjustments": agreements(record),
        "totals": view.seats,
    }


def kingdoms(view: GameView, record: Record, game: Game) -> list[Kingdom]:
    """The kingdoms in the order in which they came; the next one stands there empty."""
    rows = _rows(view, record, game)
    begun = {kingdom.king: kingdom for kingdom in game.kingdoms}
    expected = candidates(record.rules, game.kings)
    following = [seat for seat in rows if seat not in begun] or [
        seat for seat in expected[:1] if seat not in begun and len(expected) == 1
    ]
    blocks = []
    for king in (*begun, *following):
        left: ContractSet = game.kings.left[king]
        scored = begun.get(king)
        points = scored.points if scored else (0, 0, 0, 0)
        proved = bool(scored and scored.complete and scored.sum == scored.expected_sum)
        blocks.append(
            Kingdom(
                king.name,
                view.called(king),
                scored is not None,
                not proved,
                tuple(rows.get(king, ())),
                left.contracts,
                tuple(points),
                sum(points),
                proved,
                None if proved else face_value(record.rules, left),
            )
        )
    return blocks


def agreements(record: Record) -> list[Agreed]:
    """What the table agreed on beside the deals."""
    marks_of = _marks(record)
    found = []
    king = next((one.entry.king.name for one in record.counted if one.entry.king is not None), "")
    for counted in record.counted:
        moved = counted.entry.adjustment
        if moved is not None:
            found.append(Agreed(counted.seq, marks_of(counted), tuple(moved), counted.entry.note, king))
        elif counted.entry.king is not None:
            king = counted.entry.king.name
    return found


def tie_breaks(record: Record, game: Game) -> list[Agreed]:
    """The deals behind the game that decide who has won: rows that are in no total."""
    marks_of = _marks(record)
    rows = []
    for deal in game.tie_breaks:
        counted = record.counted[deal.entry - 1]
        name = _("Tiebreaker: %(contracts)s", contracts=programme_name(deal.programme))
        rows.append(Agreed(counted.seq, marks_of(counted), tuple(deal.points), name, ""))
    return rows


def _rows(view: GameView, record: Record, game: Game) -> dict[Seat, list[DealRow]]:
    """Each king's rows, in the order in which they were written."""
    scores = {deal.entry: deal for deal in game.deals}
    rows: dict[Seat, list[DealRow]] = {}
    marks_of = _marks(record)
    for place, counted in enumerate(record.counted, 1):
        king: Any = counted.entry.king
        if place in scores:
            deal = scores[place]
            row = DealRow(counted.seq, marks_of(counted), deal.programme.contracts, tuple(deal.points))
            rows.setdefault(deal.king, []).append(row)
        elif counted.entry.void_reason is not None and king is not None:
            why = _thrown_in(view, counted.entry.void_reason, counted.entry.claimed_by)
            rows.setdefault(king, []).append(DealRow(counted.seq, marks_of(counted), void=True, note=why))
    return rows


def _marks(record: Record) -> Callable[[Counted], Marks]:
    waiting = {one.seq for one in record.unconfirmed}
    disputed = {dispute.about for dispute in record.disputes if not dispute.end}
    return lambda counted: Marks(
        reneged=counted.entry.renege_by is not None,
        disputed=counted.seq in disputed,
        waits=counted.seq in waiting,
        corrected=len(counted.versions) > 1,
    )


def _thrown_in(view: GameView, reason: VoidReason, claimed_by: Seat | None) -> str:
    why = _(VOID_REASON[reason])
    if claimed_by is None:
        return _("Void: %(reason)s", reason=why)
    return _("Void at %(name)s’s request: %(reason)s", name=view.called(claimed_by), reason=why)
