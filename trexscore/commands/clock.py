"""The server's clock: the only one that an entry's order hangs on."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

_MORNING = timedelta(hours=6)


def now() -> str:
    """The time, as the journal writes it."""
    return timestamp(datetime.now(UTC))


def timestamp(moment: datetime) -> str:
    """A moment of UTC, as the journal writes it: later ones sort behind."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def today(zone: tzinfo | None = None) -> date:
    """The day in a time zone; by the server's own calendar where none is given."""
    return local(datetime.now(UTC), zone).date()


def local(moment: datetime, zone: tzinfo | None = None) -> datetime:
    """A moment by the clocks of a time zone; by the server's where none is given."""
    return moment.astimezone(zone)


def end_of(day: date, zone: tzinfo | None = None) -> str:
    """The last moment of a day in a time zone, or by the server's calendar, as the journal writes it.

    Where summer ends at midnight, the last hour comes twice: the day ends with the second.
    """
    last = datetime.combine(day, time(23, 59, 59, 999000, fold=1), zone)
    return timestamp(last.astimezone(UTC))


def current_night(zone: tzinfo | None = None) -> date:
    """The day whose evening it is in a time zone, or by the server's calendar."""
    return night_of(local(datetime.now(UTC), zone))


def night_of(moment: datetime) -> date:
    """Cards are still played long after midnight: an evening is over by the next one's morning."""
    return (moment - _MORNING).date()
