"""Moves players to other seats, with everything that they took."""

from collections.abc import Mapping

from trexscore.rules.seats import SEATS, BySeat, Seat, T

_SEAT_FIELDS = ("king", "taken_by", "doubled_by", "led_by", "claimed_by", "by")
_PER_SEAT_FIELDS = ("diamonds", "tricks", "adjustment")


def reseat_entry(entry_content: Mapping[str, object], new_seat_by_old_seat: BySeat[Seat]) -> dict[str, object]:
    """A valid entry or announcement with each seat replaced by the new one that `new_seat_by_old_seat` has for it."""
    new_letters = new_seat_by_old_seat.map(lambda seat: seat.name).by_letter()
    return {key: _reseat_value(key, value, new_letters) for key, value in entry_content.items()}


def values_by_new_seat(value_by_old_seat: BySeat[T], new_seat_by_old_seat: BySeat[Seat]) -> BySeat[T]:
    """The players' values by their new seats."""
    by_new_seat = dict(zip(new_seat_by_old_seat, value_by_old_seat, strict=True))
    return BySeat(*(by_new_seat[seat] for seat in SEATS))


def _reseat_value(key: str, value: object, new_letter_by_old_letter: Mapping[str, str]) -> object:
    if key in _SEAT_FIELDS:
        return new_letter_by_old_letter[str(value)]
    if isinstance(value, list):
        return [new_letter_by_old_letter[seat] for seat in value] if key == "trex" else value
    if not isinstance(value, dict):
        return value
    if key == "doubled":
        return {card: new_letter_by_old_letter[seat] for card, seat in value.items()}
    if key in _PER_SEAT_FIELDS and all(seat in new_letter_by_old_letter for seat in value):
        return {new_letter_by_old_letter[seat]: count for seat, count in value.items()}
    return {name: _reseat_value(name, inner, new_letter_by_old_letter) for name, inner in value.items()}
