"""The score sheet: the whole game in the form of the usual paper."""

from collections.abc import Callable
from dataclasses import dataclass

from trexscore.game.record import GameFileEntry, Record
from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.rules.cards import Contract
from trexscore.rules.expected_sum import undoubled_sum
from trexscore.rules.game import Game
from trexscore.rules.house_rules import VoidReason
from trexscore.rules.kings import possible_next_kings
from trexscore.rules.seats import Seat
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class EntryMarks:
    """The marks of a row. `is_unconfirmed`: for confirmation by a second person."""

    has_revoke: bool
    is_disputed: bool
    is_unconfirmed: bool
    is_corrected: bool


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal, or a void deal, which has a note instead of contracts and points."""

    seq: int
    marks: EntryMarks
    contracts: tuple[Contract, ...] = ()
    points: tuple[int, ...] = ()
    void_note: str = ""


@dataclass(frozen=True, slots=True)
class KingdomBlock:
    """A kingdom's block on the sheet. `remaining_sum`: of an open kingdom, without doubling."""

    king_letter: str
    king_name: str
    deal_rows: tuple[DealRow, ...]
    remaining_contracts: tuple[Contract, ...]
    seat_sums: tuple[int, ...]
    sum: int
    is_sum_proved: bool
    remaining_sum: int | None

    @property
    def disputed_seqs(self) -> list[int]:
        """The entries with an open dispute."""
        return [row.seq for row in self.deal_rows if row.marks.is_disputed]


@dataclass(frozen=True, slots=True)
class AdjustmentOrTieBreakRow:
    """A row with points of an adjustment or a tiebreaker. `seq`: the entry; `king`: in whose kingdom."""

    seq: int
    marks: EntryMarks
    points: tuple[int, ...]
    title: str
    kingdom_king_letter: str


def sheet_variables(view: GameView, record: Record, game: Game) -> dict[str, object]:
    """The variables of `games/sheet/_sheet_table.html`."""
    return {
        "kingdoms": kingdom_blocks(view, record, game),
        "tie_breaks": tie_break_rows(record, game),
        "adjustments": adjustment_rows(record),
        "totals": view.seats,
    }


def kingdom_blocks(view: GameView, record: Record, game: Game) -> list[KingdomBlock]:
    """The kingdoms in the order of play; the next one, if known, is an empty block."""
    rows = _deal_rows_by_king(view, record, game)
    begun_kingdom_by_king = {kingdom.king: kingdom for kingdom in game.kingdoms}
    possible_kings = possible_next_kings(record.rules, game.kingdoms_progress)
    following = [seat for seat in rows if seat not in begun_kingdom_by_king] or [
        seat for seat in possible_kings[:1] if seat not in begun_kingdom_by_king and len(possible_kings) == 1
    ]
    blocks = []
    for king in (*begun_kingdom_by_king, *following):
        contracts_left = game.kingdoms_progress.contracts_left_by_king[king]
        scored = begun_kingdom_by_king.get(king)
        points = scored.points if scored else (0, 0, 0, 0)
        is_sum_proved = bool(scored and scored.is_complete and scored.sum == scored.expected_sum)
        blocks.append(
            KingdomBlock(
                king.name,
                view.name_of(king),
                tuple(rows.get(king, ())),
                contracts_left.contracts,
                tuple(points),
                sum(points),
                is_sum_proved,
                None if is_sum_proved else undoubled_sum(record.rules, contracts_left),
            )
        )
    return blocks


def adjustment_rows(record: Record) -> list[AdjustmentOrTieBreakRow]:
    """The adjustments, in order."""
    marks_of = _entry_marks_getter(record)
    rows = []
    king = next(
        (counted.score_entry.king.name for counted in record.counted_entries if counted.score_entry.king is not None),
        "",
    )
    for counted in record.counted_entries:
        moved_points = counted.score_entry.adjustment
        if moved_points is not None:
            rows.append(
                AdjustmentOrTieBreakRow(
                    counted.seq, marks_of(counted), tuple(moved_points), counted.score_entry.note, king
                )
            )
        elif counted.score_entry.king is not None:
            king = counted.score_entry.king.name
    return rows


def tie_break_rows(record: Record, game: Game) -> list[AdjustmentOrTieBreakRow]:
    """The tiebreakers, which decide the winner but count for no total."""
    marks_of = _entry_marks_getter(record)
    rows = []
    for deal in game.tie_break_deals:
        counted_entry = record.counted_entries[deal.entry_place - 1]
        title = title_of_score_entry(counted_entry.score_entry)
        rows.append(AdjustmentOrTieBreakRow(counted_entry.seq, marks_of(counted_entry), tuple(deal.points), title, ""))
    return rows


def _deal_rows_by_king(view: GameView, record: Record, game: Game) -> dict[Seat, list[DealRow]]:
    """Maps each king to the rows of their kingdom, in order."""
    scores = {deal.entry_place: deal for deal in game.deals}
    rows: dict[Seat, list[DealRow]] = {}
    marks_of = _entry_marks_getter(record)
    for place, counted in enumerate(record.counted_entries, 1):
        king = counted.score_entry.king
        if place in scores:
            deal = scores[place]
            row = DealRow(counted.seq, marks_of(counted), deal.contract_set.contracts, tuple(deal.points))
            rows.setdefault(deal.king, []).append(row)
        elif counted.score_entry.void_reason is not None and king is not None:
            note = _void_note(view, counted.score_entry.void_reason, counted.score_entry.redeal_claimed_by)
            rows.setdefault(king, []).append(DealRow(counted.seq, marks_of(counted), void_note=note))
    return rows


def _entry_marks_getter(record: Record) -> Callable[[GameFileEntry], EntryMarks]:
    unconfirmed_seqs = {counted.seq for counted in record.unconfirmed_entries}
    disputed = {dispute.about_seq for dispute in record.disputes.values() if not dispute.resolution}
    return lambda counted: EntryMarks(
        has_revoke=counted.score_entry.revoke_by is not None,
        is_disputed=counted.seq in disputed,
        is_unconfirmed=counted.seq in unconfirmed_seqs,
        is_corrected=len(counted.versions) > 1,
    )


def _void_note(view: GameView, void_reason: VoidReason, claimed_by: Seat | None) -> str:
    reason = _(VOID_REASON_TEXTS[void_reason])
    if claimed_by is None:
        return _("Void: %(reason)s", reason=reason)
    return _("Void at %(name)s’s request: %(reason)s", name=view.name_of(claimed_by), reason=reason)
