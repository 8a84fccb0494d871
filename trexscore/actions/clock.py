"""The server's clock: the only one that an entry's order hangs on."""

from datetime import UTC, date, datetime, time, timedelta

_MORNING = timedelta(hours=6)


def now() -> str:
    """The time, as the journal writes it."""
    return as_written(datetime.now(UTC))


def as_written(moment: datetime) -> str:
    """A moment of UTC, as the journal writes it: later ones sort behind."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def today() -> date:
    """The day by the server's own calendar: it stands where the club is, or is told so by its time zone."""
    return datetime.now().astimezone().date()


def end_of(day: date) -> str:
    """The last moment of a day by the same calendar, as the journal writes it.

    Where summer ends at midnight, the last hour comes twice: the day ends with the second.
    """
    last = datetime.combine(day, time(23, 59, 59, 999000, fold=1)).astimezone()
    return as_written(last.astimezone(UTC))


def this_evening() -> date:
    """The day whose evening it is, by the same calendar."""
    return evening_of(datetime.now().astimezone())


def evening_of(moment: datetime) -> date:
    """Cards are still played long after midnight: an evening is over by the next one's morning."""
    return (moment - _MORNING).date()
