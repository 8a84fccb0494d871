"""Evenings as the pages show them."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from trexscore.club.attendance import last_attendance
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import current_night, today
from trexscore.db.clubs.attendance_replies import replies_to
from trexscore.db.models import db
from trexscore.game.file.names import initial
from trexscore.i18n.language import Language
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import by_name, title_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated

LATELY = 30
"""Evenings that are over and shown at once."""


class ListedEvening(NamedTuple):
    """A line of the list."""

    number: int
    title: str
    note: str
    people: int


class Person(NamedTuple):
    """Somebody who can be ticked. `letter` is set for the first under it; `mine`: the reader may tick them."""

    number: int
    name: str
    here: bool
    mine: bool
    letter: str
    guest: bool
    expected: bool
    """Whether they came last time or have said that they are coming: they are listed first."""


def night_title(evening: GameNight) -> str:
    """The day, with its name."""
    return weekday(evening.on)


def weekday(day: date) -> str:
    """A day with its name, and with its year where that is another."""
    language = reader_language()
    date = language.date if day.year != today().year else language.date.removesuffix(" y")
    return language.day(day, f"EEEE{language.comma} {date}")


def when_and_where(evening: GameNight) -> str:
    """Time and place, as far as they are known."""
    language = reader_language()
    parts = [_time(language, evening.at) if evening.at else "", isolated(evening.place) if evening.place else ""]
    return language.listed([part for part in parts if part])


def _time(language: Language, at: str) -> str:
    return isolated(language.in_digits(at))


def listed(club: ClubContext) -> tuple[list[ListedEvening], list[ListedEvening], list[ListedEvening]]:
    """Today's evenings, those to come, the next first, and those that are over, the last first."""
    evenings = sorted(club.record.evenings.values(), key=_order)
    now = current_night(club.zone)
    return (
        [_listed(one) for one in evenings if one.on == now],
        [_listed(one) for one in evenings if one.on > now],
        [_listed(one) for one in reversed(evenings) if one.on < now],
    )


def next_night(record: ClubRecord) -> GameNight | None:
    """Today's evening, or the next."""
    return min(
        (one for one in record.evenings.values() if one.on >= current_night(record.settings.zone)),
        key=_order,
        default=None,
    )


def current_night_of(record: ClubRecord) -> GameNight | None:
    """The one that is being played: the last that has begun, until the day of the next. Before the first, the first."""
    ordered = sorted(record.evenings.values(), key=_order)
    begun = [one for one in ordered if one.on <= current_night(record.settings.zone)]
    last = [one for one in begun if one.on == begun[-1].on]
    drawn = [one for one in last if one.draws]
    return next(iter([*drawn[::-1], *last, *ordered]), None)


def _order(evening: GameNight) -> tuple[date, str, int]:
    return evening.on, evening.at or "", evening.number


def _listed(evening: GameNight) -> ListedEvening:
    return ListedEvening(evening.number, night_title(evening), when_and_where(evening), len(evening.present))


class Replies(NamedTuple):
    """Who has said that they are coming, or are not, by the numbers that they have now; `mine`: the reader's reply."""

    coming: frozenset[int]
    declined: frozenset[int]
    mine: bool | None


def replies(club: ClubContext, evening: GameNight) -> Replies:
    """What members of today have said of a night."""
    said = replies_to(db.session(), club.club.id, evening.number)
    by_now = {club.record.who(number): comes for number, comes in said.items() if number in club.record.members}
    here = {member.number: comes for member, comes in by_now.items() if member.is_here}
    coming = frozenset(number for number, comes in here.items() if comes)
    return Replies(coming, frozenset(here) - coming, None if club.me is None else here.get(club.me.number))


def people(club: ClubContext, evening: GameNight, said: Replies) -> list[Person]:
    """Everybody who could be there by name, those first who are expected: they came last time, or have said so."""
    here = {*evening.present}
    members = [one for one in club.record.people if one.is_here or one.number in here]
    members = [one for one in members if one.name is not None or one.number in here]
    expected = (last_attendance(club.record, evening) | said.coming) - said.declined
    found: list[Person] = []
    letters: set[str] = set()
    for member in sorted(by_name(members), key=lambda one: one.number not in expected):
        name, is_here = title_of(member), member.number in here
        letter = "" if member.number in expected else initial(name)
        mine = club.may("went" if is_here else "arrived", members=[member.number])
        first = "" if letter in letters else letter
        letters.add(letter)
        found.append(
            Person(member.number, name, is_here, mine, first, member.role == "guest", member.number in expected)
        )
    return found


def names_at(record: ClubRecord, numbers: Iterable[int]) -> list[str]:
    """What people are called."""
    return [title_of(record.who(number)) for number in numbers]
