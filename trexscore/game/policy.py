"""How a table keeps its score, beside its house rules: who has to look at an entry, and until when it can be put right.

`{"terms": {"second_person": true, "deadline": {"minutes": 30, "after": "game"}, "referee": true}}` sets them, all anew;
what is left out does not hold. `{"confirmed": {"seq": n, "seat": "B"}}` says that entry n is right as it stands.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, get_args

from trexscore.game.file.shape import read_object, refuse_unknown_fields, required_seat
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, Seat

After = Literal["entry", "game"]
LONGEST_DEADLINE = 60 * 24 * 366
"""Minutes: longer than any season."""
REFEREE = "referee"
"""Stands where a seat's letter would: whoever holds the referee's link."""


class Deadline(NamedTuple):
    """How long after an entry, or after the end of the game, anything can still be put right without the referee."""

    minutes: int
    after: After

    def is_over(self, touched: Iterable[datetime], game_over: datetime | None, now: datetime) -> bool:
        """Whether it has passed for what was `touched`: the times at which that had been received."""
        since = touched if self.after == "entry" else () if game_over is None else (game_over,)
        return any(now - one > timedelta(minutes=self.minutes) for one in since)


class Policy(NamedTuple):
    """`second_person`: somebody other than whoever entered it confirms what is entered behind entry `since`."""

    second_person: bool = False
    deadline: Deadline | None = None
    referee: bool = False
    since: int = 0
    referee_since: int = 0
    """The entry that appointed the referee, where there is one."""

    def as_said(self) -> Body:
        """As an entry says them."""
        deadline = self.deadline and self.deadline._asdict()
        return {"second_person": self.second_person, "deadline": deadline, "referee": self.referee}


NO_POLICY = Policy()


def policy_in(seq: int, said: Body, before: Policy) -> Policy:
    """The terms of an entry that has been accepted. A second person who was asked for goes on being asked for."""
    second_person = said.get("second_person", False)
    since = before.since if second_person and before.second_person else seq
    deadline = said.get("deadline")
    referee = said.get("referee", False)
    appointed = before.referee_since if referee and before.referee else seq
    return Policy(second_person, Deadline(**deadline) if deadline else None, referee, since, appointed)


def policy_refusals(found: object) -> list[Refusal]:
    """Why these are no terms."""
    faults: list[Refusal] = []
    said = read_object(found, "terms", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("second_person", "deadline", "referee"), "terms", faults)
    faults += [
        refuse("wrong_type", f"terms.{name}", wanted="yes_or_no")
        for name in ("second_person", "referee")
        if not isinstance(said.get(name, False), bool)
    ]
    if said.get("deadline") is not None:
        faults += _deadline_refusals(said["deadline"])
    return faults


def _deadline_refusals(found: object) -> Iterator[Refusal]:
    faults: list[Refusal] = []
    said = read_object(found, "terms.deadline", faults) or {}
    if not faults:
        refuse_unknown_fields(said, ("minutes", "after"), "terms.deadline", faults)
        minutes = said.get("minutes")
        if type(minutes) is not int or not 1 <= minutes <= LONGEST_DEADLINE:
            faults.append(refuse("bad_deadline", "terms.deadline.minutes", most=LONGEST_DEADLINE))
        if said.get("after") not in get_args(After):
            faults.append(refuse("unknown_deadline", "terms.deadline.after"))
    yield from faults


def confirmed_by(body: Body) -> tuple[int, Seat]:
    """Which entry was confirmed, and by whom, in an entry's `confirmed` that has been accepted."""
    return body["seq"], SEAT_NAMED[body["seat"]]


def confirmed_refusals(found: object, holding: frozenset[int], seconded: Iterable[int]) -> list[Refusal]:
    """Why this cannot be confirmed: `holding` are the entries that say how something stands now."""
    faults: list[Refusal] = []
    said = read_object(found, "confirmed", faults)
    if said is None:
        return faults
    refuse_unknown_fields(said, ("seq", "seat"), "confirmed", faults)
    required_seat(said, "seat", "confirmed", faults)
    seq = said.get("seq")
    if "seq" not in said:
        faults.append(refuse("missing_field", "confirmed.seq", field="seq"))
    elif type(seq) is not int:
        faults.append(refuse("wrong_type", "confirmed.seq", wanted="number"))
    elif seq not in holding:
        faults.append(refuse("nothing_to_confirm", "confirmed.seq"))
    elif seq in set(seconded):
        faults.append(refuse("already_confirmed", "confirmed.seq"))
    return faults
