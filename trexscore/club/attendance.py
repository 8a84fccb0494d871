"""Who can be expected at a game night."""

from collections.abc import Iterator
from itertools import chain

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord


def last_attendance(record: ClubRecord, evening: GameNight) -> frozenset[int]:
    """The members who attended the latest earlier game night with any attendance, by their current numbers.

    Former members are left out. Members who were drawn but left early count as attending.
    """
    earlier = sorted((night for night in record.game_nights.values() if _order(night) < _order(evening)), key=_order)
    for night in reversed(earlier):
        attended = {record.current_number(member) for member in _attendees(night)}
        active = frozenset(member.number for member in record.active_members if member.number in attended)
        if active:
            return active
    return frozenset()


def _attendees(evening: GameNight) -> Iterator[int]:
    yield from evening.present
    for draw in evening.draws:
        yield from chain(chain.from_iterable(draw.tables), draw.sitting_out)


def _order(evening: GameNight) -> tuple[object, str, int]:
    return evening.on, evening.starts_at or "", evening.number
