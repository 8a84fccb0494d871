"""A table's policy: whether a second person confirms entries, until when they can be corrected, and a referee."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, get_args

from trexscore.ledger.chain import Body
from trexscore.ledger.reader import UNREADABLE, Faults, Field, Unreadable, refuse_unknown_fields
from trexscore.ledger.schema import Schema, closed
from trexscore.rules.refusals import refuse

After = Literal["entry", "game"]
LONGEST_DEADLINE = 60 * 24 * 366
"""Minutes: longer than any season."""
REFEREE = "referee"
"""Stands where a seat's letter would, for the holder of the referee link."""


class Deadline(NamedTuple):
    """How long after an entry, or after the end of the game, entries can be corrected without the referee."""

    minutes: int
    after: After

    def is_over(self, touched: Iterable[datetime], game_over: datetime | None, now: datetime) -> bool:
        """Whether it has passed for entries that were received at the times `touched`."""
        since = touched if self.after == "entry" else () if game_over is None else (game_over,)
        return any(now - one > timedelta(minutes=self.minutes) for one in since)


class Policy(NamedTuple):
    """`second_person`: someone other than its author confirms every entry after entry `since`."""

    second_person: bool = False
    deadline: Deadline | None = None
    referee: bool = False
    since: int = 0
    referee_since: int = 0
    """The entry that appointed the referee, where there is one."""

    def since_entry(self, seq: int, before: "Policy") -> "Policy":
        """This policy, set by entry `seq`. What was asked for before goes on from when it was first asked for."""
        since = before.since if self.second_person and before.second_person else seq
        appointed = before.referee_since if self.referee and before.referee else seq
        return self._replace(since=since, referee_since=appointed)

    def as_json(self) -> Body:
        """As an entry has it."""
        deadline = self.deadline and self.deadline._asdict()
        return {"second_person": self.second_person, "deadline": deadline, "referee": self.referee}


NO_POLICY = Policy()


def deadline_field() -> Field[Deadline]:
    """How many minutes after what."""
    minutes: Schema = {"type": "integer", "minimum": 1, "maximum": LONGEST_DEADLINE}
    schema = closed({"minutes": minutes, "after": {"enum": list(get_args(After))}})

    def read(value: object, at: str, faults: Faults) -> Deadline | Unreadable:
        before = len(faults)
        if not isinstance(value, dict):
            faults.append(refuse("wrong_type", at, wanted="object"))
            return UNREADABLE
        refuse_unknown_fields(value, ("minutes", "after"), at, faults)
        minutes, after = value.get("minutes"), value.get("after")
        if type(minutes) is not int or not 1 <= minutes <= LONGEST_DEADLINE:
            faults.append(refuse("bad_deadline", f"{at}.minutes", most=LONGEST_DEADLINE))
        if after not in get_args(After):
            faults.append(refuse("unknown_deadline", f"{at}.after"))
        return UNREADABLE if len(faults) > before else Deadline(**value)

    return Field(read, schema)
