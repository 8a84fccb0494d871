"""What a correction would lead to, before anybody decides on it."""

from typing import TYPE_CHECKING, Any, NamedTuple

from trexscore.commands import clock
from trexscore.commands.games.policy import too_late
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.game.correction import Change, Missing, Replaced, Reseated
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.file.entries import read_entry
from trexscore.game.record import Record
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.game import Played
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEATS, BySeat, Seat

if TYPE_CHECKING:
    from trexscore.ledger.chain import Body


class CorrectionPreview(NamedTuple):
    """The game as it stands, and as it would stand. Its refusals are what the table has to decide on first."""

    now: Record
    then: Record
    played: Played
    seq: int
    """The number that the correction would have."""
    sits: BySeat[Seat]
    """Where whoever sits on a seat now would sit then."""
    late: bool
    """Whether the time for it has passed; the referee's has not."""

    @property
    def agreed_on(self) -> tuple[Seat, ...]:
        """Whose kingdoms would change although all four had agreed on them."""
        return self.now.unagreed_by(self.then)

    @property
    def overrules(self) -> bool:
        """Whether the referee has ruled on something that would change."""
        return self.now.is_overruled_by(self.then)


class InvalidChanges(NamedTuple):
    """These changes are none; nothing can be said of what they lead to."""

    refusals: tuple[Refusal, ...]


def preview_correction(game_id: int, changes: Any) -> CorrectionPreview | InvalidChanges:  # noqa: ANN401 - any JSON value
    """The game behind these changes, which nobody has written."""
    entries = GAMES.told(db.session(), game_id)
    now, seq = fold(entries), entries[-1][0] + 1
    body: Body = {"corrected": {"reason": "?", "changes": changes}}
    correction, refusals = EntriesCorrected.parse(body)
    if correction is None or refusals:
        return InvalidChanges(tuple(refusals))
    unknown = tuple(correction.check(now))
    if unknown:
        return InvalidChanges(unknown)
    faults = tuple(fault for change in correction.changes for fault in _faults_of(change))
    if faults:
        return InvalidChanges(faults)
    then = fold([*entries, FoldEntry(seq, EntriesCorrected.wire, body, {"right": "write"})])
    late = too_late(db.session(), game_id, now, correction, clock.now())
    return CorrectionPreview(now, then, then.play(), seq, _sits(correction.changes), late)


def _faults_of(change: Change) -> tuple[Refusal, ...]:
    """What is wrong with a new entry whatever the game is: what nobody can read can be shown to nobody."""
    if isinstance(change, Replaced | Missing) and change.entry is not None:
        return read_entry(change.entry).faults
    return ()


def _sits(changes: tuple[Change, ...]) -> BySeat[Seat]:
    sits = BySeat(*SEATS)
    for change in changes:
        if isinstance(change, Reseated):
            sits = sits.map(change.to.__getitem__)
    return sits
