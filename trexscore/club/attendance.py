"""Who can be expected at a game night."""

from collections.abc import Iterator
from itertools import chain

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord


def previous_attendees(record: ClubRecord, game_night: GameNight) -> frozenset[int]:
    """The members who attended the latest earlier game night with any attendance, by their current numbers.

    Former members are left out. Members who were drawn but left early count as attending.
    """
    earlier = sorted(
        (night for night in record.game_nights.values() if _chronological_key(night) < _chronological_key(game_night)),
        key=_chronological_key,
    )
    for night in reversed(earlier):
        attended = {record.surviving_number(member) for member in _present_or_drawn(night)}
        active = frozenset(member.number for member in record.active_members if member.number in attended)
        if active:
            return active
    return frozenset()


def _present_or_drawn(night: GameNight) -> Iterator[int]:
    yield from night.present
    for draw in night.draws:
        yield from chain(chain.from_iterable(draw.tables), draw.sitting_out)


def _chronological_key(night: GameNight) -> tuple[object, str, int]:
    return night.day, night.starts_at or "", night.number
