"""Game nights as pages show them."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, tzinfo
from typing import NamedTuple

from babel.dates import format_time
from flask import url_for

from trexscore.club.events.game_night import MembersCheckedIn, MembersCheckedOut
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import RoundNumbersOfNight, round_numbers_of_night
from trexscore.club.season_tallies import with_surviving_members
from trexscore.commands.clock import current_night_date, current_timestamp, timestamp_to_local_time, today
from trexscore.db.clubs.attendance_replies import read_replies_by_member
from trexscore.db.clubs.clubs import list_valid_shared_links
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.models import db
from trexscore.game.file.names import index_letter, name_sort_key
from trexscore.i18n.name_forms import NO_BREAK_SPACE
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name, sorted_by_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name
from trexscore.web.urls import absolute_url

MAX_PAST_NIGHTS_SHOWN = 30
"""Past game nights shown before the reader asks for all."""


class AttendanceLine(NamedTuple):
    """A person in the attendance list. `index_letter`: of the first name under it."""

    member_number: int
    name: str
    is_checked_in: bool
    reader_may_change: bool
    index_letter: str
    is_expected: bool
    """Whether they came last time or replied that they are coming: they are listed first."""


def weekday_and_date(day: date) -> str:
    """A day as a heading: with its weekday, and with its year if it is not the current one.

    Only the weekday can be alone on a line.
    """
    language = reader_language()
    date = language.date_pattern if day.year != today().year else language.date_pattern.removesuffix(" y")
    comma = language.list_comma if language.has_comma_after_weekday else ""
    text = language.day(day, f"EEEE{comma} {date.replace(' ', NO_BREAK_SPACE)}")
    return text[0].upper() + text[1:]


def when_and_where(game_night: GameNight) -> str:
    """Time and place, if known."""
    language = reader_language()
    start_time_and_place = language.in_digits(game_night.starts_at or ""), game_night.place
    return language.join_list([isolate_name(part) for part in start_time_and_place if part])


def tonight_upcoming_and_past(club: ClubContext) -> tuple[list[GameNight], list[GameNight], list[GameNight]]:
    """The club's game nights of today, upcoming (soonest first), and past (latest first)."""
    game_nights = club.record.game_nights_in_order
    tonight = current_night_date(club.zone)
    return (
        [game_night for game_night in game_nights if game_night.day == tonight],
        [game_night for game_night in game_nights if game_night.day > tonight],
        [game_night for game_night in reversed(game_nights) if game_night.day < tonight],
    )


def calendar_subscription_url(club: ClubContext) -> str | None:
    """The address for calendar programs, if the club has a calendar link.

    Members see it: it opens only the game nights, as some members leave one day.
    """
    links = [] if club.me is None else list_valid_shared_links(db.session(), club.id, current_timestamp())
    token = next((link.token for link in links if link.permission == "calendar"), None)
    return None if token is None else absolute_url(url_for("club_calendar.subscribe", token=token))


def tonight_or_next_night(record: ClubRecord) -> GameNight | None:
    """Today's game night, or the next."""
    today = current_night_date(record.settings.zone)
    return next((game_night for game_night in record.game_nights_in_order if game_night.day >= today), None)


def latest_or_first_night(record: ClubRecord) -> GameNight | None:
    """The current game night: the latest that has begun, until the day of the next; before the first, the first."""
    ordered_nights = record.game_nights_in_order
    started_nights = [
        game_night for game_night in ordered_nights if game_night.day <= current_night_date(record.settings.zone)
    ]
    latest_nights = [game_night for game_night in started_nights if game_night.day == started_nights[-1].day]
    drawn_nights = [game_night for game_night in latest_nights if game_night.draws]
    return next(iter([*drawn_nights[::-1], *latest_nights, *ordered_nights]), None)


class NightReplies(NamedTuple):
    """Members who replied that they are or are not coming, by current number; `own_reply`: the reader's reply."""

    coming_numbers: frozenset[int]
    declined_numbers: frozenset[int]
    own_reply: bool | None


def replies_to_night(club: ClubContext, game_night: GameNight) -> NightReplies:
    """The replies of present members to a game night."""
    record, replied = club.record, read_replies_by_member(db.session(), club.id, game_night.number)
    by_member = {
        record.surviving_member(number): comes for number, comes in replied.items() if number in record.members
    }
    by_number = {member.number: comes for member, comes in by_member.items() if member.is_active}
    coming = frozenset(number for number, comes in by_number.items() if comes)
    return NightReplies(
        coming, frozenset(by_number) - coming, None if club.me is None else by_number.get(club.me.number)
    )


def attendance_list(club: ClubContext, game_night: GameNight, night_replies: NightReplies) -> list[AttendanceLine]:
    """Everyone who could attend, by name; expected people first."""
    present_numbers = {*game_night.present_member_numbers}
    members = [
        member
        for member in club.record.unmerged_members
        if member.number in present_numbers or (member.is_active and member.name is not None)
    ]
    expected_numbers = (
        club.record.previous_attendee_numbers(game_night) | night_replies.coming_numbers
    ) - night_replies.declined_numbers
    attendance_lines: list[AttendanceLine] = []
    letters: set[str] = set()
    for member in sorted(sorted_by_name(members), key=lambda member: member.number not in expected_numbers):
        name, is_here = display_name(member), member.number in present_numbers
        letter = "" if member.number in expected_numbers else index_letter(name)
        reader_may_change = club.may_record(MembersCheckedOut if is_here else MembersCheckedIn, members=[member.number])
        new_first_letter = "" if letter in letters else letter
        letters.add(letter)
        attendance_lines.append(
            AttendanceLine(
                member.number, name, is_here, reader_may_change, new_first_letter, member.number in expected_numbers
            )
        )
    return attendance_lines


class NightResultLine(NamedTuple):
    """A player's points of a night; `is_winner`: no one has more."""

    rank: int
    is_tied: bool
    name: str
    points: int
    game_count: int
    is_winner: bool


def night_result_lines(record: ClubRecord, game_rows: Iterable[ClubGameRow]) -> list[NightResultLine]:
    """The points of a night by member, highest first. Counts finished games, and attributes points as standings do."""
    points, played = Counter[int](), Counter[int]()
    for row in game_rows:
        counted, outcome = row.counted_game, row.outcome
        if counted is None or outcome.result is None or not (outcome.complete or counted.counts_if_unfinished):
            continue
        for member, points_won in zip(
            with_surviving_members(record, counted).credited_member_numbers, outcome.result.points, strict=True
        ):
            if member is not None:
                points[member] += points_won
                played[member] += 1
    all_points = [*points.values()]
    lines = [
        NightResultLine(
            1 + sum(other > total for other in all_points),
            all_points.count(total) > 1,
            display_name(record.members[member]),
            total,
            played[member],
            total == max(all_points),
        )
        for member, total in points.items()
    ]
    return sorted(lines, key=lambda line: (line.rank, name_sort_key(line.name)))


def night_round_numbers(
    record: ClubRecord, game_night: GameNight, game_rows: Iterable[ClubGameRow]
) -> RoundNumbersOfNight:
    """The rounds of a night. The games may be in any order."""
    ordered_game_rows = sorted(game_rows, key=lambda row: row.sort_key)
    return round_numbers_of_night(
        record, game_night, [row.counted_game for row in ordered_game_rows if row.counted_game is not None]
    )


def time_of_day_text(timestamp: str, zone: tzinfo | None) -> str:
    """A timestamp of the journal as the local time of day."""
    language = reader_language()
    local_time = timestamp_to_local_time(timestamp, zone)
    return language.in_digits(format_time(local_time, "HH:mm", locale=language.locale))
