"""The effect of a correction before it is recorded."""

from typing import NamedTuple

from trexscore.commands import clock
from trexscore.commands.games.record_entry import is_past_deadline
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold_game
from trexscore.game.correction import Change, EntryAdded, EntryReplaced, PlayersReseated, combined_seat_mapping
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.file.entries import read_score_entry
from trexscore.game.record import Record
from trexscore.ledger.chain import FoldEntry
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.game import GameWithRefusals
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import BySeat, Seat


class CorrectionPreview(NamedTuple):
    """The game now and after the correction. Refusals of `corrected_game_with_refusals` must be resolved first."""

    current_record: Record
    corrected_record: Record
    corrected_game_with_refusals: GameWithRefusals
    new_correction_seq: int
    """The sequence number that the correction would get."""
    new_seat_by_current_seat: BySeat[Seat]
    """Maps each seat now to the seat where its player would sit."""
    is_late: bool
    """Whether the deadline has passed for everyone but the referee."""

    @property
    def changed_signed_kingdoms(self) -> tuple[Seat, ...]:
        """Owners of the signed-off kingdoms that would change."""
        return self.current_record.signed_kingdoms_changed_in(self.corrected_record)

    @property
    def changed_pre_referee_kingdoms(self) -> tuple[Seat, ...]:
        """Those that all four had signed off before there was a referee."""
        return self.current_record.pre_referee_kingdoms_changed_in(self.corrected_record)

    @property
    def changes_ruling(self) -> bool:
        """Whether a referee's ruling would change."""
        return self.current_record.ruling_changed_in(self.corrected_record)


def preview_correction(game_id: int, changes_json: object) -> CorrectionPreview | EntryRefusal:
    """The game as it would be with these changes (any JSON value), or why they are malformed; writes nothing."""
    entries = GAMES.read_fold_entries(db.session(), game_id)
    now, seq = fold_game(entries), entries[-1][0] + 1
    body = EntriesCorrected.body_of({"reason": "?", "changes": changes_json})
    correction, refusals = EntriesCorrected.parse(body)
    if correction is None or refusals:
        return EntryRefusal(tuple(refusals))
    faults = tuple(correction.refusals(now)) or tuple(
        fault for change in correction.changes for fault in _entry_faults(change)
    )
    if faults:
        return EntryRefusal(faults)
    corrected = fold_game([*entries, FoldEntry(seq, EntriesCorrected.stored_kind, body, {"right": "write"})])
    late = is_past_deadline(db.session(), game_id, now, correction, clock.current_timestamp())
    seats = combined_seat_mapping(change for change in correction.changes if isinstance(change, PlayersReseated))
    return CorrectionPreview(now, corrected, corrected.play(), seq, seats, late)


def _entry_faults(change: Change) -> tuple[Refusal, ...]:
    """Faults of a replaced or inserted entry by itself. An unreadable one cannot be previewed."""
    if isinstance(change, EntryReplaced | EntryAdded) and change.new_body is not None:
        return read_score_entry(change.new_body).parsing_faults
    return ()
