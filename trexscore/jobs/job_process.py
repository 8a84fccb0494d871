"""A process that runs one job within limits and reports its progress."""

import gc
import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from typing import NamedTuple

import msgspec
from flask import Flask, current_app

from trexscore.app import create_app
from trexscore.commands.jobs import UNKNOWN_FAILURE_END, JobEnd, JobKind, JobResourceLimits, execute_job
from trexscore.config import Settings
from trexscore.db.jobs import StoredJob
from trexscore.db.models import db
from trexscore.jobs.child_processes import end_with_parent

if sys.platform != "win32":
    import resource

_NICE_INCREMENT = 10
"""Lower priority than requests."""
_REPORT_INTERVAL_SECONDS = 0.2
"""Seconds between two reports of progress."""


class JobReport(NamedTuple):
    """A message from a job's process: its progress as step, done and total, or its end."""

    progress: tuple[str, int, int] | None
    job_end: JobEnd | None = None


encode_report = msgspec.json.Encoder().encode
decode_report = msgspec.json.Decoder(JobReport).decode


_preloaded_apps: list[Flask] = []
"""The application, created beforehand for processes forked from this one."""


def preload_app(settings: Settings) -> None:
    """Create the application for forked processes. It has no open database connection."""
    _preloaded_apps[:] = [create_app(settings)]


def run_job(settings: Settings, claimed_job: StoredJob, job_kind: JobKind, report_pipe: Connection) -> None:
    """Run a job, report its end, and return."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of the terminal
    end_with_parent()  # otherwise it would still run when the next server starts it again
    _limit_this_process(job_kind.limits)
    app = _preloaded_apps[0] if _preloaded_apps else create_app(settings)
    with app.app_context():
        report_pipe.send_bytes(
            encode_report(JobReport(None, _run_and_catch_failures(job_kind, claimed_job, report_pipe)))
        )
        db.session.remove()
        db.engine.dispose()


def _run_and_catch_failures(job_kind: JobKind, claimed_job: StoredJob, report_pipe: Connection) -> JobEnd:
    try:
        return execute_job(job_kind, claimed_job, _ProgressReporter(report_pipe))
    except MemoryError:
        gc.collect()
        return JobEnd("failed", '"too_large"')
    except Exception:  # the waiting reader sees any failure
        current_app.logger.exception("A job failed: %s", claimed_job.kind)
        return UNKNOWN_FAILURE_END


class _ProgressReporter:
    """Reports a job's progress, at most every `_REPORT_INTERVAL_SECONDS` seconds within a step."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._reported_at = 0.0
        self._step = ""

    def __call__(self, step: str, done: int, total: int) -> None:
        now = time.monotonic()
        if step == self._step and now - self._reported_at < _REPORT_INTERVAL_SECONDS:
            return
        self._reported_at, self._step = now, step
        self._pipe.send_bytes(encode_report(JobReport((step, done, total))))


def _limit_this_process(limits: JobResourceLimits) -> None:
    if sys.platform == "win32":
        return
    os.nice(_NICE_INCREMENT)
    memory = limits.memory_megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
