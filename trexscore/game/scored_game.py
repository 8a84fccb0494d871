"""The JSON result of a scored game: printed by `trexscore score --json`, and part of a game's state."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from trexscore.game.file import RESULT_FORMAT
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.game import DealScore, Game
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.seats import BySeat, Seat

PointsByLetter = Mapping[str, int]
"""By the letters of seats or teams."""
RemainingContractsByKing = Mapping[str, Sequence[str]]
"""The contracts that each king has left."""


class LineResult(msgspec.Struct, frozen=True):
    """One line of an explanation: points for a card, or for a number of tricks or diamonds."""

    seat: str
    points: int
    reason: str
    card: str | UnsetType = UNSET
    count: int | UnsetType | None = UNSET


class DealResult(msgspec.Struct, frozen=True):
    """A scored deal. `lines` add up to its points; only in results with `explain`."""

    number: int
    king: str | None
    contracts: Sequence[str]
    points: PointsByLetter
    sum: int
    running: PointsByLetter
    remaining: RemainingContractsByKing
    lines: Sequence[LineResult] | UnsetType = UNSET


class KingdomResult(msgspec.Struct, frozen=True):
    """A kingdom, and the sum that its points must have."""

    king: str
    points: PointsByLetter
    sum: int
    expected_sum: int
    complete: bool


class ScoredGame(msgspec.Struct, frozen=True):
    """A game as scored so far."""

    format: str
    deals: Sequence[DealResult]
    remaining: RemainingContractsByKing
    kingdoms: Sequence[KingdomResult]
    totals: PointsByLetter
    teams: PointsByLetter | None
    complete: bool
    next_king: str | None
    winners: Sequence[str]
    tie_broken_by: str | None


def scored_game_of(game: Game, *, explain: bool = False) -> ScoredGame:
    """The game as scored so far. `explain`: each deal has the lines that add up to its points."""
    teams, outcome = game.team_totals, game.outcome
    return ScoredGame(
        format=RESULT_FORMAT,
        deals=[_deal_result(deal, explain=explain) for deal in game.deals],
        remaining=_remaining_contracts(game.kingdoms_progress.contracts_left_by_king),
        kingdoms=[
            KingdomResult(
                kingdom.king.name, kingdom.points.by_letter(), kingdom.sum, kingdom.expected_sum, kingdom.is_complete
            )
            for kingdom in game.kingdoms
        ],
        totals=game.totals.by_letter(),
        teams=None if teams is None else {"AC": teams[0], "BD": teams[1]},
        complete=game.is_complete,
        next_king=None if game.next_deal_king is None else game.next_deal_king.name,
        winners=[winner.name for winner in outcome.winners],
        tie_broken_by=outcome.tie_broken_by,
    )


def _deal_result(deal: DealScore, *, explain: bool) -> DealResult:
    number, _, king, contracts, points, total, running, left, lines = deal
    return DealResult(
        number,
        _LETTER_BY_SEAT[king],
        contracts.contracts,
        points.by_letter(),
        total,
        running.by_letter(),
        _remaining_contracts(left),
        [line_result(line) for line in lines] if explain else UNSET,
    )


def line_result(line: ScoreLine) -> LineResult:
    """One line of an explanation."""
    seat, card = line.seat.name, line.card
    if card is not None:
        return LineResult(seat, line.points, line.reason, card=card)
    return LineResult(seat, line.points, line.reason, count=line.count)


def _remaining_contracts(contracts_left: BySeat[ContractSet]) -> RemainingContractsByKing:
    a, b, c, d = contracts_left
    return {"A": a.contracts, "B": b.contracts, "C": c.contracts, "D": d.contracts}


_LETTER_BY_SEAT: Mapping[Seat | None, str | None] = {None: None} | {seat: seat.name for seat in Seat}
