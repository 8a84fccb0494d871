"""The server's clock: the only one that an entry's order hangs on."""

from datetime import UTC, datetime


def now() -> str:
    """The time, as the journal writes it."""
    return as_written(datetime.now(UTC))


def as_written(moment: datetime) -> str:
    """A moment of UTC, as the journal writes it: later ones sort behind."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
