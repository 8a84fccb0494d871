"""The changes of a correction, or that a dispute proposes, and who approves of them.

A change is one of `{"seq": n, "entry": X}` (that entry as it should have been; null: it should not count),
`{"before": n, "entry": X}` (an entry that is missing, added before entry n; null: at the end),
`{"seats": {"B": "C", "C": "B"}, "deals": true}` (who sat where; with `deals`, what each took goes along),
`{"house_rules": {…}}` and `{"first_king": "B"}`.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from trexscore.game.fields import SEAT_OR_REFEREE
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.reseat import reseated
from trexscore.game.file.shape import read_object, read_seat
from trexscore.game.policy import REFEREE
from trexscore.ledger.chain import Body
from trexscore.ledger.reader import UNREADABLE, Faults, Field, Unreadable, refuse_unknown_fields
from trexscore.ledger.schema import listed, named
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat

_FIELDS = {
    "seq": ("seq", "entry"),
    "before": ("before", "entry"),
    "seats": ("seats", "deals"),
    "house_rules": ("house_rules",),
    "first_king": ("first_king",),
}
"""The field by which each change is known, and all its fields."""
_PATH = "corrected.changes"
MOST_CHANGES = 100
"""Of one correction: more than any game has deals. Every page folds the whole journal."""


class Replaced(NamedTuple):
    """An entry as it should have been; None where it should not count at all."""

    seq: int
    entry: Body | None


class Missing(NamedTuple):
    """An entry that had been forgotten. It comes before another one, or behind all."""

    before: int | None
    entry: Body


class Reseated(NamedTuple):
    """Who sits where now, by the old seat. With `deals`, what somebody took goes along with them."""

    to: BySeat[Seat]
    deals: bool


class OtherRules(NamedTuple):
    """House rules agreed late: they hold for the whole game."""

    house_rules: Body


class OtherFirstKing(NamedTuple):
    """Who should have been the first king."""

    seat: Seat


Change = Replaced | Missing | Reseated | OtherRules | OtherFirstKing


class Approval(NamedTuple):
    """Who approves of a correction: players by their seats, and the referee."""

    seats: frozenset[Seat] = frozenset()
    referee: bool = False


NOBODY = Approval()


def changes_in(stored: Iterable[Body]) -> Iterator[Change]:
    """The changes that a stored entry holds."""
    return map(_change_in, stored)


def seated_elsewhere(said: Body, change: Reseated) -> Body:
    """A change that was proposed before it was known who sat where, as it means the same behind that.

    Who sat where is of people, wherever they sit; what was taken stays with the seats, or goes along with `deals`.
    """
    to = change.to.map(lambda seat: seat.name).by_name()
    if "seats" in said:
        return said | {"seats": {to[old]: to[new] for old, new in said["seats"].items()}}
    if not change.deals:
        return said
    if "first_king" in said:
        return said | {"first_king": to[said["first_king"]]}
    return said | {"entry": reseated(said["entry"], change.to)} if said.get("entry") else said


def change_list(least: int) -> Field[tuple[Change, ...]]:
    """A list of changes, at least so many. Paths are those of a correction, wherever the list is."""

    def read(value: object, at: str, faults: Faults) -> tuple[Change, ...] | Unreadable:
        before = len(faults)
        if not isinstance(value, list):
            faults.append(refuse("wrong_type", at, wanted="list"))
        elif len(value) < least:
            faults.append(refuse("nothing_to_correct", at))
            return ()
        elif len(value) > MOST_CHANGES:
            faults.append(refuse("too_many_changes", _PATH, most=MOST_CHANGES))
        else:
            for place, change in enumerate(value):
                _read_change(change, f"{_PATH}.{place}", faults)
            if sum(isinstance(change, dict) and "before" in change for change in value) > 1:
                faults.append(refuse("one_missing_deal", _PATH))
            if len(faults) == before:
                return tuple(map(_change_in, value))
        return UNREADABLE

    most = {"maxItems": MOST_CHANGES}
    return Field(read, listed(named("Change"), **({"minItems": least} if least else {}), **most))


def approvals() -> Field[Approval]:
    """The letters of players who approve, and `referee`."""

    def read(value: object, at: str, faults: Faults) -> Approval | Unreadable:
        if not isinstance(value, list):
            faults.append(refuse("wrong_type", at, wanted="list"))
            return UNREADABLE
        before = len(faults)
        for place, one in enumerate(value):
            if one != REFEREE:
                read_seat(one, f"{at}.{place}", faults)
        if len({str(one) for one in value}) < len(value):
            faults.append(refuse("seat_taken_twice", at))
        return (
            Approval(frozenset(SEAT_NAMED[one] for one in value if one != REFEREE), REFEREE in value)
            if len(faults) == before
            else UNREADABLE
        )

    return Field(read, listed(SEAT_OR_REFEREE, uniqueItems=True))


def change_refusals(changes: Iterable[Change], standing: Collection[int]) -> Iterator[Refusal]:
    """A fault for every change to an entry that does not count; `standing` are those that do."""
    for place, change in enumerate(changes):
        if isinstance(change, Replaced) and change.seq not in standing:
            yield refuse("unknown_entry", f"{_PATH}.{place}.seq")
        elif isinstance(change, Missing) and change.before is not None and change.before not in standing:
            yield refuse("unknown_entry", f"{_PATH}.{place}.before")


def changed_entries(changes: Iterable[Change], standing: Collection[int]) -> Iterator[int]:
    """The entries that would not stay as they are; with seats, house rules or the first king, all of the game."""
    for change in changes:
        if isinstance(change, Replaced):
            yield change.seq
        elif isinstance(change, Missing):
            yield from () if change.before is None else (change.before,)
        else:
            yield from standing


def _read_change(found: object, at: str, faults: Faults) -> None:
    change = read_object(found, at, faults)
    if change is None:
        return
    kind = next((kind for kind in _FIELDS if kind in change), None)
    if kind is None:
        faults.append(refuse("missing_field", at, field="seq"))
        return
    refuse_unknown_fields(change, _FIELDS[kind], at, faults)
    if kind in ("seq", "before"):
        _read_entry_change(change, kind, at, faults)
    elif kind == "seats":
        _read_seats(change, at, faults)
    elif kind == "house_rules":
        of_rules: Faults = []
        read_house_rules(change["house_rules"], of_rules)
        faults.extend(fault.below(at) for fault in of_rules)
    else:
        read_seat(change["first_king"], f"{at}.first_king", faults)


def _read_entry_change(change: Body, kind: str, at: str, faults: Faults) -> None:
    seq = change[kind]
    if type(seq) is not int and not (kind == "before" and seq is None):
        faults.append(refuse("wrong_type", f"{at}.{kind}", wanted="number"))
    if "entry" not in change:
        faults.append(refuse("missing_field", f"{at}.entry", field="entry"))
    elif change["entry"] is not None or kind == "before":
        read_object(change["entry"], f"{at}.entry", faults)


def _read_seats(change: Body, at: str, faults: Faults) -> None:
    moved = read_object(change["seats"], f"{at}.seats", faults) or {}
    before = len(faults)
    for old, new in moved.items():
        read_seat(old, f"{at}.seats", faults)
        read_seat(new, f"{at}.seats.{old}", faults)
    if len(faults) == before and sorted(moved) != sorted(moved.values()):
        faults.append(refuse("seat_taken_twice", f"{at}.seats"))
    if not isinstance(change.get("deals", False), bool):
        faults.append(refuse("wrong_type", f"{at}.deals", wanted="yes_or_no"))


def _change_in(change: Body) -> Change:
    if "seq" in change:
        return Replaced(change["seq"], change["entry"])
    if "before" in change:
        return Missing(change["before"], change["entry"])
    if "seats" in change:
        to = BySeat(*(SEAT_NAMED[change["seats"].get(seat.name, seat.name)] for seat in SEATS))
        return Reseated(to, change.get("deals", False))
    if "house_rules" in change:
        return OtherRules(change["house_rules"])
    return OtherFirstKing(SEAT_NAMED[change["first_king"]])


def moved_by(changes: Iterable[Change]) -> BySeat[Seat]:
    """Whose a kingdom is behind these changes, by whose it was."""
    moved = BySeat(*SEATS)
    for change in changes:
        if isinstance(change, Reseated) and change.deals:
            moved = moved.map(change.to.__getitem__)
    return moved
