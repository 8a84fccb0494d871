"""Who can be expected at a game night."""

from collections.abc import Iterator
from itertools import chain

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord


def last_attendance(record: ClubRecord, evening: GameNight) -> frozenset[int]:
    """Who came to the last game night before this one to which anybody came, as far as they still belong to the club.

    Members are given by the numbers that they have now. Who went home early that night was there, too.
    """
    earlier = sorted((one for one in record.evenings.values() if _order(one) < _order(evening)), key=_order)
    for one in reversed(earlier):
        came = {record.now(member) for member in _all_who_came(one)}
        here = frozenset(member.number for member in record.here if member.number in came)
        if here:
            return here
    return frozenset()


def _all_who_came(evening: GameNight) -> Iterator[int]:
    yield from evening.present
    for draw in evening.draws:
        yield from chain(chain.from_iterable(draw.tables), draw.sitting_out)


def _order(evening: GameNight) -> tuple[object, str, int]:
    return evening.on, evening.at or "", evening.number
