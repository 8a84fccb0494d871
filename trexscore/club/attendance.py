"""Who can be expected at a game night."""

from collections.abc import Iterator
from itertools import chain

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord


def previous_attendee_numbers(record: ClubRecord, game_night: GameNight) -> frozenset[int]:
    """The members who attended the latest earlier game night with any attendance, by their current numbers.

    Former members are left out. Members who were drawn but left early count as attending.
    """
    earlier = [night for night in record.game_nights_in_order if night.sort_key < game_night.sort_key]
    for night in reversed(earlier):
        attended = {record.surviving_number(member) for member in _present_or_drawn_numbers(night)}
        active = frozenset(member.number for member in record.active_members if member.number in attended)
        if active:
            return active
    return frozenset()


def _present_or_drawn_numbers(game_night: GameNight) -> Iterator[int]:
    yield from game_night.present_member_numbers
    for draw in game_night.draws:
        yield from chain(chain.from_iterable(draw.tables), draw.sitting_out)
