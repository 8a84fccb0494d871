"""What a table's terms forbid: a late correction, and confirming what one has entered oneself.

Who entered something, and when, no body says: it is read beside the journal's fold.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from trexscore.game.policy import REFEREE, Deadline
from trexscore.game.record import IN_THE_GAME_FILE, Counted, Record
from trexscore.ledger.chain import Body, EntryDraft, without_device
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED
from trexscore.storage.journals import GAMES

_TOUCHES = frozenset({"corrected", "disputed", "adjustment"})
"""Entries that change what stands, or want it changed."""
_HAS_CHANGED = IN_THE_GAME_FILE | {"corrected", "answered", "settled"}
"""Entries that change it once more by being taken back."""


def against_terms(session: Session, game_id: int, record: Record, said: EntryDraft, now: str) -> tuple[Refusal, ...]:
    """Why an entry that the rules allow is not written; `record` is the game behind it."""
    place = len(record.counted) + 1
    if said.kind == "confirmed":
        faults = _own_entry(session, game_id, record, said)
    elif _touches(record, said) and too_late(session, game_id, record, said.body, now):
        at = "" if said.kind in IN_THE_GAME_FILE else said.kind
        faults = [refuse("too_late", at, referee=record.terms.referee)]
    else:
        faults = []
    return tuple(fault.in_entry(place) for fault in faults)


def _touches(record: Record, said: EntryDraft) -> bool:
    if said.kind == "take_back":
        return record.kinds[said.body["take_back"]] in _HAS_CHANGED
    return said.kind in _TOUCHES


def too_late(session: Session, game_id: int, record: Record, body: Body, now: str) -> bool:
    """Whether the time has passed in which this could be said. The referee's word is never too late."""
    deadline = record.terms.deadline
    if deadline is None or REFEREE in body.get("corrected", {}).get("with", ()):
        return False
    return _is_over(deadline, GAMES.times_of(session, game_id), record, body, datetime.fromisoformat(now))


def _is_over(deadline: Deadline, times: dict[int, str], record: Record, body: Body, now: datetime) -> bool:
    touched = (datetime.fromisoformat(times[seq]) for seq in _touched(record, body) if seq in times)
    deals = [times[one.seq] for one in record.counted if one.entry.is_deal and one.seq in times]
    complete = record.play().game.complete
    return deadline.is_over(touched, datetime.fromisoformat(max(deals)) if complete and deals else None, now)


def _touched(record: Record, body: Body) -> Iterator[int]:
    """The entries that would not stand as they do."""
    if "take_back" in body:
        yield body["take_back"]
    said = body.get("corrected") or body.get("disputed") or {}
    if said.get("about") is not None:
        yield said["about"]
    yield from _changed(record.counted, said.get("changes", ()))


def _changed(counted: Iterable[Counted], changes: Iterable[dict[str, Any]]) -> Iterator[int]:
    for change in changes:
        if "seq" in change:
            yield change["seq"]
        elif "before" in change:
            yield from () if change["before"] is None else (change["before"],)
        else:  # seats, house rules, the first king: the game as a whole
            yield from (one.seq for one in counted)


def _own_entry(session: Session, game_id: int, record: Record, said: EntryDraft) -> list[Refusal]:
    """A second person is another one than whoever has entered it, and speaks through another link."""
    confirmed = said.body["confirmed"]
    seat = SEAT_NAMED[confirmed["seat"]]
    author, by = GAMES.written_by(session, game_id, confirmed["seq"])
    if author is not None and author == record.players[seat]:
        return [refuse("own_entry", "confirmed.seat", seat=seat)]
    same = by is not None and said.by is not None and without_device(by) == without_device(said.by)
    return [refuse("own_link", "confirmed.seat")] if same else []
