"""Time limits for long searches, which check them now and then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_out_of_time: ContextVar[Callable[[], bool] | None] = ContextVar("out_of_time", default=None)


class OutOfTime(Exception):
    """The time limit is reached."""


@contextmanager
def limit_time(is_out_of_time: Callable[[], bool]) -> Iterator[None]:
    """Sets the time limit for `check_time` inside this context."""
    token = _is_out_of_time.set(is_out_of_time)
    try:
        yield
    finally:
        _is_out_of_time.reset(token)


def check_time() -> None:
    """Check the time limit, if one is set. Raises `OutOfTime`."""
    out_of_time = _is_out_of_time.get()
    if out_of_time is not None and out_of_time():
        raise OutOfTime
