"""The captures of a deal, read from JSON.

A faultless part is recognised at a glance; only where something is off is it looked at piece by piece, to say what.
"""

from itertools import permutations, product
from typing import Any

from trexscore.game.file.shape import read_object, read_seat, refuse_unknown_fields
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEEN_OF, Card, Contract
from trexscore.rules.contract_set import CONTRACT_SETS, ContractSet
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat

PART_OF = {
    Contract.KING_OF_HEARTS: "king_of_hearts",
    Contract.QUEENS: "queens",
    Contract.DIAMONDS: "diamonds",
    Contract.COLLECTIONS: "tricks",
    Contract.TREX: "trex",
}
"""Where the captures of each contract stand."""
PARTS = frozenset(PART_OF.values())
_PARTS_OF = [{PART_OF[contract] for contract in programme.contracts} for programme in CONTRACT_SETS]
"""By the bits of a programme, what its captures consist of."""
_QUEENS = tuple((suit.value, card, f"captures.queens.{suit.value}") for suit, card in QUEEN_OF.items())
_CARD_FIELDS = ("taken_by", "doubled_by", "led_by")
_THINGS_TO_SAY = [TakenCard(*seats) for seats in product(SEATS, (None, *SEATS), (None, *SEATS))]
_SAID_OF = {
    card: {
        (sum(seat is not None for seat in taken), *(seat.name if seat else None for seat in taken)): (card, taken)
        for taken in _THINGS_TO_SAY
    }
    for card in Card
}
"""Only a hundred different things can be said of a card, by the number of fields and what is in them."""
_ORDER_OF = {tuple(seat.name for seat in order): BySeat(*order) for order in permutations(SEATS)}


def read_captures(found: object, programme: ContractSet | None, faults: list[Refusal]) -> Captures:
    """Exactly what the contracts need. Where the contracts are unreadable, what stands there is looked at."""
    parts = read_object(found, "captures", faults)
    if parts is None:
        return Captures()
    if programme is None or parts.keys() != _PARTS_OF[programme.bits]:
        _refuse_wrong_parts(parts, programme, faults)
    cards: tuple[tuple[Card, TakenCard], ...] = ()
    if "king_of_hearts" in parts:
        cards = _read_king(parts["king_of_hearts"], faults)
    if "queens" in parts:
        cards += _read_queens(parts["queens"], faults)
    return Captures(
        cards,
        read_counts(parts["diamonds"], "captures.diamonds", faults) if "diamonds" in parts else None,
        read_counts(parts["tricks"], "captures.tricks", faults) if "tricks" in parts else None,
        _read_order(parts["trex"], faults) if "trex" in parts else None,
    )


def _refuse_wrong_parts(parts: dict[str, Any], programme: ContractSet | None, faults: list[Refusal]) -> None:
    refuse_unknown_fields(parts, PARTS, "captures", faults)
    if programme is None:
        return
    wanted = [PART_OF[contract] for contract in programme.contracts]
    faults.extend(
        refuse("capture_outside_contract", f"captures.{part}", part=part)
        for part in parts
        if part in PARTS and part not in wanted
    )
    faults.extend(refuse("missing_field", f"captures.{part}", field=part) for part in wanted if part not in parts)


def _read_king(found: object, faults: list[Refusal]) -> tuple[tuple[Card, TakenCard], ...]:
    king = _read_card(found, "captures.king_of_hearts", Card.KING_OF_HEARTS, faults)
    return () if king is None else (king,)


def _read_queens(found: object, faults: list[Refusal]) -> tuple[tuple[Card, TakenCard], ...]:
    queens = read_object(found, "captures.queens", faults)
    if queens is None:
        return ()
    if queens.keys() != QUEEN_OF.keys():
        faults.extend(
            refuse("unknown_queen", f"captures.queens.{suit}", queen=suit) for suit in queens if suit not in QUEEN_OF
        )
    cards = [_read_card(queens.get(suit, {}), at, card, faults) for suit, card, at in _QUEENS]
    return tuple(filter(None, cards))


def _read_card(found: object, at: str, card: Card, faults: list[Refusal]) -> tuple[Card, TakenCard] | None:
    if isinstance(found, dict):
        try:
            said = _SAID_OF[card].get((len(found), found.get("taken_by"), found.get("doubled_by"), found.get("led_by")))
        except TypeError:  # something unhashable stands where a seat should
            said = None
        if said is not None:
            return said
    return _read_card_slowly(found, at, card, faults)


def _read_card_slowly(found: object, at: str, card: Card, faults: list[Refusal]) -> tuple[Card, TakenCard] | None:
    said = read_object(found, at, faults)
    if said is None:
        return None
    refuse_unknown_fields(said, _CARD_FIELDS, at, faults)
    seats = [read_seat(said[name], f"{at}.{name}", faults) if name in said else None for name in _CARD_FIELDS]
    if "taken_by" not in said:
        code = "king_of_hearts_no_taker" if card is Card.KING_OF_HEARTS else "queen_no_taker"
        faults.append(refuse(code, f"{at}.taken_by", card=card))
    taker, holder, leader = seats
    return None if taker is None else (card, TakenCard(taker, holder, leader))


def read_counts(found: object, at: str, faults: list[Refusal]) -> BySeat[int] | None:
    """A whole number for each of the four seats, 0 included."""
    if isinstance(found, dict) and len(found) == len(SEATS):
        counts = found.get("A"), found.get("B"), found.get("C"), found.get("D")
        a, b, c, d = counts
        if type(a) is type(b) is type(c) is type(d) is int and a >= 0 and b >= 0 and c >= 0 and d >= 0:
            return BySeat(a, b, c, d)
    return _read_counts_slowly(found, at, faults)


def _read_counts_slowly(found: object, at: str, faults: list[Refusal]) -> BySeat[int] | None:
    said = read_object(found, at, faults)
    if said is None:
        return None
    faults.extend(refuse("unknown_seat", f"{at}.{name}", seat_named=name) for name in said if name not in SEAT_NAMED)
    for seat in SEATS:
        path = f"{at}.{seat.name}"
        if seat.name not in said:
            faults.append(refuse("missing_seat", path, seat=seat))
            continue
        count = said[seat.name]
        if type(count) is not int:
            faults.append(refuse("not_a_whole_number", path, seat=seat))
        elif count < 0:
            faults.append(refuse("negative_count", path, seat=seat, count=count))
    return None


def _read_order(found: object, faults: list[Refusal]) -> BySeat[Seat] | None:
    """The four seats in the order in which they went out."""
    if not isinstance(found, list):
        faults.append(refuse("wrong_type", "captures.trex", wanted="list"))
        return None
    try:
        order = _ORDER_OF.get(tuple(found))
    except TypeError:  # something unhashable stands where a seat should
        order = None
    return order if order is not None else _read_order_slowly(found, faults)


def _read_order_slowly(found: list[Any], faults: list[Refusal]) -> BySeat[Seat] | None:
    seats = []
    for place, name in enumerate(found):
        seat = read_seat(name, f"captures.trex.{place}", faults)
        if seat in seats and seat is not None:
            faults.append(refuse("duplicate_finisher", f"captures.trex.{place}", seat=seat))
        seats.append(seat)
    missing = [seat for seat in SEATS if seat not in seats]
    faults.extend(refuse("missing_finisher", "captures.trex", seat=seat) for seat in missing)
    if missing or len(seats) != len(SEATS):
        return None
    return BySeat(*(seat for seat in seats if seat is not None))
