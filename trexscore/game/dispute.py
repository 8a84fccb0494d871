"""A dispute: somebody says that something is wrong, and perhaps what it should be; the others answer.

`{"disputed": {"seat": "B", "about": n, "reason": "…", "changes": [CHANGE, …]}}` raises it; without changes it is a mere
objection. `{"answered": {"dispute": n, "seat": "C", "agrees": true}}` answers; where all four agree, the changes hold
from then on.
`{"settled": {"dispute": n, "as": "proposed" | "as_it_stands" | "withdrawn"}}` ends it: once those whose points would
change have answered alike, or, with `"by": "referee"` and a `reason`, as the referee says.
`{"reopened": {"dispute": n, "seat": "B", "reason": "…"}}` opens one again that has changed nothing.
"""

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple, get_args

from trexscore.game.correction import Change, Replaced, Reseated, correction_in, seated_elsewhere
from trexscore.game.file.shape import read_object, read_reason, read_seat, refuse_unknown_fields, required_seat
from trexscore.game.policy import REFEREE
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, SEATS, Seat

End = Literal["proposed", "as_it_stands", "withdrawn"]


class Dispute(NamedTuple):
    """What somebody objects to, what the others say to it, and how it ended; None while it is open."""

    seq: int
    seat: Seat
    about: int | None
    reason: str
    changes: tuple[Body, ...]
    agree: frozenset[Seat]
    disagree: frozenset[Seat]
    end: End | None = None
    ended_by: int | None = None
    by_referee: bool = False
    is_asked_again: bool = False
    """Whether what it is about has been put right since somebody had answered."""
    end_reason: str | None = None
    """Why the referee ended it as it has ended."""

    def answered(self, seat: Seat, *, agrees: bool) -> "Dispute":
        """With somebody's answer, which replaces an earlier one."""
        agree, disagree = self.agree - {seat}, self.disagree - {seat}
        return self._replace(agree=agree | {seat}) if agrees else self._replace(agree=agree, disagree=disagree | {seat})

    def behind(self, change: Change) -> "Dispute":
        """The same once something is put right: whoever has answered has not answered to what has changed since."""
        return self.asked_again() if self.end is None and self.concerns(change) else self

    def concerns(self, change: Change) -> bool:
        """Whether a change touches what this is about; who sits where touches everything."""
        proposed = {one["seq"] for one in self.changes if "seq" in one}
        return isinstance(change, Reseated) or (isinstance(change, Replaced) and change.seq in {self.about, *proposed})

    def asked_again(self) -> "Dispute":
        """Without the answers that were given."""
        anew = self._replace(agree=frozenset({self.seat}), disagree=frozenset())
        return self if anew == self else anew._replace(is_asked_again=True)

    def ruled(self, said: Body) -> "Dispute":
        """With who ends it, and why, as a `settled` says."""
        return self._replace(by_referee=said.get("by") == REFEREE, end_reason=said.get("reason"))

    def reopened(self, seat: Seat | None) -> "Dispute":
        """Open again; one of the four may have asked for that, and then agrees with it."""
        agree = frozenset() if seat is None else frozenset({seat})
        anew = self._replace(agree=agree, disagree=frozenset())
        return anew._replace(end=None, ended_by=None, by_referee=False, end_reason=None)

    def unanswered(self, end: End, concerned: Collection[Seat]) -> tuple[Seat, ...]:
        """Those of the seats concerned who have not said that it is to end like this."""
        said = self.agree if end == "proposed" else self.disagree
        return tuple(seat for seat in SEATS if seat in concerned and seat not in said)

    def seated(self, change: Reseated) -> "Dispute":
        """The same once it is known who sat where: it stays the same people's, and proposes the same for them."""
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


def dispute_in(seq: int, said: Body) -> Dispute:
    """The dispute of an entry that has been accepted. Whoever raises it agrees with themselves."""
    seat = SEAT_NAMED[said["seat"]]
    changes = tuple(said.get("changes", ()))
    return Dispute(seq, seat, said.get("about"), said["reason"], changes, frozenset({seat}), frozenset())


def disputed_refusals(found: object, standing: frozenset[int], disputes: Iterable[Dispute]) -> list[Refusal]:
    """Why this is no objection that can be written. A player has one open objection to an entry, not many."""
    faults: list[Refusal] = []
    said = read_object(found, "disputed", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("seat", "about", "reason", "changes"), "disputed", faults)
    seat = required_seat(said, "seat", "disputed", faults)
    reason = read_reason(said, "disputed", faults)
    about = said.get("about")
    if about is not None and (type(about) is not int or about not in standing):
        faults.append(refuse("unknown_entry", "disputed.about"))
    elif any((one.seat, one.about, one.end) == (seat, about, None) for one in disputes):
        faults.append(refuse("already_disputed", "disputed.seat", seat=seat))
    if said.get("changes"):
        _, refusals = correction_in({"reason": reason or "?", "changes": said["changes"]}, standing)
        faults += refusals
    elif not isinstance(said.get("changes", []), list):
        faults.append(refuse("wrong_type", "disputed.changes", wanted="list"))
    return faults


def answer_refusals(found: object, disputes: dict[int, Dispute]) -> list[Refusal]:
    """Why this is no answer to an open dispute."""
    faults: list[Refusal] = []
    said = read_object(found, "answered", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("dispute", "seat", "agrees"), "answered", faults)
    required_seat(said, "seat", "answered", faults)
    if not isinstance(said.get("agrees"), bool):
        faults.append(refuse("wrong_type", "answered.agrees", wanted="yes_or_no"))
    return faults + _not_open(said, "answered", disputes)


def settled_refusals(found: object, disputes: dict[int, Dispute]) -> list[Refusal]:
    """Why this does not end an open dispute."""
    faults: list[Refusal] = []
    said = read_object(found, "settled", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("dispute", "as", "seat", "by", "reason"), "settled", faults)
    if said.get("by", REFEREE) != REFEREE:
        faults.append(refuse("unknown_seat", "settled.by", seat_named=str(said["by"])))
    if "reason" in said:
        read_reason(said, "settled", faults)
    if said.get("as") not in get_args(End):
        faults.append(refuse("unknown_end", "settled.as"))
    seat = read_seat(said["seat"], "settled.seat", faults) if "seat" in said else None
    faults += _not_open(said, "settled", disputes)
    own = seat is not None and "by" not in said
    if not faults and (said["as"] == "withdrawn") != (own and seat is disputes[said["dispute"]].seat):
        faults.append(refuse("not_yours_to_withdraw", "settled.as"))
    return faults


def reopened_refusals(found: object, disputes: dict[int, Dispute]) -> list[Refusal]:
    """Why this does not open a dispute again. One that has put something right is followed by another one."""
    faults: list[Refusal] = []
    said = read_object(found, "reopened", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("dispute", "seat", "by", "reason"), "reopened", faults)
    read_reason(said, "reopened", faults)
    if said.get("by") != REFEREE:
        required_seat(said, "seat", "reopened", faults)
    number = said.get("dispute")
    dispute = disputes.get(number) if type(number) is int else None
    if dispute is None:
        return [*faults, refuse("unknown_dispute", "reopened.dispute")]
    if dispute.end is None:
        faults.append(refuse("dispute_open", "reopened.dispute"))
    elif dispute.end == "proposed":
        faults.append(refuse("dispute_put_right", "reopened.dispute"))
    return faults


def _not_open(said: Body, at: str, disputes: dict[int, Dispute]) -> list[Refusal]:
    number = said.get("dispute")
    dispute = disputes.get(number) if type(number) is int else None
    if dispute is None:
        return [refuse("unknown_dispute", f"{at}.dispute")]
    return [refuse("dispute_ended", f"{at}.dispute")] if dispute.end else []
