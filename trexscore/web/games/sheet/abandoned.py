"""What a game that was abandoned comes to, as its house rules say."""

from trexscore.i18n.texts.abandoning import WHAT_COUNTS
from trexscore.league.of_game import result_of
from trexscore.rules.game import Game
from trexscore.rules.seats import SEATS
from trexscore.web.games.seats import Standing
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


def standing(view: GameView, game: Game) -> list[Standing]:
    """Who is where with what counts, partners together; nobody where there is no result."""
    result = result_of(view.rules, game)
    if result is None:
        return []
    seats = [
        Standing(view.called(seat), result.points[seat], result.places[seat].first, result.places[seat].shared)
        for seat in SEATS
    ]
    if view.partnership:
        seats = [
            Standing(team.name, one.total + other.total, one.rank, one.tied)
            for team, one, other in zip(view.teams, seats[:2], seats[2:], strict=True)
        ]
    return sorted(seats, key=lambda one: one.rank)


def what_counts(view: GameView, game: Game) -> str:
    """The rule, or that there is no result, as where no kingdom is complete."""
    says = view.rules.unfinished_game if result_of(view.rules, game) else "no_result"
    return _(WHAT_COUNTS[says])
