"""A table's policy: whether a second person confirms entries, until when they can be corrected, and a referee."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, get_args

import msgspec

from trexscore.ledger.json_reader import INVALID_VALUE, Faults, InvalidValue, JsonField, read_object
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


class Policy(msgspec.Struct, frozen=True):
    """A table's policy. Its JSON is that of a stored entry and of a game's state."""

    second_person: bool = False
    deadline: CorrectionDeadline | None = None
    referee: bool = False


NO_POLICY = Policy()


def deadline_field() -> JsonField[CorrectionDeadline]:
    """A number of minutes, and the event from which they count."""
    minutes: Schema = {"type": "integer", "minimum": 1, "maximum": MAX_CORRECTION_DEADLINE_MINUTES}
    schema = request_object({"minutes": minutes, "after": {"enum": list(get_args(DeadlineAfter))}})

    def read(value: object, path: str, faults: Faults) -> CorrectionDeadline | InvalidValue:
        fault_count_before = len(faults)
        deadline = read_object(value, path, faults, ("minutes", "after"))
        if deadline is None:
            return INVALID_VALUE
        minutes, after = deadline.get("minutes"), deadline.get("after")
        if type(minutes) is not int or not 1 <= minutes <= MAX_CORRECTION_DEADLINE_MINUTES:
            faults.append(refuse("bad_deadline", f"{path}.minutes", most=MAX_CORRECTION_DEADLINE_MINUTES))
        if after not in get_args(DeadlineAfter):
            faults.append(refuse("unknown_deadline", f"{path}.after"))
        return INVALID_VALUE if len(faults) > fault_count_before else msgspec.convert(deadline, CorrectionDeadline)

    return JsonField(read, schema)
