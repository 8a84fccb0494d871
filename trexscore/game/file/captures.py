"""The captures of a deal, read from JSON.

Valid parts are looked up whole. Only invalid ones are read field by field, to find their faults.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations, product

from trexscore.ledger.json_reader import Faults, add_unknown_field_faults, read_object, read_seat, read_seat_if_present
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEEN_BY_SUIT, Card, Contract
from trexscore.rules.contract_set import CONTRACT_SETS, ContractSet
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat, Seat

CAPTURE_FIELD_BY_CONTRACT = {
    Contract.KING_OF_HEARTS: "king_of_hearts",
    Contract.QUEENS: "queens",
    Contract.DIAMONDS: "diamonds",
    Contract.COLLECTIONS: "tricks",
    Contract.TREX: "trex",
}
"""The field that holds the captures of each contract."""
_CONTRACT_BY_CAPTURE_FIELD = {field: contract for contract, field in CAPTURE_FIELD_BY_CONTRACT.items()}
_CAPTURE_FIELD_NAMES = frozenset(_CONTRACT_BY_CAPTURE_FIELD)
_CAPTURE_FIELDS_BY_BITS = [
    {CAPTURE_FIELD_BY_CONTRACT[contract] for contract in contracts.contracts} for contracts in CONTRACT_SETS
]
"""The fields of captures, by the bits of a contract set."""
_QUEENS_WITH_PATHS = tuple((suit.value, card, f"captures.queens.{suit.value}") for suit, card in QUEEN_BY_SUIT.items())
TAKEN_CARD_FIELDS = ("taken_by", "doubled_by", "led_by")
_ALL_TAKEN_CARD_VALUES = [TakenCard(*seats) for seats in product(SEATS, (None, *SEATS), (None, *SEATS))]
_TAKEN_CARD_LOOKUP_BY_CARD = {
    card: {
        (sum(seat is not None for seat in taken), *(seat.name if seat else None for seat in taken)): (card, taken)
        for taken in _ALL_TAKEN_CARD_VALUES
    }
    for card in Card
}
"""All hundred values of a card, by the number of its fields and their seats."""
_TREX_ORDER_BY_LETTERS = {tuple(seat.name for seat in order): BySeat(*order) for order in permutations(SEATS)}


def read_captures(value: object, contract_set: ContractSet | None, faults: Faults) -> Captures:
    """The captures, which must have exactly the fields of these contracts. None: contracts that cannot be read."""
    captures_json = read_object(value, "captures", faults)
    if captures_json is None:
        return Captures()
    if contract_set is None or captures_json.keys() != _CAPTURE_FIELDS_BY_BITS[contract_set.bits]:
        _add_capture_field_faults(captures_json, contract_set, faults)
    cards: list[tuple[Card, TakenCard] | None] = []
    if "king_of_hearts" in captures_json:
        cards = [
            _read_taken_card(captures_json["king_of_hearts"], "captures.king_of_hearts", Card.KING_OF_HEARTS, faults)
        ]
    if "queens" in captures_json:
        cards += _read_queens(captures_json["queens"], faults)
    return Captures(
        tuple(filter(None, cards)) if cards else (),
        _read_counts_by_seat(captures_json["diamonds"], "captures.diamonds", faults)
        if "diamonds" in captures_json
        else None,
        _read_counts_by_seat(captures_json["tricks"], "captures.tricks", faults) if "tricks" in captures_json else None,
        _read_trex_order(captures_json["trex"], faults) if "trex" in captures_json else None,
    )


def _add_capture_field_faults(
    capture_fields: Mapping[str, object], contract_set: ContractSet | None, faults: Faults
) -> None:
    add_unknown_field_faults(capture_fields, _CAPTURE_FIELD_NAMES, "captures", faults)
    if contract_set is None:
        return
    required_fields = [CAPTURE_FIELD_BY_CONTRACT[contract] for contract in contract_set.contracts]
    faults.extend(
        refuse("capture_outside_contract", f"captures.{part}", part=_CONTRACT_BY_CAPTURE_FIELD[part])
        for part in capture_fields
        if part in _CAPTURE_FIELD_NAMES and part not in required_fields
    )
    faults.extend(
        refuse("missing_field", f"captures.{part}", field=part)
        for part in required_fields
        if part not in capture_fields
    )


def _read_queens(value: object, faults: Faults) -> list[tuple[Card, TakenCard] | None]:
    queens = read_object(value, "captures.queens", faults)
    if queens is None:
        return []
    if queens.keys() != QUEEN_BY_SUIT.keys():
        faults.extend(
            refuse("unknown_queen", f"captures.queens.{suit}", queen=suit)
            for suit in queens
            if suit not in QUEEN_BY_SUIT
        )
    return [_read_taken_card(queens.get(suit, {}), path, card, faults) for suit, card, path in _QUEENS_WITH_PATHS]


def _read_taken_card(value: object, path: str, card: Card, faults: Faults) -> tuple[Card, TakenCard] | None:
    if isinstance(value, dict):
        key = len(value), value.get("taken_by"), value.get("doubled_by"), value.get("led_by")
        try:
            taken_card = _TAKEN_CARD_LOOKUP_BY_CARD[card].get(key)
        except TypeError:  # a seat is unhashable
            taken_card = None
        if taken_card is not None:
            return taken_card
    return _read_taken_card_field_by_field(value, path, card, faults)


def _read_taken_card_field_by_field(
    value: object, path: str, card: Card, faults: Faults
) -> tuple[Card, TakenCard] | None:
    fields = read_object(value, path, faults, TAKEN_CARD_FIELDS)
    if fields is None:
        return None
    taker, holder, leader = (read_seat_if_present(fields, name, path, faults) for name in TAKEN_CARD_FIELDS)
    if "taken_by" not in fields:
        code = "king_of_hearts_no_taker" if card is Card.KING_OF_HEARTS else "queen_no_taker"
        faults.append(refuse(code, f"{path}.taken_by", card=card))
    return None if taker is None else (card, TakenCard(taker, holder, leader))


def _read_counts_by_seat(value: object, path: str, faults: Faults) -> BySeat[int] | None:
    """A whole number from 0 for each of the four seats."""
    if isinstance(value, dict) and len(value) == len(SEATS):
        a, b, c, d = value.get("A"), value.get("B"), value.get("C"), value.get("D")
        if type(a) is type(b) is type(c) is type(d) is int and a >= 0 and b >= 0 and c >= 0 and d >= 0:
            return BySeat(a, b, c, d)
    _add_counts_by_seat_faults(value, path, faults)
    return None


def _add_counts_by_seat_faults(value: object, path: str, faults: Faults) -> None:
    counts = read_object(value, path, faults)
    if counts is None:
        return
    faults.extend(
        refuse("unknown_seat", f"{path}.{name}", seat_named=name) for name in counts if name not in SEAT_BY_LETTER
    )
    for seat in SEATS:
        seat_path = f"{path}.{seat.name}"
        if seat.name not in counts:
            faults.append(refuse("missing_seat", seat_path, seat=seat))
            continue
        count = counts[seat.name]
        if type(count) is not int:
            faults.append(refuse("not_a_whole_number", seat_path, seat=seat))
        elif count < 0:
            faults.append(refuse("negative_count", seat_path, seat=seat, count=count))


def _read_trex_order(value: object, faults: Faults) -> BySeat[Seat] | None:
    """The four seats in the order in which they went out."""
    if not isinstance(value, list):
        faults.append(refuse("wrong_type", "captures.trex", wanted="list"))
        return None
    try:
        order = _TREX_ORDER_BY_LETTERS.get(tuple(value))
    except TypeError:  # a seat is unhashable
        order = None
    return order if order is not None else _read_trex_order_one_by_one(value, faults)


def _read_trex_order_one_by_one(names: Sequence[object], faults: Faults) -> BySeat[Seat] | None:
    seats = []
    for place, name in enumerate(names):
        seat = read_seat(name, f"captures.trex.{place}", faults)
        if seat in seats and seat is not None:
            faults.append(refuse("duplicate_finisher", f"captures.trex.{place}", seat=seat))
        seats.append(seat)
    missing_seats = [seat for seat in SEATS if seat not in seats]
    faults.extend(refuse("missing_finisher", "captures.trex", seat=seat) for seat in missing_seats)
    if missing_seats or len(seats) != len(SEATS):
        return None
    return BySeat(*(seat for seat in seats if seat is not None))
