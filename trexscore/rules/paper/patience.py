"""How long somebody waits: what may look for long asks now and then whether to go on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_out_of_time: ContextVar[Callable[[], bool] | None] = ContextVar("out_of_time", default=None)


class OutOfTime(Exception):
    """Nobody waits any longer."""


@contextmanager
def until(out_of_time: Callable[[], bool]) -> Iterator[None]:
    """Within this, whatever takes longer is broken off by `OutOfTime`."""
    token = _out_of_time.set(out_of_time)
    try:
        yield
    finally:
        _out_of_time.reset(token)


def go_on() -> None:
    """Asked wherever much may be left to do. Raises `OutOfTime`; where nobody set an end, there is none."""
    out_of_time = _out_of_time.get()
    if out_of_time is not None and out_of_time():
        raise OutOfTime
