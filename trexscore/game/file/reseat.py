"""The same entries with the players in other seats: who took it stays, only where they sit changes."""

from collections.abc import Mapping
from typing import Any

from trexscore.rules.seats import SEATS, BySeat, Seat, T

_A_SEAT = ("king", "taken_by", "doubled_by", "led_by", "claimed_by", "by")
_BY_SEAT = ("diamonds", "tricks", "adjustment")
_HOLDERS = "doubled"


def reseated(entry: Mapping[str, Any], moved: BySeat[Seat]) -> dict[str, Any]:
    """A faultless entry, or what was announced, with each player on the seat that `moved` gives for the old one."""
    to = moved.map(lambda seat: seat.name).by_name()
    return {key: _moved(key, value, to) for key, value in entry.items()}


def moved_along(values: BySeat[T], to: BySeat[Seat]) -> BySeat[T]:
    """What somebody has goes along to where they sit now."""
    found = dict(zip(to, values, strict=True))
    return BySeat(*(found[seat] for seat in SEATS))


def _moved(key: str, value: Any, to: Mapping[str, str]) -> Any:  # noqa: ANN401 - any JSON value
    if key in _A_SEAT:
        return to[value]
    if key == "trex":
        return [to[seat] for seat in value]
    if key == _HOLDERS:
        return {card: to[seat] for card, seat in value.items()}
    if key in _BY_SEAT and all(seat in to for seat in value):
        return {to[seat]: count for seat, count in value.items()}
    if isinstance(value, dict):
        return {inner: _moved(inner, found, to) for inner, found in value.items()}
    return value
