"""Captures in an address, which fill the form of a deal as far as they are known."""

import json
from collections.abc import Iterator

from trexscore.game.file.captures import TAKEN_CARD_FIELDS
from trexscore.game.file.strict_json import NotJson, read_json
from trexscore.i18n.marking import N_
from trexscore.ledger.chain import Body
from trexscore.rules.captures import Captures
from trexscore.rules.cards import CARDS_PER_SUIT, SUIT_BY_QUEEN, Card
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS

_MAX_CAPTURES_LENGTH = 1000
FROM_POINTS_FIELD_NAME = "from_totals"
"""Parameter and field: the captures are one of several that give the deal's points."""
FROM_POINTS_NOTE = N_("Entered from totals. Who took what is one of several possibilities.")
"""The note of a deal of which only the points were known."""
_COUNT_FIELDS = ("diamonds", "tricks")


def encode_captures(captures: Captures) -> str:
    """The captures as compact JSON, for an address; unknown parts are left out."""
    encoded_parts: Body = {}
    for card, taken in captures.cards:
        of_card = {name: seat.name for name, seat in zip(TAKEN_CARD_FIELDS, taken, strict=True) if seat is not None}
        if card is Card.KING_OF_HEARTS:
            encoded_parts["king_of_hearts"] = of_card
        else:
            encoded_parts.setdefault("queens", {})[SUIT_BY_QUEEN[card].value] = of_card
    for name, counts in zip(_COUNT_FIELDS, (captures.diamonds, captures.tricks), strict=True):
        if counts is not None:
            encoded_parts[name] = counts.by_letter()
    if captures.trex_order is not None:
        encoded_parts["trex"] = [seat.name for seat in captures.trex_order]
    return _encode_json(encoded_parts)


def normalize_captures(text: str) -> str | None:
    """The captures of an address in one spelling, so that equal ones compare equal; None if there are none."""
    captures_json = {name: part for name, part in parse_captures(text).items() if part}
    return _encode_json(captures_json) if captures_json else None


def parse_captures(text: str) -> Body:
    """The captures in an address, without parts that a form could not have sent."""
    try:
        captures_json = read_json(text[:_MAX_CAPTURES_LENGTH].encode())
    except NotJson:
        return {}
    return dict(_valid_parts(captures_json)) if isinstance(captures_json, dict) else {}


def _valid_parts(captures: Body) -> Iterator[tuple[str, object]]:
    yield "king_of_hearts", _valid_card(captures.get("king_of_hearts"))
    queens = captures.get("queens")
    by_suit = queens if isinstance(queens, dict) else {}
    cards = {suit.value: _valid_card(by_suit.get(suit.value)) for suit in SUIT_BY_QUEEN.values()}
    yield "queens", {suit: card for suit, card in cards.items() if card}
    for name in _COUNT_FIELDS:
        yield name, _valid_counts(captures.get(name))
    order = captures.get("trex")
    yield "trex", order if isinstance(order, list) and sorted(map(str, order)) == [*SEAT_BY_LETTER] else []


def _encode_json(parts: Body) -> str:
    return json.dumps(parts, separators=(",", ":"))


def _valid_card(card_part: object) -> dict[str, str]:
    if not isinstance(card_part, dict):
        return {}
    return {
        name: card_part[name]
        for name in TAKEN_CARD_FIELDS
        if isinstance(card_part.get(name), str) and card_part[name] in SEAT_BY_LETTER
    }


def _valid_counts(count_by_seat: object) -> dict[str, int]:
    if not isinstance(count_by_seat, dict):
        return {}
    counts = ((seat.name, count_by_seat.get(seat.name)) for seat in SEATS)
    return {name: count for name, count in counts if type(count) is int and 0 <= count <= CARDS_PER_SUIT}
