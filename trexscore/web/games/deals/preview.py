"""A deal in pencil: what it would give, before it is saved."""

from dataclasses import dataclass
from typing import Any

from trexscore.game.file.entries import read_entry
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_NAMED, Seat
from trexscore.web.games.deals.forms import DealForm
from trexscore.web.games.deals.steps import CardStep
from trexscore.web.games.view import GameView


@dataclass(frozen=True, slots=True)
class PencilRow:
    """A player's points in the deal, and the total that they would make."""

    name: str
    change: int
    total_after: int


@dataclass(frozen=True, slots=True)
class Preview:
    """The four players' rows."""

    rows: tuple[PencilRow, ...]


@dataclass(frozen=True, slots=True)
class Inked:
    """The line above, already written."""

    contracts: list[str]
    points: list[int]


def preview(game: GameView, form: DealForm) -> Preview | None:
    """The points of what has been told so far; nothing before anything has been."""
    king = SEAT_NAMED.get(form.king.data or "") or Seat.A
    captures = read_entry(form.entry(king, only_told=True)).captures
    if not any(captures):
        return None
    points = scorer_of(game.rules).score(captures).points
    return Preview(
        tuple(
            PencilRow(seat.name, change, seat.total + change) for seat, change in zip(game.seats, points, strict=True)
        )
    )


def pencil_table(game: GameView, form: DealForm) -> dict[str, Any]:
    """What captures give, for the script: no more than this form can ask about, for the page has to be light."""
    table = game.state.points_table
    asked = {step.card.value: step for step in form.steps if isinstance(step, CardStep)}
    return {**table, "cards": {card: _possible(table, card, asks_leader=asked[card].asks_leader) for card in asked}}


def _possible(table: dict[str, Any], card: str, *, asks_leader: bool) -> dict[str, Any]:
    events = ["plain", "doubled", "own"]
    events += ["partner"] if table["partnership"] else []
    events += ["own_led_by_another", "own_led_by_holder"] if asks_leader else []
    of_card = table["cards"][card]
    return {event: [{"points": share["points"], "to": share["to"]} for share in of_card[event]] for event in events}


def previous(game: GameView) -> Inked | None:
    """The running kingdom's last deal."""
    deals = game.state.result.deals
    if not deals or game.king is None or deals[-1].king != game.king.seat:
        return None
    return Inked([*deals[-1].contracts], list(deals[-1].points.values()))
