"""A scored game → the result that `trexscore score --json` prints and the state carries."""

from typing import Any

from trexscore.game.file import RESULT_FORMAT
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.game import DealScore, Game
from trexscore.rules.scoring import Line
from trexscore.rules.seats import BySeat, Seat


def result_of(game: Game, *, explain: bool = False) -> dict[str, Any]:
    """The result as JSON values. With `explain`, every deal has the lines that make up its points."""
    teams, outcome = game.teams, game.outcome
    return {
        "format": RESULT_FORMAT,
        "deals": [_deal(deal, explain=explain) for deal in game.deals],
        "remaining": _remaining(game.kings.left),
        "kingdoms": [
            {
                "king": kingdom.king.name,
                "points": kingdom.points.by_name(),
                "sum": kingdom.sum,
                "expected_sum": kingdom.expected_sum,
                "complete": kingdom.complete,
            }
            for kingdom in game.kingdoms
        ],
        "totals": game.totals.by_name(),
        "teams": None if teams is None else {"AC": teams[0], "BD": teams[1]},
        "complete": game.complete,
        "next_king": _letter(game.next_king),
        "winners": [winner.name for winner in outcome.winners],
        "tie_broken_by": outcome.tie_broken_by,
    }


def _deal(deal: DealScore, *, explain: bool) -> dict[str, Any]:
    number, _, king, programme, points, total, running, left, lines = deal
    result = {
        "number": number,
        "king": _LETTERS[king],
        "contracts": programme.contracts,
        "points": points.by_name(),
        "sum": total,
        "running": running.by_name(),
        "remaining": _remaining(left),
    }
    if explain:
        result["lines"] = [line_of(line) for line in lines]
    return result


def line_of(line: Line) -> dict[str, Any]:
    """One line of an explanation."""
    said: dict[str, Any] = {"seat": line.seat.name, "points": line.points, "reason": line.reason}
    if line.card is not None:
        said["card"] = line.card
    else:
        said["count"] = line.count
    return said


def _remaining(left: BySeat[ContractSet]) -> dict[str, Any]:
    a, b, c, d = left
    return {"A": a.contracts, "B": b.contracts, "C": c.contracts, "D": d.contracts}


_LETTERS = {seat: seat.name for seat in Seat}


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name
