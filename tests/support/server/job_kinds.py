"""Kinds of jobs for tests of the job runner."""

import os
import time
from pathlib import Path

from trexscore.commands.jobs import JobContext, JobFailed, JobKind, JobResourceLimits

_PLENTY = JobResourceLimits(wall_clock_seconds=60, cpu_seconds=60)


def _double(context: JobContext) -> dict[str, int]:
    context.report_progress("search", 1, 2)
    return {"doubled": 2 * context.arguments["number"]}


def _sleep(context: JobContext) -> str:
    context.report_progress("games", 3, 10)
    time.sleep(context.arguments["number"])
    return "awake"


def _hold(context: JobContext) -> str:
    """Run until the test creates a file."""
    while not Path(context.arguments["until"]).exists():
        time.sleep(0.02)
    return "let go"


def _burn(_context: JobContext) -> None:
    while True:
        pass


def _fill(_context: JobContext) -> int:
    return len(bytearray(2**31))


def _break(_context: JobContext) -> None:
    raise ValueError


def _refuse(_context: JobContext) -> None:
    raise JobFailed("too_large")


def _die(_context: JobContext) -> None:
    os.abort()


def _copy(context: JobContext) -> int:
    with context.open_input_file() as file:
        context.store_result_chunks(file)
        return file.tell()


def _niceness(_context: JobContext) -> int:
    return os.nice(0)


KINDS = {
    kind.name: kind
    for kind in (
        JobKind("double", _double, _PLENTY, "quick", reuses_recent_result=True),
        JobKind("sleep", _sleep, _PLENTY),
        JobKind("oversleep", _sleep, JobResourceLimits(wall_clock_seconds=1, cpu_seconds=60)),
        JobKind("hold", _hold, _PLENTY),
        JobKind("burn", _burn, JobResourceLimits(wall_clock_seconds=60, cpu_seconds=1)),
        JobKind("fill", _fill, _PLENTY),
        JobKind("break", _break, _PLENTY),
        JobKind("refuse", _refuse, _PLENTY),
        JobKind("die", _die, _PLENTY),
        JobKind("copy", _copy, _PLENTY),
        JobKind("nice", _niceness, _PLENTY),
    )
}
