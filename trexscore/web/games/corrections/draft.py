"""A game as it would be after changes that are not recorded yet: the base of the correction forms."""

from typing import NamedTuple

from flask import redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.commands.games.preview_correction import CorrectionPreview, preview_correction
from trexscore.game.record import GameFileEntry, Record
from trexscore.game.state import state_of
from trexscore.ledger.chain import Body
from trexscore.rules.game import GameWithRefusals
from trexscore.web.games.access import load_record, open_for_dispute
from trexscore.web.games.correction_effects.forms import encode_changes, parse_changes, with_replaced_entry
from trexscore.web.games.view import GameView, game_view


class CorrectionDraft(NamedTuple):
    """The game with the changes chosen so far applied, and those changes."""

    corrected_view: GameView
    corrected_record: Record
    corrected_game_with_refusals: GameWithRefusals
    change_contents: list[object]
    new_correction_seq: int
    """The number that the correction would get; it also identifies an entry that the correction adds."""

    @property
    def encoded_changes(self) -> str:
        """The changes, encoded for an address."""
        return encode_changes(self.change_contents)

    def require_counted_entry(self, seq: int) -> GameFileEntry:
        """The entry with this number, if it counts. Raises 404."""
        for file_entry in self.corrected_record.counted_entries:
            if file_entry.seq == seq:
                return file_entry
        raise NotFound

    def encode_with_replaced_entry(self, seq: int, entry_content: Body | None) -> str:
        """The changes with this entry replaced (None: left out), encoded for an address."""
        return encode_changes(with_replaced_entry(self.change_contents, seq, entry_content, self.new_correction_seq))

    def encode_with_added_entry(self, before_seq: int | None, entry_content: Body) -> str:
        """The changes with this entry added, encoded for an address. A correction adds at most one entry."""
        changes_without_new_entry = with_replaced_entry(
            self.change_contents, self.new_correction_seq, None, self.new_correction_seq
        )
        return encode_changes([*changes_without_new_entry, {"before": before_seq, "entry": entry_content}])

    def encode_with_game_change(self, change_content: Body) -> str:
        """The changes with one more change of the game as a whole, encoded for an address."""
        return encode_changes([*self.change_contents, change_content])


def requested_correction_draft(token: str) -> CorrectionDraft:
    """The game with the changes of the address applied; without them if they are invalid.

    Raises 404 for an unknown token, 403 for a link that may not dispute.
    """
    game = open_for_dispute(token)
    changes = parse_changes(request.args.get("changes"))
    preview = preview_correction(game.game_id, changes) if changes else None
    if not isinstance(preview, CorrectionPreview):
        record = load_record(game.game_id)
        return CorrectionDraft(game, record, record.play(), [], game.seq + 1)
    state = state_of(preview.corrected_record, preview.corrected_game_with_refusals, game.seq)
    view = game_view(token, game.permission, state, None, game.own_seat)
    return CorrectionDraft(
        view, preview.corrected_record, preview.corrected_game_with_refusals, changes, preview.new_correction_seq
    )


def redirect_to_preview(token: str, encoded_changes: str) -> Response:
    """Lead to the preview of these changes, which are encoded for an address."""
    return redirect(url_for("corrections.preview", token=token, changes=encoded_changes), 303)
