"""The result of an abandoned game, as its house rules define it."""

from trexscore.i18n.texts.options import WHAT_COUNTS
from trexscore.league.game_result import result_of
from trexscore.rules.game import Game
from trexscore.rules.seats import SEATS
from trexscore.web.games.seats import Standing
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


def standing(view: GameView, game: Game) -> list[Standing]:
    """The ranks by the points that count, partners together; empty if there is no result."""
    result = result_of(view.rules, game)
    if result is None:
        return []
    seats = [
        Standing(view.name_of(seat), result.points[seat], result.places[seat].first, result.places[seat].shared)
        for seat in SEATS
    ]
    if view.partnership:
        seats = [
            Standing(team.name, first.total + second.total, first.rank, first.tied)
            for team, first, second in zip(view.teams, seats[:2], seats[2:], strict=True)
        ]
    return sorted(seats, key=lambda place: place.rank)


def what_counts(view: GameView, game: Game) -> str:
    """The rule for what counts; that there is no result if, for example, no kingdom is finished."""
    rule = view.rules.unfinished_game if result_of(view.rules, game) else "no_result"
    return _(WHAT_COUNTS[rule])
