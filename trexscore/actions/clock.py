"""The server's clock: the only one that an entry's order hangs on."""

from datetime import UTC, datetime


def now() -> str:
    """The time, as the journal writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
