"""The changes of a correction or of a dispute's proposal, and their approval.

A change is one of `{"seq": n, "entry": X}` (replaces entry n; null: it does not count),
`{"before": n, "entry": X}` (adds a missing entry before entry n; null: at the end),
`{"seats": {"B": "C", "C": "B"}, "deals": true}` (new seat by old seat; with `deals`, captures move along),
`{"house_rules": {…}}` and `{"first_king": "B"}`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from trexscore.game.fields import SEAT_OR_REFEREE_SCHEMA
from trexscore.game.file.house_rules import read_house_rules
from trexscore.game.file.reseat import reseat_entry
from trexscore.game.policy import REFEREE
from trexscore.ledger.chain import Body
from trexscore.ledger.json_reader import (
    INVALID_VALUE,
    Faults,
    InvalidValue,
    JsonField,
    add_unknown_field_faults,
    read_object,
    read_seat,
)
from trexscore.ledger.schema_parts import array_of, schema_ref
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat, Seat

_FIELDS_BY_CHANGE_KIND = {
    "seq": ("seq", "entry"),
    "before": ("before", "entry"),
    "seats": ("seats", "deals"),
    "house_rules": ("house_rules",),
    "first_king": ("first_king",),
}
"""All fields of each kind of change, by the field that identifies it."""
_CHANGES_PATH = "corrected.changes"
MAX_CHANGES = 100
"""Per correction: more than any game has deals. Limited, since every page folds the whole journal."""


class EntryReplaced(NamedTuple):
    """The right version of an entry; None if it should not count."""

    seq: int
    new_body: Body | None


class EntryAdded(NamedTuple):
    """A forgotten entry, added before another one or at the end."""

    before_seq: int | None
    new_body: Body


class PlayersReseated(NamedTuple):
    """Each player's new seat, by the old one. `moves_deals`: captures move with the players."""

    new_seat_by_old_seat: BySeat[Seat]
    moves_deals: bool


class RulesReplaced(NamedTuple):
    """House rules for the whole game, agreed on later."""

    house_rules_json: Body


class FirstKingReplaced(NamedTuple):
    """The right first king."""

    seat: Seat


Change = EntryReplaced | EntryAdded | PlayersReseated | RulesReplaced | FirstKingReplaced


class Approval(NamedTuple):
    """The players and the referee who approve a correction."""

    approving_seats: frozenset[Seat] = frozenset()
    by_referee: bool = False


NO_APPROVAL = Approval()


def translate_to_new_seats(proposed_change: Body, reseating: PlayersReseated) -> Body:
    """Translate a proposed change to the seats after a reseating.

    Proposed seats follow the players; the other proposals do only with `moves_deals`.
    """
    new_seats = reseating.new_seat_by_old_seat.map(lambda seat: seat.name).by_letter()
    if "seats" in proposed_change:
        return proposed_change | {
            "seats": {new_seats[old]: new_seats[new] for old, new in proposed_change["seats"].items()}
        }
    if not reseating.moves_deals:
        return proposed_change
    if "first_king" in proposed_change:
        return proposed_change | {"first_king": new_seats[proposed_change["first_king"]]}
    if proposed_change.get("entry"):
        return proposed_change | {"entry": reseat_entry(proposed_change["entry"], reseating.new_seat_by_old_seat)}
    return proposed_change


def changes_field(min_changes: int) -> JsonField[tuple[Change, ...]]:
    """A list of at least `min_changes` changes. Paths of its faults are always those of a correction."""

    def read(value: object, path: str, faults: Faults) -> tuple[Change, ...] | InvalidValue:
        fault_count_before = len(faults)
        if not isinstance(value, list):
            faults.append(refuse("wrong_type", path, wanted="list"))
        elif len(value) < min_changes:
            faults.append(refuse("nothing_to_correct", path))
            return ()
        elif len(value) > MAX_CHANGES:
            faults.append(refuse("too_many_changes", _CHANGES_PATH, most=MAX_CHANGES))
        else:
            for place, change in enumerate(value):
                _validate_change(change, f"{_CHANGES_PATH}.{place}", faults)
            if sum(isinstance(change, dict) and "before" in change for change in value) > 1:
                faults.append(refuse("one_missing_deal", _CHANGES_PATH))
            if len(faults) == fault_count_before:
                return tuple(map(load_change, value))
        return INVALID_VALUE

    return JsonField(
        read,
        array_of(schema_ref("Change"), **({"minItems": min_changes} if min_changes else {}), maxItems=MAX_CHANGES),
    )


def approval_field() -> JsonField[Approval]:
    """The seats' letters of players who approve, and `referee`."""

    def read(value: object, path: str, faults: Faults) -> Approval | InvalidValue:
        if not isinstance(value, list):
            faults.append(refuse("wrong_type", path, wanted="list"))
            return INVALID_VALUE
        fault_count_before = len(faults)
        for place, name in enumerate(value):
            if name != REFEREE:
                read_seat(name, f"{path}.{place}", faults)
        if len(set(map(str, value))) < len(value):
            faults.append(refuse("seat_taken_twice", path))
        if len(faults) > fault_count_before:
            return INVALID_VALUE
        return Approval(frozenset(SEAT_BY_LETTER[name] for name in value if name != REFEREE), REFEREE in value)

    return JsonField(read, array_of(SEAT_OR_REFEREE_SCHEMA, uniqueItems=True))


def unknown_entry_refusals(changes: Iterable[Change], counted_seqs: Collection[int]) -> Iterator[Refusal]:
    """A fault for each change to an entry that does not count. `counted_seqs`: the entries that count."""
    for place, change in enumerate(changes):
        if isinstance(change, EntryReplaced) and change.seq not in counted_seqs:
            yield refuse("unknown_entry", f"{_CHANGES_PATH}.{place}.seq")
        elif isinstance(change, EntryAdded) and change.before_seq is not None and change.before_seq not in counted_seqs:
            yield refuse("unknown_entry", f"{_CHANGES_PATH}.{place}.before")


def affected_seqs(changes: Iterable[Change], all_counted_seqs: Collection[int]) -> Iterator[int]:
    """The entries that would change: all that count, if seats, house rules or the first king change."""
    for change in changes:
        if isinstance(change, EntryReplaced):
            yield change.seq
        elif isinstance(change, EntryAdded):
            yield from () if change.before_seq is None else (change.before_seq,)
        else:
            yield from all_counted_seqs


def _validate_change(change_content: object, path: str, faults: Faults) -> None:
    change = read_object(change_content, path, faults)
    if change is None:
        return
    kind = next((kind for kind in _FIELDS_BY_CHANGE_KIND if kind in change), None)
    if kind is None:
        faults.append(refuse("missing_field", path, field="seq"))
        return
    add_unknown_field_faults(change, _FIELDS_BY_CHANGE_KIND[kind], path, faults)
    if kind in ("seq", "before"):
        _validate_entry_change(change, kind, path, faults)
    elif kind == "seats":
        _validate_reseating(change, path, faults)
    elif kind == "house_rules":
        rules_faults: Faults = []
        read_house_rules(change["house_rules"], rules_faults)
        faults.extend(fault.with_path_prefix(path) for fault in rules_faults)
    else:
        read_seat(change["first_king"], f"{path}.first_king", faults)


def _validate_entry_change(change_content: Mapping[str, object], kind: str, path: str, faults: Faults) -> None:
    seq = change_content[kind]
    if type(seq) is not int and not (kind == "before" and seq is None):
        faults.append(refuse("wrong_type", f"{path}.{kind}", wanted="number"))
    if "entry" not in change_content:
        faults.append(refuse("missing_field", f"{path}.entry", field="entry"))
    elif change_content["entry"] is not None or kind == "before":
        read_object(change_content["entry"], f"{path}.entry", faults)


def _validate_reseating(change_content: Mapping[str, object], path: str, faults: Faults) -> None:
    seats_json = read_object(change_content["seats"], f"{path}.seats", faults) or {}
    fault_count_before = len(faults)
    for old, new in seats_json.items():
        read_seat(old, f"{path}.seats", faults)
        read_seat(new, f"{path}.seats.{old}", faults)
    if len(faults) == fault_count_before and set(seats_json) != set(seats_json.values()):
        faults.append(refuse("seat_taken_twice", f"{path}.seats"))
    if not isinstance(change_content.get("deals", False), bool):
        faults.append(refuse("wrong_type", f"{path}.deals", wanted="yes_or_no"))


def load_change(change_content: Body) -> Change:
    """A change in a stored entry."""
    if "seq" in change_content:
        return EntryReplaced(change_content["seq"], change_content["entry"])
    if "before" in change_content:
        return EntryAdded(change_content["before"], change_content["entry"])
    if "seats" in change_content:
        new_seats = BySeat(*(SEAT_BY_LETTER[change_content["seats"].get(seat.name, seat.name)] for seat in SEATS))
        return PlayersReseated(new_seats, change_content.get("deals", False))
    if "house_rules" in change_content:
        return RulesReplaced(change_content["house_rules"])
    return FirstKingReplaced(SEAT_BY_LETTER[change_content["first_king"]])


def combined_seat_mapping(reseatings: Iterable[PlayersReseated]) -> BySeat[Seat]:
    """Maps each seat before these reseatings to the seat after them."""
    seats_after = BySeat(*SEATS)
    for reseating in reseatings:
        seats_after = seats_after.map(reseating.new_seat_by_old_seat.__getitem__)
    return seats_after
