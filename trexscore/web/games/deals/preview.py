"""The points of a deal before it is saved."""

from dataclasses import dataclass

from trexscore.game.file.entries import read_score_entry
from trexscore.game.scored_game import DealResult
from trexscore.ledger.chain import Body
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEAT_BY_LETTER, Seat
from trexscore.web.games.deals.forms import DealForm
from trexscore.web.games.deals.steps import CardStep
from trexscore.web.games.entry_titles import contract_set_name
from trexscore.web.games.view import GameView


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A player's points in the deal, and the total after it."""

    name: str
    deal_points: int
    total_after: int


def deal_form_variables(game: GameView, form: DealForm) -> dict[str, object]:
    """The variables of `games/deals/new.html` for a form of this game."""
    return {
        "game": game,
        "form": form,
        "title": contract_set_name(form.contract_set),
        "contracts": form.contract_set.contracts,
        "points_table": form_points_table(game, form),
        "preview": preview_rows(game, form),
    }


def preview_rows(game: GameView, form: DealForm) -> tuple[PreviewRow, ...] | None:
    """The four players' points of the captures entered so far; None if there are none yet."""
    king = SEAT_BY_LETTER.get(form.king.data or "") or Seat.A
    captures = read_score_entry(form.entry_content(king, skip_unfinished_cards=True)).captures
    if not any(captures):
        return None
    points = scorer_of(game.rules).score(captures).points
    seats = zip(game.seats, points, strict=True)
    return tuple(PreviewRow(seat.name, change, seat.total + change) for seat, change in seats)


def form_points_table(game: GameView, form: DealForm) -> Body:
    """The points table for the form's script, with only what this form can ask about, to keep the page small."""
    table = game.state.points_table
    steps = {step.card.value: step for step in form.steps if isinstance(step, CardStep)}
    return {
        **table,
        "cards": {card: _shares_by_capture_case(table, card, asks_leader=steps[card].asks_leader) for card in steps},
    }


def _shares_by_capture_case(points_table: Body, card: str, *, asks_leader: bool) -> Body:
    events = ["plain", "doubled", "own"]
    events += ["partner"] if points_table["partnership"] else []
    events += ["own_led_by_another", "own_led_by_holder"] if asks_leader else []
    shares = points_table["cards"][card]
    return {event: [{"points": share["points"], "to": share["to"]} for share in shares[event]] for event in events}


def previous_deal_of_kingdom(game: GameView) -> DealResult | None:
    """The deal recorded before this one in the same kingdom."""
    deals = game.state.result.deals
    return deals[-1] if deals and game.king is not None and deals[-1].king == game.king.seat else None
