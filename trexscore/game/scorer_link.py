"""Where the scorer's link spoke for players: signed off, confirmed, disputed, answered or withdrew in their names."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from trexscore.game.permissions import SCORER
from trexscore.game.policy import REFEREE
from trexscore.game.record import Record
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.seats import SEAT_NAMED, BySeat, Seat

_ABOUT: Mapping[str, str] = {"agreed": "kingdom", "confirmed": "seq", "answered": "dispute", "settled": "dispute"}
"""The field of an entry that says what it is about. A dispute is about itself."""


class Word(NamedTuple):
    """What players said something about: the kind of their entry, and the kingdom, entry or dispute."""

    kind: str
    about: object


def acts_for_players(entry: FoldEntry) -> bool:
    """Whether the scorer's link wrote this in the name of a player, or of several."""
    said = None if entry.body is None else entry.body.get(entry.kind)
    if entry.by is None or entry.by.get("right") not in SCORER or not isinstance(said, dict):
        return False
    if entry.kind == "settled":
        return said.get("as") == "withdrawn"
    return "seat" in said or any(one != REFEREE for one in said.get("with", ()))


def spoken_by_scorer(record: Record, entries: Iterable[FoldEntry]) -> dict[Word, frozenset[Seat]]:
    """For each thing said: the players, by where they sit now, whose last word on it the scorer's link wrote."""
    last: dict[Word, dict[Seat, bool]] = {}
    for entry in entries:
        said = None if entry.body is None else entry.body.get(entry.kind)
        is_said = entry.kind == "disputed" or entry.kind in _ABOUT
        if is_said and isinstance(said, dict) and "seat" in said and entry.seq not in record.taken_back:
            about = said.get(_ABOUT.get(entry.kind, ""), entry.seq)
            seat = _seat_now(record, entry.seq, SEAT_NAMED[said["seat"]])
            last.setdefault(Word(entry.kind, about), {})[seat] = acts_for_players(entry)
    return {word: frozenset(seat for seat, acts in seats.items() if acts) for word, seats in last.items()}


def _seat_now(record: Record, seq: int, seat: Seat) -> Seat:
    """Where the player sits now who sat there when an entry was written. One whose name is erased is not followed."""
    then: BySeat[str | None] = next((names for since, names in reversed(record.seated) if since <= seq), record.players)
    name = then[seat]
    return seat if name is None or name not in record.players else Seat(tuple(record.players).index(name))
