"""A table's policy: whether a second person confirms entries, until when they can be corrected, and a referee."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, get_args

import msgspec

from trexscore.ledger.chain import Body
from trexscore.ledger.json_reader import INVALID_VALUE, Faults, InvalidValue, JsonField, add_unknown_field_faults
from trexscore.ledger.schema_parts import Schema, request_object
from trexscore.rules.refusals import refuse

DeadlineAfter = Literal["entry", "game"]
MAX_CORRECTION_DEADLINE_MINUTES = 60 * 24 * 366
"""In minutes: longer than any season."""
REFEREE = "referee"
"""Used in place of a seat's letter for the holder of the referee link."""


class CorrectionDeadline(msgspec.Struct, frozen=True):
    """How long after an entry, or after the end of the game, entries can be corrected without the referee."""

    minutes: int
    after: DeadlineAfter

    def is_over(self, received_times: Iterable[datetime], game_over_at: datetime | None, now: datetime) -> bool:
        """Whether it has passed for any of the entries received at the times `received_times`."""
        starts = received_times if self.after == "entry" else () if game_over_at is None else (game_over_at,)
        return any(now - start > timedelta(minutes=self.minutes) for start in starts)


class Policy(NamedTuple):
    """A table's policy. `second_person`: entries after `second_person_since_seq` need a second confirmation."""

    second_person: bool = False
    deadline: CorrectionDeadline | None = None
    referee: bool = False
    second_person_since_seq: int = 0
    referee_since_seq: int = 0
    """The entry that appointed the referee, if there is one."""

    def in_force_from(self, seq: int, previous_policy: "Policy") -> "Policy":
        """This policy, set by entry `seq`. Parts that were in force before keep their first entry."""
        second_person_since_seq = (
            previous_policy.second_person_since_seq if self.second_person and previous_policy.second_person else seq
        )
        appointed = previous_policy.referee_since_seq if self.referee and previous_policy.referee else seq
        return self._replace(second_person_since_seq=second_person_since_seq, referee_since_seq=appointed)

    def as_json(self) -> Body:
        """The policy as a stored entry has it."""
        deadline = self.deadline and msgspec.structs.asdict(self.deadline)
        return {"second_person": self.second_person, "deadline": deadline, "referee": self.referee}


NO_POLICY = Policy()


def deadline_field() -> JsonField[CorrectionDeadline]:
    """A number of minutes, and the event from which they count."""
    minutes: Schema = {"type": "integer", "minimum": 1, "maximum": MAX_CORRECTION_DEADLINE_MINUTES}
    schema = request_object({"minutes": minutes, "after": {"enum": list(get_args(DeadlineAfter))}})

    def read(value: object, path: str, faults: Faults) -> CorrectionDeadline | InvalidValue:
        fault_count_before = len(faults)
        if not isinstance(value, dict):
            faults.append(refuse("wrong_type", path, wanted="object"))
            return INVALID_VALUE
        add_unknown_field_faults(value, ("minutes", "after"), path, faults)
        minutes, after = value.get("minutes"), value.get("after")
        if type(minutes) is not int or not 1 <= minutes <= MAX_CORRECTION_DEADLINE_MINUTES:
            faults.append(refuse("bad_deadline", f"{path}.minutes", most=MAX_CORRECTION_DEADLINE_MINUTES))
        if after not in get_args(DeadlineAfter):
            faults.append(refuse("unknown_deadline", f"{path}.after"))
        return INVALID_VALUE if len(faults) > fault_count_before else CorrectionDeadline(**value)

    return JsonField(read, schema)
