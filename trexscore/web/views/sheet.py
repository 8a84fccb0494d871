"""The sheet: the whole game as the paper that people know."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trexscore.journal.record import Record
from trexscore.language.words import VOID_REASON
from trexscore.rules.cards import Contract
from trexscore.rules.expected import face_value
from trexscore.rules.game import Game
from trexscore.rules.house_rules import VoidReason
from trexscore.rules.kings import candidates
from trexscore.rules.seats import Seat
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import GameView

if TYPE_CHECKING:
    from trexscore.rules.programme import Programme


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal, or one that was thrown in (`void`)."""

    seq: int
    contracts: tuple[Contract, ...] = ()
    points: tuple[int, ...] = ()
    void: bool = False
    note: str = ""
    corrected: bool = False
    disputed: bool = False
    waits: bool = False
    """For a second person."""
    reneged: bool = False


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


@dataclass(frozen=True, slots=True)
class Agreed:
    """Points moved by agreement. `seq` is where they are explained."""

    seq: int
    points: tuple[int, ...]
    reason: str


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
        left: Programme = game.kings.left[king]
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
    return [
        Agreed(counted.seq, tuple(counted.entry.adjustment), counted.entry.note)
        for counted in record.counted
        if counted.entry.adjustment is not None
    ]


def _rows(view: GameView, record: Record, game: Game) -> dict[Seat, list[DealRow]]:
    """Each king's rows, in the order in which they were written."""
    scores = {deal.entry: deal for deal in game.deals}
    rows: dict[Seat, list[DealRow]] = {}
    waiting = {one.seq for one in record.unconfirmed}
    disputed = {dispute.about for dispute in record.disputes if not dispute.end}
    for place, counted in enumerate(record.counted, 1):
        king: Any = counted.entry.king
        if place in scores:
            deal = scores[place]
            row = DealRow(
                counted.seq,
                deal.programme.contracts,
                tuple(deal.points),
                corrected=len(counted.versions) > 1,
                disputed=counted.seq in disputed,
                waits=counted.seq in waiting,
                reneged=counted.entry.renege_by is not None,
            )
            rows.setdefault(deal.king, []).append(row)
        elif counted.entry.void_reason is not None and king is not None:
            row = DealRow(
                counted.seq, void=True, note=_thrown_in(view, counted.entry.void_reason, counted.entry.claimed_by)
            )
            rows.setdefault(king, []).append(row)
    return rows


def _thrown_in(view: GameView, reason: VoidReason, claimed_by: Seat | None) -> str:
    why = _(VOID_REASON[reason])
    if claimed_by is None:
        return _("Thrown in: %(reason)s", reason=why)
    return _("Thrown in, as %(name)s asked: %(reason)s", name=view.called(claimed_by), reason=why)
