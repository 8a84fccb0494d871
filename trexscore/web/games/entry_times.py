"""The time of an entry, in words."""

from datetime import UTC, datetime, timedelta, tzinfo

from babel.dates import format_time

from trexscore.commands.clock import local_time, timestamp_to_local_time
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_MAX_HIDDEN_DELAY = timedelta(minutes=10)
_MAX_UTC_OFFSET = timedelta(hours=14)
"""The largest offset from UTC that a clock without a time zone can have."""


def day_and_time_text(time: datetime) -> str:
    language = reader_language()
    return language.in_digits(f"{language.day(time)}{language.list_comma} {_time_of_day_text(time)}")


def received_time_text(received_at: str, zone: tzinfo | None) -> str:
    """Day and time in a club's time zone, or in the server's."""
    return day_and_time_text(timestamp_to_local_time(received_at, zone))


def entry_time_text(made_at: str | None, received_at: str, zone: tzinfo | None = None) -> str:
    """When an entry was made by the phone's clock, with the time the server received it where that differs.

    Without a `made_at`, only the server's time. Both in `zone`, if given.
    """
    received = timestamp_to_local_time(received_at, zone or UTC)
    if made_at is None:
        return day_and_time_text(received)
    made_time = datetime.fromisoformat(made_at)
    if zone is not None and made_time.tzinfo:
        made_time = local_time(made_time, zone)
    local_received = local_time(received, made_time.tzinfo) if made_time.tzinfo else received.replace(tzinfo=None)
    if abs(made_time - local_received) <= (_MAX_HIDDEN_DELAY if made_time.tzinfo else _MAX_UTC_OFFSET):
        return day_and_time_text(made_time)
    if made_time.date() == local_received.date():
        arrived = reader_language().in_digits(_time_of_day_text(local_received))
    else:
        arrived = day_and_time_text(local_received)
    return _("%(made)s, received %(received)s", made=day_and_time_text(made_time), received=arrived)


def _time_of_day_text(time: datetime) -> str:
    return format_time(time, "HH:mm", locale=reader_language().locale)
