"""A dispute as it is: who raised it about what, who agrees, and how it ended."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from trexscore.game.correction import Change, Replaced, Reseated, seated_elsewhere
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS, Seat

Resolution = Literal["proposed", "as_it_stands", "withdrawn"]


class Dispute(NamedTuple):
    """What a player disputes, who agrees, and how it ended; `end` is None while it is open."""

    seq: int
    seat: Seat
    about: int | None
    reason: str
    changes: tuple[Body, ...]
    agree: frozenset[Seat]
    disagree: frozenset[Seat]
    end: Resolution | None = None
    ended_by: int | None = None
    by_referee: bool = False
    is_asked_again: bool = False
    """Whether what it is about was corrected after someone had answered."""
    end_reason: str | None = None
    """Why the referee ended it as it has ended."""

    def answered(self, seat: Seat, *, agrees: bool) -> "Dispute":
        """With somebody's answer, which replaces an earlier one."""
        agree, disagree = self.agree - {seat}, self.disagree - {seat}
        return self._replace(agree=agree | {seat}) if agrees else self._replace(agree=agree, disagree=disagree | {seat})

    def corrected(self, change: Change) -> "Dispute":
        """After a correction: who has answered has not answered to what has changed since."""
        return self.asked_again() if self.end is None and self.concerns(change) else self

    def concerns(self, change: Change) -> bool:
        """Whether a change touches what this is about. Who sits where touches everything."""
        proposed = {one["seq"] for one in self.changes if "seq" in one}
        return isinstance(change, Reseated) or (isinstance(change, Replaced) and change.seq in {self.about, *proposed})

    def asked_again(self) -> "Dispute":
        """Without the answers that were given."""
        unanswered = self._replace(agree=frozenset({self.seat}), disagree=frozenset())
        return self if unanswered == self else unanswered._replace(is_asked_again=True)

    def resolved_by(self, reason: str | None, *, referee: bool) -> "Dispute":
        """With why it ends as it does, and whether the referee ends it."""
        return self._replace(by_referee=referee, end_reason=reason)

    def reopened(self, seat: Seat | None) -> "Dispute":
        """Open again. A player who asked for that agrees with it."""
        agree = frozenset() if seat is None else frozenset({seat})
        reopened = self._replace(agree=agree, disagree=frozenset())
        return reopened._replace(end=None, ended_by=None, by_referee=False, end_reason=None)

    def unanswered(self, end: Resolution, concerned: Collection[Seat]) -> tuple[Seat, ...]:
        """Those of the seats concerned who have not said that it is to end like this."""
        said = self.agree if end == "proposed" else self.disagree
        return tuple(seat for seat in SEATS if seat in concerned and seat not in said)

    def seated(self, change: Reseated) -> "Dispute":
        """After a correction of who sat where: it stays the same people's, and proposes the same for them."""
        to = change.to
        return self._replace(
            seat=to[self.seat],
            agree=frozenset(map(to.__getitem__, self.agree)),
            disagree=frozenset(map(to.__getitem__, self.disagree)),
            changes=self.changes if self.end else tuple(seated_elsewhere(one, change) for one in self.changes),
        )

    @property
    def all_agree(self) -> bool:
        return len(self.agree) == len(SEATS)
