"""A dispute: its subject, its answers and its end."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from trexscore.game.correction import Change, EntryReplaced, PlayersReseated, translate_to_new_seats
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS, Seat

Resolution = Literal["proposed", "as_it_stands", "withdrawn"]


class Reopening(NamedTuple):
    """Why a dispute is open again. `seat`: the player who reopened it, or None for the referee."""

    seat: Seat | None
    reason: str


class Dispute(NamedTuple):
    """A player's dispute. `about_seq`: an entry, or None for the game. `resolution`: None while open."""

    seq: int
    seat: Seat
    about_seq: int | None
    reason: str
    proposed_change_contents: tuple[Body, ...]
    agreeing_seats: frozenset[Seat]
    disagreeing_seats: frozenset[Seat]
    resolution: Resolution | None = None
    resolving_seq: int | None = None
    resolved_by_referee: bool = False
    players_are_asked_again: bool = False
    """Whether its subject was corrected after a player had answered, so that all are asked again."""
    referee_reason: str | None = None
    """The referee's reason."""
    reopening: Reopening | None = None
    """Its last reopening. Only pages show it: states and the API stay as they were before it was kept."""

    def with_answer(self, seat: Seat, *, agrees: bool) -> "Dispute":
        """With a player's answer, which replaces an earlier one."""
        agree, disagree = self.agreeing_seats - {seat}, self.disagreeing_seats - {seat}
        if agrees:
            return self._replace(agreeing_seats=agree | {seat}, disagreeing_seats=disagree)
        return self._replace(agreeing_seats=agree, disagreeing_seats=disagree | {seat})

    def reset_if_affected(self, change: Change) -> "Dispute":
        """After a change: answers are dropped if it touches the subject of this open dispute."""
        return self.with_answers_reset() if self.resolution is None and self.is_affected_by(change) else self

    def is_affected_by(self, change: Change) -> bool:
        """Whether a change touches the subject or a proposed change. A reseating touches everything."""
        proposed_seqs = {proposal["seq"] for proposal in self.proposed_change_contents if "seq" in proposal}
        return isinstance(change, PlayersReseated) or (
            isinstance(change, EntryReplaced) and change.seq in {self.about_seq, *proposed_seqs}
        )

    def with_answers_reset(self) -> "Dispute":
        """Without answers, except that of the player who raised it."""
        unanswered = self._replace(agreeing_seats=frozenset({self.seat}), disagreeing_seats=frozenset())
        return self if unanswered == self else unanswered._replace(players_are_asked_again=True)

    def reopened(self, reopening: Reopening) -> "Dispute":
        """Open again. A player who reopens it agrees with it."""
        agree = frozenset() if reopening.seat is None else frozenset({reopening.seat})
        reopened = self._replace(agreeing_seats=agree, disagreeing_seats=frozenset(), reopening=reopening)
        return reopened._replace(resolution=None, resolving_seq=None, resolved_by_referee=False, referee_reason=None)

    def seats_not_supporting(self, resolution: Resolution, concerned_seats: Collection[Seat]) -> tuple[Seat, ...]:
        """The concerned players whose answer does not support this end."""
        supporters = self.agreeing_seats if resolution == "proposed" else self.disagreeing_seats
        return tuple(seat for seat in SEATS if seat in concerned_seats and seat not in supporters)

    def after_reseating(self, reseating: PlayersReseated) -> "Dispute":
        """After a reseating: seats and proposed changes follow the players."""
        to = reseating.new_seat_by_old_seat
        reopening = self.reopening
        return self._replace(
            seat=to[self.seat],
            reopening=reopening and reopening._replace(seat=None if reopening.seat is None else to[reopening.seat]),
            agreeing_seats=frozenset(map(to.__getitem__, self.agreeing_seats)),
            disagreeing_seats=frozenset(map(to.__getitem__, self.disagreeing_seats)),
            proposed_change_contents=self.proposed_change_contents
            if self.resolution
            else tuple(translate_to_new_seats(proposal, reseating) for proposal in self.proposed_change_contents),
        )

    @property
    def all_agree(self) -> bool:
        return len(self.agreeing_seats) == len(SEATS)
