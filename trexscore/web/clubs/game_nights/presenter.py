"""Game nights as pages show them."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from flask import url_for

from trexscore.club.attendance import last_attendance
from trexscore.club.events.game_night import MembersCheckedIn, MembersCheckedOut
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import current_night, now, today
from trexscore.db.clubs.attendance_replies import read_replies
from trexscore.db.clubs.clubs import list_links
from trexscore.db.models import db
from trexscore.game.file.names import index_letter
from trexscore.i18n.language import Language
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import by_name, title_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated
from trexscore.web.urls import absolute_url

LATELY = 30
"""Past game nights shown before the reader asks for all."""


class Person(NamedTuple):
    """A person in the attendance list. `letter`: set for the first name under it; `mine`: the reader may change it."""

    number: int
    name: str
    here: bool
    mine: bool
    letter: str
    guest: bool
    expected: bool
    """Whether they came last time or replied that they are coming: they are listed first."""


def night_title(evening: GameNight) -> str:
    """The day, with its weekday."""
    return weekday(evening.on)


def weekday(day: date) -> str:
    """A day with its weekday; with its year if it is not the current one."""
    language = reader_language()
    date = language.date if day.year != today().year else language.date.removesuffix(" y")
    return language.day(day, f"EEEE{language.comma} {date}")


def when_and_where(evening: GameNight) -> str:
    """Time and place, if known."""
    language = reader_language()
    parts = [
        _time(language, evening.starts_at) if evening.starts_at else "",
        isolated(evening.place) if evening.place else "",
    ]
    return language.join_list([part for part in parts if part])


def _time(language: Language, at: str) -> str:
    return isolated(language.in_digits(at))


def nights_by_time(club: ClubContext) -> tuple[list[GameNight], list[GameNight], list[GameNight]]:
    """Game nights of today, upcoming (soonest first), and past (latest first)."""
    evenings = sorted(club.record.game_nights.values(), key=_order)
    tonight = current_night(club.zone)
    return (
        [evening for evening in evenings if evening.on == tonight],
        [evening for evening in evenings if evening.on > tonight],
        [evening for evening in reversed(evenings) if evening.on < tonight],
    )


def calendar_subscription(club: ClubContext) -> str | None:
    """The address for calendar programs, if the club has a calendar link.

    Members see it: it opens only the game nights, as some members leave one day.
    """
    links = [] if club.me is None else list_links(db.session(), club.club.id, now())
    token = next((link.token for link in links if link.permission == "calendar"), None)
    return None if token is None else absolute_url(url_for("club_calendar.subscribe", token=token))


def next_night(record: ClubRecord) -> GameNight | None:
    """Today's game night, or the next."""
    return min(
        (evening for evening in record.game_nights.values() if evening.on >= current_night(record.settings.zone)),
        key=_order,
        default=None,
    )


def current_night_of(record: ClubRecord) -> GameNight | None:
    """The current game night: the latest that has begun, until the day of the next; before the first, the first."""
    ordered = sorted(record.game_nights.values(), key=_order)
    started = [evening for evening in ordered if evening.on <= current_night(record.settings.zone)]
    last = [evening for evening in started if evening.on == started[-1].on]
    drawn = [evening for evening in last if evening.draws]
    return next(iter([*drawn[::-1], *last, *ordered]), None)


def _order(evening: GameNight) -> tuple[date, str, int]:
    return evening.on, evening.starts_at or "", evening.number


class Replies(NamedTuple):
    """Members who replied that they are or are not coming, by their present numbers; `mine`: the reader's reply."""

    coming: frozenset[int]
    declined: frozenset[int]
    mine: bool | None


def replies(club: ClubContext, evening: GameNight) -> Replies:
    """The replies of present members to a game night."""
    record, replied = club.record, read_replies(db.session(), club.club.id, evening.number)
    by_member = {record.current_member(number): comes for number, comes in replied.items() if number in record.members}
    by_number = {member.number: comes for member, comes in by_member.items() if member.is_active}
    coming = frozenset(number for number, comes in by_number.items() if comes)
    return Replies(coming, frozenset(by_number) - coming, None if club.me is None else by_number.get(club.me.number))


def people(club: ClubContext, evening: GameNight, night_replies: Replies) -> list[Person]:
    """Everyone who could attend, by name; expected people first."""
    here = {*evening.present}
    members = [member for member in club.record.all_members if member.is_active or member.number in here]
    members = [member for member in members if member.name is not None or member.number in here]
    expected = (last_attendance(club.record, evening) | night_replies.coming) - night_replies.declined
    listed_people: list[Person] = []
    letters: set[str] = set()
    for member in sorted(by_name(members), key=lambda member: member.number not in expected):
        name, is_here = title_of(member), member.number in here
        letter = "" if member.number in expected else index_letter(name)
        mine = club.may(MembersCheckedOut if is_here else MembersCheckedIn, members=[member.number])
        first = "" if letter in letters else letter
        letters.add(letter)
        listed_people.append(
            Person(member.number, name, is_here, mine, first, member.role == "guest", member.number in expected)
        )
    return listed_people


def names_at(record: ClubRecord, numbers: Iterable[int]) -> list[str]:
    """The names of members."""
    return [title_of(record.current_member(number)) for number in numbers]
