"""Time two functions alternately, so that other load of the machine slows both."""

import gc
import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from flask import Flask

Work = Callable[[], None]
Write = Callable[[bytes], object]


@dataclass(frozen=True)
class Row:
    """A line of the report: own seconds, seconds of the baseline, and the largest allowed ratio of the two."""

    name: str
    baseline: str
    goal: float
    seconds: tuple[float, ...]
    baseline_seconds: tuple[float, ...]

    @property
    def best_ratio(self) -> float:
        return min(self.seconds) / min(self.baseline_seconds)

    @property
    def median_ratio(self) -> float:
        return median(self.seconds) / median(self.baseline_seconds)


def timed(work: Work, times: int) -> float:
    """The average seconds of one call, if `work` makes this many calls. Garbage is collected as in a server process."""
    gc.collect()
    gc.freeze()
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) / times


def in_turn(
    work: Work, baseline: Work, *, times: int, repeats: int, prepare: Work | None = None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Time both alternately, each time after `prepare`. The first round fills caches and is not counted."""
    rounds = []
    for _ in range(repeats + 1):
        if prepare is not None:
            prepare()
        rounds.append((timed(baseline, times), timed(work, times)))
    return tuple(own_time for _, own_time in rounds[1:]), tuple(baseline_time for baseline_time, _ in rounds[1:])


def request_page(
    app: Flask, path: str, expected: int, body: bytes | None = None, headers: dict[str, str] | None = None
) -> bytes:
    """Send a request without a test client, whose overhead would improve every ratio."""
    environ = {
        "REQUEST_METHOD": "GET" if body is None else "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": path.partition("?")[0],
        "QUERY_STRING": path.partition("?")[2],
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost:8000",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body or b"")),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body or b""),
        "wsgi.errors": io.StringIO(),
        "wsgi.version": (1, 0),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in (headers or {}).items()},
    }
    statuses: list[str] = []

    def start_response(
        status: str, _headers: list[tuple[str, str]], _fault: object = None, /
    ) -> Callable[[bytes], object]:
        statuses.append(status)
        return _ignore_content

    parts = app.wsgi_app(environ, start_response)
    content = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    if not statuses[0].startswith(str(expected)):
        raise RuntimeError(f"{path}: {statuses[0]}: {content[:500]!r}")
    return content


def _ignore_content(_content: bytes) -> None:
    """The `write` function that WSGI requires; Flask does not use it."""
