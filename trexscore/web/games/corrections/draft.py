"""A game as it would stand behind changes that nobody has written yet: what the forms of a correction show."""

from typing import Any, NamedTuple

from flask import request
from werkzeug.exceptions import NotFound

from trexscore.commands.games.preview_correction import CorrectionPreview, preview_correction
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.game.record import Counted, Record
from trexscore.game.state import state_of
from trexscore.rules.game import Played
from trexscore.web.games.access import open_for_dispute
from trexscore.web.games.corrections.forms import changes_as_json, with_entry, written
from trexscore.web.games.view import GameView, game_view


class CorrectionDraft(NamedTuple):
    """The game, and the changes that have been chosen so far."""

    game: GameView
    record: Record
    played: Played
    changes: list[Any]
    own_seq: int
    """The number that the correction would have, and with it an entry that it puts in."""

    @property
    def said(self) -> str:
        """The changes as an address carries them."""
        return written(self.changes)

    def counted(self, seq: int) -> Counted:
        """An entry that can be put right."""
        found = next((one for one in self.record.counted if one.seq == seq), None)
        if found is None:
            raise NotFound
        return found

    def with_entry(self, seq: int, entry: Any) -> str:  # noqa: ANN401 - any JSON value
        """The changes with this entry as it should have been, as an address carries them."""
        return written(with_entry(self.changes, seq, entry, self.own_seq))

    def with_missing(self, before: int | None, entry: Any) -> str:  # noqa: ANN401 - any JSON value
        """The changes with this entry put in. One correction puts in one."""
        without = with_entry(self.changes, self.own_seq, None, self.own_seq)
        return written([*without, {"before": before, "entry": entry}])

    def with_change(self, change: dict[str, Any]) -> str:
        """The changes with one more of the game as a whole."""
        return written([*self.changes, change])


def load_draft(token: str) -> CorrectionDraft:
    """The game of a link that may object, behind the changes in the address."""
    game, game_id = open_for_dispute(token)
    changes = changes_as_json(request.args.get("changes"))
    ahead = preview_correction(game_id, changes) if changes else None
    if not isinstance(ahead, CorrectionPreview):  # none, or rubbish
        record = fold(GAMES.told(db.session(), game_id))
        return CorrectionDraft(game, record, record.play(), [], game.seq + 1)
    state = state_of(ahead.then, ahead.played, game.seq)
    return CorrectionDraft(
        game_view(token, game.may, state, None, game.own_seat), ahead.then, ahead.played, changes, ahead.seq
    )
