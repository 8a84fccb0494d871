"""Captures that an address carries into the form of a deal, as far as they are known."""

import json
from collections.abc import Iterator
from typing import Any

from trexscore.game.file.text import NotJson, read_json
from trexscore.i18n.marking import N_
from trexscore.rules.captures import Captures
from trexscore.rules.cards import IN_A_SUIT, SUIT_OF, Card
from trexscore.rules.seats import SEAT_NAMED, SEATS
from trexscore.web.rendering import translate as _

LONGEST = 1000
FROM_TOTALS = "from_totals"
"""In an address and in a form: who took what is one of several ways to come to a deal's points."""
FROM_TOTALS_NOTE = N_("Entered from totals. Who took what is one of several possibilities.")
"""What stands beside a deal of which only the points were known."""
_OF_A_CARD = ("taken_by", "doubled_by", "led_by")
_COUNTS = ("diamonds", "tricks")


def written(captures: Captures) -> str:
    """The captures as an address carries them; what is not known is left out."""
    said: dict[str, Any] = {}
    for card, taken in captures.cards:
        of_card = {name: seat.name for name, seat in zip(_OF_A_CARD, taken, strict=True) if seat is not None}
        if card is Card.KING_OF_HEARTS:
            said["king_of_hearts"] = of_card
        else:
            said.setdefault("queens", {})[SUIT_OF[card].value] = of_card
    for name, counts in zip(_COUNTS, (captures.diamonds, captures.tricks), strict=True):
        if counts is not None:
            said[name] = counts.by_name()
    if captures.trex is not None:
        said["trex"] = [seat.name for seat in captures.trex]
    return _as_text(said)


def from_totals_note() -> str:
    """The same in the reader's language."""
    return _(FROM_TOTALS_NOTE)


def told_again(text: str) -> str | None:
    """What an address says, put in one way only; None where it says nothing."""
    said = {name: part for name, part in told(text).items() if part}
    return _as_text(said) if said else None


def told(text: str) -> dict[str, Any]:
    """What an address says of the captures, without whatever a form could not have said."""
    try:
        said = read_json(text[:LONGEST].encode())
    except NotJson:
        return {}
    return dict(_parts(said)) if isinstance(said, dict) else {}


def _parts(said: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "king_of_hearts", _card(said.get("king_of_hearts"))
    queens = said.get("queens")
    by_suit = queens if isinstance(queens, dict) else {}
    yield "queens", {suit.value: of for suit in SUIT_OF.values() if (of := _card(by_suit.get(suit.value)))}
    for name in _COUNTS:
        yield name, _counts(said.get(name))
    order = said.get("trex")
    yield "trex", order if isinstance(order, list) and sorted(map(str, order)) == [*SEAT_NAMED] else []


def _as_text(said: dict[str, Any]) -> str:
    return json.dumps(said, separators=(",", ":"))


def _card(said: object) -> dict[str, str]:
    if not isinstance(said, dict):
        return {}
    return {name: said[name] for name in _OF_A_CARD if isinstance(said.get(name), str) and said[name] in SEAT_NAMED}


def _counts(said: object) -> dict[str, int]:
    if not isinstance(said, dict):
        return {}
    counts = ((seat.name, said.get(seat.name)) for seat in SEATS)
    return {name: count for name, count in counts if type(count) is int and 0 <= count <= IN_A_SUIT}
