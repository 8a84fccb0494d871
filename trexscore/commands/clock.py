"""The server's clock. Entries are ordered by it alone."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

_NIGHT_END_AFTER_MIDNIGHT = timedelta(hours=6)


def current_timestamp() -> str:
    """The current time as journals store it."""
    return timestamp(datetime.now(UTC))


def timestamp_in(duration: timedelta) -> str:
    """The time so long from now as journals store it."""
    return timestamp(datetime.now(UTC) + duration)


def timestamp(utc_moment: datetime) -> str:
    """A UTC time as journals store it. Sorts chronologically as text."""
    return utc_moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def today(zone: tzinfo | None = None) -> date:
    """The date in a time zone, by default the server's."""
    return local_time(datetime.now(UTC), zone).date()


def local_time(moment: datetime, zone: tzinfo | None = None) -> datetime:
    """A time in a time zone, by default the server's; unchanged at an end of the calendar, for wrong clocks."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def timestamp_to_local_time(stored_timestamp: str, zone: tzinfo | None = None) -> datetime:
    """A time as journals store it, in a time zone, by default the server's."""
    return local_time(datetime.fromisoformat(stored_timestamp), zone)


def last_timestamp_of_day(day: date, zone: tzinfo | None = None) -> str:
    """The last millisecond of a day in a time zone (by default the server's), as journals store it.

    If summer time ends at midnight, the last hour occurs twice; the day ends with the second.
    """
    last_moment = datetime.combine(day, time(23, 59, 59, 999000, fold=1), zone)
    return timestamp(last_moment.astimezone(UTC))


def current_night_date(zone: tzinfo | None = None) -> date:
    """The date of the current game night in a time zone, by default the server's."""
    return game_night_date(local_time(datetime.now(UTC), zone))


def game_night_date(local_moment: datetime) -> date:
    """The date a game night belongs to: it lasts until six in the morning."""
    return (local_moment - _NIGHT_END_AFTER_MIDNIGHT).date()
