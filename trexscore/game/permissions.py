"""Which link may write which entry, and in whose names an entry speaks.

`by` of an entry says which kind of link wrote it. What is allowed is asked when it is written, and again by `verify`.
"""

from collections.abc import Mapping
from typing import Any

from trexscore.game.policy import REFEREE
from trexscore.ledger.chain import Body, FoldEntry, Kind
from trexscore.rules.seats import SEAT_NAMED, Seat

OF_A_SEAT: frozenset[Kind] = frozenset({"agreed", "confirmed", "disputed", "answered", "settled", "reopened"})
"""What a player says for themselves, through the link of their seat; `seat` in the body says who speaks."""
SCORER = frozenset({"own", "write"})
"""The links by which the score is kept, in everybody's name."""
_OF_THE_REFEREE = frozenset({"corrected", "settled", "reopened"})
"""What the referee says as the referee."""
_FOR_A_SEAT = frozenset({"agreed", "confirmed", "answered", "settled"})
"""What the referee may say for a player whose own link has been opened, and who is not there."""


def may_write(right: str, seat: str | None, kind: str, body: Mapping[str, Any]) -> bool:
    """Whether a link with this right, for this seat, may have an entry written.

    That of a seat speaks for its own seat and records nothing; the referee's puts right, resolves and speaks for
    players, and nobody else speaks in the referee's name; the terms are set by whoever started the game.
    """
    said = body.get(kind)
    if kind == "link":
        return isinstance(said, dict) and _may_say_of_link(right, seat, said)
    if right == REFEREE or _speaks_as_referee(said):
        return right == REFEREE and _of_the_referee(kind, said)
    if right == "seat":
        return kind in OF_A_SEAT and isinstance(said, dict) and _of_the_seat(kind, said, seat)
    return right == "own" if kind == "terms" else right in SCORER


def speaks_for(kind: str, body: Mapping[str, Any]) -> frozenset[Seat]:
    """The players in whose names an entry says something."""
    said = body.get(kind)
    if not isinstance(said, dict):
        return frozenset()
    behind = said.get("with", ()) if kind == "corrected" else [said.get("seat")] if kind in OF_A_SEAT else ()
    named = behind if isinstance(behind, list) else ()
    return frozenset(SEAT_NAMED[one] for one in named if isinstance(one, str) and one in SEAT_NAMED)


def opens(entry: FoldEntry) -> str | None:
    """The link, by its seat's letter or `referee`, that has been opened when this was written: its holder wrote it."""
    right = None if entry.by is None else entry.by.get("right")
    if right == REFEREE:
        return REFEREE
    return entry.by.get("seat") if entry.by is not None and right == "seat" else None


def _may_say_of_link(right: str, seat: str | None, said: Body) -> bool:
    """Whoever holds a link says that it has been opened; the owner, that it has been renewed."""
    if said.get("is") == "renewed":
        return right == "own"
    holder = REFEREE if right == REFEREE else seat
    return holder is not None and said.get("for") == holder


def _speaks_as_referee(said: object) -> bool:
    if not isinstance(said, dict):
        return False
    behind = said.get("with")
    return said.get("by") == REFEREE or (isinstance(behind, list) and REFEREE in behind)


def _of_the_referee(kind: str, said: object) -> bool:
    if _speaks_as_referee(said):
        return kind in _OF_THE_REFEREE
    return kind in _FOR_A_SEAT and isinstance(said, dict) and "seat" in said


def _of_the_seat(kind: str, said: Body, seat: str | None) -> bool:
    """A dispute that those concerned have answered alike can be closed by any of them, in nobody's name."""
    if kind == "settled" and "seat" not in said:
        return said.get("as") != "withdrawn"
    return said.get("seat") == seat and (kind != "settled" or said.get("as") == "withdrawn")
