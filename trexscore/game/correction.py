"""A correction: an entry that says what in earlier ones was wrong. The older versions stay in the journal.

`{"corrected": {"reason": "…", "changes": [CHANGE, …]}}`, all of it or nothing. A change is one of
`{"seq": n, "entry": X}` (that entry as it should have been; null: it should not count),
`{"before": n, "entry": X}` (one that is missing, put in before entry n; null: behind all),
`{"seats": {"B": "C", "C": "B"}, "deals": true}` (who sat where; with `deals`, what each took goes along),
`{"house_rules": {…}}` and `{"first_king": "B"}`. `with` names those who stand behind it: all four are needed where it
touches a kingdom that they had agreed on, or the referee (`"with": ["referee"]`).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.reseat import reseated
from trexscore.game.file.shape import read_object, read_reason, read_seat, refuse_unknown_fields
from trexscore.game.policy import REFEREE
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat

_KINDS = {
    "seq": ("seq", "entry"),
    "before": ("before", "entry"),
    "seats": ("seats", "deals"),
    "house_rules": ("house_rules",),
    "first_king": ("first_king",),
}
"""What each change is known by, and its fields."""
MOST_CHANGES = 100
"""Of one correction: more than any game has deals. Whatever is written is folded again for every page."""


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


class Correction(NamedTuple):
    """What was wrong, and why it is put right."""

    reason: str
    changes: tuple[Change, ...]


def changes_in(said: Body) -> Iterator[Change]:
    """The changes of a correction that has been accepted."""
    return map(_read, said["changes"])


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


def correction_in(found: object, standing: frozenset[int]) -> tuple[Correction | None, tuple[Refusal, ...]]:
    """The correction in an entry's `corrected`, and what is wrong with its shape.

    `standing` are the entries that can be corrected. What the rules say to it shows only when the game is played.
    """
    faults: list[Refusal] = []
    said = read_object(found, "corrected", faults)
    if said is None:
        return None, tuple(faults)
    refuse_unknown_fields(said, ("reason", "changes", "with"), "corrected", faults)
    _look_at_those_behind(said.get("with", []), faults)
    reason = read_reason(said, "corrected", faults)
    changes = said.get("changes")
    if "changes" not in said:
        faults.append(refuse("missing_field", "corrected.changes", field="changes"))
    elif not isinstance(changes, list):
        faults.append(refuse("wrong_type", "corrected.changes", wanted="list"))
    elif not changes:
        faults.append(refuse("nothing_to_correct", "corrected.changes"))
    elif len(changes) > MOST_CHANGES:
        faults.append(refuse("too_many_changes", "corrected.changes", most=MOST_CHANGES))
    else:
        for place, change in enumerate(changes):
            _look_at(change, f"corrected.changes.{place}", standing, faults)
        if sum(isinstance(change, dict) and "before" in change for change in changes) > 1:
            faults.append(refuse("one_missing_deal", "corrected.changes"))
    return (None, tuple(faults)) if faults else (Correction(reason, tuple(changes_in(said))), ())


def _look_at_those_behind(seats: object, faults: list[Refusal]) -> None:
    if not isinstance(seats, list):
        faults.append(refuse("wrong_type", "corrected.with", wanted="list"))
        return
    for place, seat in enumerate(seats):
        if seat != REFEREE:
            read_seat(seat, f"corrected.with.{place}", faults)
    if len({str(seat) for seat in seats}) < len(seats):
        faults.append(refuse("seat_taken_twice", "corrected.with"))


def _look_at(found: object, at: str, standing: frozenset[int], faults: list[Refusal]) -> None:
    change = read_object(found, at, faults)
    if change is None:
        return
    kind = next((kind for kind in _KINDS if kind in change), None)
    if kind is None:
        faults.append(refuse("missing_field", at, field="seq"))
        return
    refuse_unknown_fields(change, _KINDS[kind], at, faults)
    if kind in ("seq", "before"):
        _look_at_entry(change, kind, at, standing, faults)
    elif kind == "seats":
        _look_at_seats(change, at, faults)
    elif kind == "house_rules":
        of_rules: list[Refusal] = []
        read_house_rules(change["house_rules"], of_rules)
        faults.extend(fault.below(at) for fault in of_rules)
    else:
        read_seat(change["first_king"], f"{at}.first_king", faults)


def _look_at_entry(change: Body, kind: str, at: str, standing: frozenset[int], faults: list[Refusal]) -> None:
    seq = change[kind]
    if kind == "before" and seq is None:
        pass
    elif type(seq) is not int:
        faults.append(refuse("wrong_type", f"{at}.{kind}", wanted="number"))
    elif seq not in standing:
        faults.append(refuse("unknown_entry", f"{at}.{kind}"))
    if "entry" not in change:
        faults.append(refuse("missing_field", f"{at}.entry", field="entry"))
    elif change["entry"] is not None or kind == "before":
        read_object(change["entry"], f"{at}.entry", faults)


def _look_at_seats(change: Body, at: str, faults: list[Refusal]) -> None:
    moved = read_object(change["seats"], f"{at}.seats", faults) or {}
    before = len(faults)
    for old, new in moved.items():
        read_seat(old, f"{at}.seats", faults)
        read_seat(new, f"{at}.seats.{old}", faults)
    if len(faults) == before and sorted(moved) != sorted(moved.values()):
        faults.append(refuse("seat_taken_twice", f"{at}.seats"))
    if not isinstance(change.get("deals", False), bool):
        faults.append(refuse("wrong_type", f"{at}.deals", wanted="yes_or_no"))


def _read(change: Body) -> Change:
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
