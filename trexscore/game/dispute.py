"""A dispute: its subject, its answers and its end."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from trexscore.game.correction import Change, EntryReplaced, PlayersReseated, translate_to_new_seats
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS, Seat

Resolution = Literal["proposed", "as_it_stands", "withdrawn"]


class Dispute(NamedTuple):
    """A player's dispute. `about`: an entry, or None for the game. `resolution`: None while open."""

    seq: int
    seat: Seat
    about: int | None
    reason: str
    changes: tuple[Body, ...]
    agree: frozenset[Seat]
    disagree: frozenset[Seat]
    resolution: Resolution | None = None
    resolving_seq: int | None = None
    by_referee: bool = False
    is_asked_again: bool = False
    """Whether its subject was corrected after a player had answered, so that all are asked again."""
    referee_reason: str | None = None
    """The referee's reason."""

    def answered(self, seat: Seat, *, agrees: bool) -> "Dispute":
        """With a player's answer, which replaces an earlier one."""
        agree, disagree = self.agree - {seat}, self.disagree - {seat}
        return self._replace(agree=agree | {seat}) if agrees else self._replace(agree=agree, disagree=disagree | {seat})

    def after_change(self, change: Change) -> "Dispute":
        """After a change: answers are dropped if it touches the subject of this open dispute."""
        return self.with_answers_reset() if self.resolution is None and self.is_affected_by(change) else self

    def is_affected_by(self, change: Change) -> bool:
        """Whether a change touches the subject or a proposed change. A reseating touches everything."""
        proposed = {proposal["seq"] for proposal in self.changes if "seq" in proposal}
        return isinstance(change, PlayersReseated) or (
            isinstance(change, EntryReplaced) and change.seq in {self.about, *proposed}
        )

    def with_answers_reset(self) -> "Dispute":
        """Without answers, except that of the player who raised it."""
        unanswered = self._replace(agree=frozenset({self.seat}), disagree=frozenset())
        return self if unanswered == self else unanswered._replace(is_asked_again=True)

    def reopened(self, seat: Seat | None) -> "Dispute":
        """Open again. `seat`: the player who reopened it, who agrees with it."""
        agree = frozenset() if seat is None else frozenset({seat})
        reopened = self._replace(agree=agree, disagree=frozenset())
        return reopened._replace(resolution=None, resolving_seq=None, by_referee=False, referee_reason=None)

    def players_not_supporting(self, resolution: Resolution, concerned_seats: Collection[Seat]) -> tuple[Seat, ...]:
        """The concerned players whose answer does not support this end."""
        supporters = self.agree if resolution == "proposed" else self.disagree
        return tuple(seat for seat in SEATS if seat in concerned_seats and seat not in supporters)

    def after_reseating(self, reseating: PlayersReseated) -> "Dispute":
        """After a reseating: seats and proposed changes follow the players."""
        to = reseating.new_seats
        return self._replace(
            seat=to[self.seat],
            agree=frozenset(map(to.__getitem__, self.agree)),
            disagree=frozenset(map(to.__getitem__, self.disagree)),
            changes=self.changes
            if self.resolution
            else tuple(translate_to_new_seats(proposal, reseating) for proposal in self.changes),
        )

    @property
    def all_agree(self) -> bool:
        return len(self.agree) == len(SEATS)
