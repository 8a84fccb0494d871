"""When something was entered, as a table would say it."""

from datetime import datetime, timedelta

from babel.dates import format_time

from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_AT_ONCE = timedelta(minutes=10)
_ANYWHERE = timedelta(hours=14)
"""As far as a clock can be from UTC that does not say how far it is."""


def moment(at: datetime) -> str:
    """Day and time."""
    language = reader_language()
    return language.in_digits(f"{day(at)}{language.comma} {_time(at)}")


def moment_here(received_at: str) -> str:
    """Day and time by the server's own clock: it stands where the club is."""
    return moment(datetime.fromisoformat(received_at).astimezone())


def told_at(made_at: str | None, received_at: str) -> str:
    """When it was said by the phone's clock; by the server's where that is another time, or the phone did not say."""
    received = datetime.fromisoformat(received_at)
    if made_at is None:
        return moment(received)
    made = datetime.fromisoformat(made_at)
    there = received.astimezone(made.tzinfo) if made.tzinfo else received.replace(tzinfo=None)
    if abs(made - there) <= (_AT_ONCE if made.tzinfo else _ANYWHERE):
        return moment(made)
    arrived = reader_language().in_digits(_time(there)) if made.date() == there.date() else moment(there)
    return _("%(made)s, received %(received)s", made=moment(made), received=arrived)


def day(at: datetime) -> str:
    """A day of the calendar in full."""
    return reader_language().day(at)


def _time(at: datetime) -> str:
    return format_time(at, "HH:mm", locale=reader_language().locale)
