"""Time limits for long searches, which check them now and then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_out_of_time_check: ContextVar[Callable[[], bool] | None] = ContextVar("out_of_time", default=None)


class OutOfTime(Exception):
    """The time limit is reached."""


@contextmanager
def limit_time(is_out_of_time: Callable[[], bool]) -> Iterator[None]:
    """Sets the time limit for `check_time` inside this context."""
    token = _out_of_time_check.set(is_out_of_time)
    try:
        yield
    finally:
        _out_of_time_check.reset(token)


def check_time() -> None:
    """Check the time limit, if one is set. Raises `OutOfTime`."""
    out_of_time = _out_of_time_check.get()
    if out_of_time is not None and out_of_time():
        raise OutOfTime
