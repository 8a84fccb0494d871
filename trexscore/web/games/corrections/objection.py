"""What speaks against a correction, before it is saved."""

from trexscore.web.games.corrections.forms import CorrectionForm
from trexscore.web.games.view import GameView


def objection(game: GameView) -> CorrectionForm:
    """The form of somebody who only objects."""
    form = CorrectionForm(blank=True)
    form.prepare(game.seq)
    form.offer(())
    return form
