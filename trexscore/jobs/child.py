"""A process that does one job, within limits, and tells how far it is."""

import gc
import os
import signal
import sys
import threading
import time
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Literal, NamedTuple

import msgspec
from flask import Flask, current_app

from trexscore.app import create_app
from trexscore.commands.jobs import JobEnd, JobKind, Limits, run
from trexscore.config import Settings
from trexscore.db.jobs import Claimed
from trexscore.db.models import db

if sys.platform != "win32":
    import resource

_NICE = 10
"""Phones at tables go first."""
_PAUSE = 0.2
"""Seconds between two reports of progress."""


class Report(NamedTuple):
    """What a job's process says: how far it is, or how it ended."""

    what: Literal["progress", "end"]
    step: str = ""
    done: int = 0
    total: int = 0
    state: Literal["done", "failed"] = "done"
    result: str = ""


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Report).decode


_ready: list[Flask] = []
"""The application, made beforehand for the processes that come from this one."""


def make_ready(settings: Settings) -> None:
    """Make an application that no connection has been opened by."""
    _ready[:] = [create_app(settings)]


def work(settings: Settings, claimed: Claimed, kind: JobKind, pipe: Connection) -> None:
    """Do a job, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of the terminal
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _limit(kind.limits)
    app = _ready[0] if _ready else create_app(settings)
    with app.app_context():
        pipe.send_bytes(encode(_end_of(kind, claimed, pipe)))
        db.session.remove()
        db.engine.dispose()


def _end_of(kind: JobKind, claimed: Claimed, pipe: Connection) -> Report:
    try:
        ended = run(kind, claimed, _Progress(pipe))
    except MemoryError:
        gc.collect()
        ended = JobEnd("failed", '"too_large"')
    except Exception:  # whatever it is, whoever waits is told
        current_app.logger.exception("A job failed: %s", claimed.kind)
        ended = JobEnd("failed", '"broken"')
    return Report("end", state="done" if ended.state == "done" else "failed", result=ended.result)


class _Progress:
    """Tells how far a job is, a few times a second."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._said_at = 0.0
        self._step = ""

    def __call__(self, step: str, done: int, total: int) -> None:
        at = time.monotonic()
        if step == self._step and at - self._said_at < _PAUSE:
            return
        self._said_at, self._step = at, step
        self._pipe.send_bytes(encode(Report("progress", step, done, total)))


def _limit(limits: Limits) -> None:
    if sys.platform == "win32":
        return
    os.nice(_NICE)
    memory = limits.megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_with_parent() -> None:
    """A job whose server was killed would go on beside the next run of it."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
