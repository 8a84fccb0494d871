"""Claims waiting jobs, runs a few at once, and ends each: by itself, at its deadline, or with the server."""

import hashlib
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from flask import current_app
from sqlalchemy.exc import DBAPIError

from trexscore.app import create_app
from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.commands.jobs import MAX_ATTEMPTS, UNKNOWN_FAILURE_END, JobEnd, JobKind, finish_job, job_kind_named
from trexscore.commands.league.due_statistics import update_statistics_of_next_due_game
from trexscore.config import Settings
from trexscore.db import jobs
from trexscore.db.engine import set_pragmas_on_connect
from trexscore.db.jobs import JobLane, StoredJob
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.jobs import job_process
from trexscore.jobs.child_processes import PROCESS_CONTEXT
from trexscore.jobs.job_process import decode_report, run_job

_CHECK_INTERVAL_SECONDS = 0.1
"""Seconds between two checks for waiting jobs."""
_PROGRESS_INTERVAL_SECONDS = 0.4
_HEARTBEAT_INTERVAL_SECONDS = 5.0
"""Seconds after which new progress is stored, and after which a sign of life is stored without any."""
_SWEEP_INTERVAL_SECONDS = 60.0
"""Seconds between two runs of `_prune_and_recover_jobs`."""
_MAX_SERVER_SILENCE = timedelta(minutes=2)
"""A server without a sign of life for so long counts as dead."""
_FINISHED_JOB_RETENTION = timedelta(days=3)
"""Time for which results are stored."""
_MAX_RUNNING_QUICK_JOBS = 1
_BUSY_TIMEOUT_MILLISECONDS = 500
"""Milliseconds to wait for SQLite's lock; short, because this process also watches running jobs."""
_DATABASE_RETRY_SECONDS = 1.0
_TOO_LONG_JOB_END = JobEnd("failed", '"too_long"')


@dataclass
class _RunningJob:
    claimed_job: StoredJob
    job_kind: JobKind
    process: BaseProcess
    report_pipe: Connection
    deadline: float
    progress: tuple[str, int, int] | None = None
    job_end: JobEnd | None = None


@dataclass
class JobRunner:
    """Runs the jobs of one server. Needs an application context."""

    settings: Settings
    server_id: str
    running_jobs: list[_RunningJob] = field(default_factory=list)
    _has_recovered_jobs: bool = False
    _has_unwritten_progress: bool = False
    _last_heartbeat_at: float = 0.0
    _last_sweep_at: float = -_SWEEP_INTERVAL_SECONDS

    def run_once(self, max_wait_seconds: float = _CHECK_INTERVAL_SECONDS) -> None:
        """Wait up to `max_wait_seconds` for reports, then finish and start jobs. Raises `DBAPIError` if busy."""
        if not self._has_recovered_jobs:
            self._recover_jobs_of_previous_run()
        self._receive_reports(max_wait_seconds)
        for run in [each for each in self.running_jobs if each.job_end is not None or time.monotonic() > each.deadline]:
            self._end_process_and_finish_job(run)
        moment = time.monotonic()
        if self.running_jobs and moment - self._last_heartbeat_at > (
            _PROGRESS_INTERVAL_SECONDS if self._has_unwritten_progress else _HEARTBEAT_INTERVAL_SECONDS
        ):
            self._last_heartbeat_at, self._has_unwritten_progress = moment, False
            self._write_heartbeats()
        if moment - self._last_sweep_at > _SWEEP_INTERVAL_SECONDS:
            self._last_sweep_at = moment
            _prune_and_recover_jobs()
        update_statistics_of_next_due_game()
        self._claim_and_start_job()

    def stop(self) -> None:
        """Stop running jobs and leave them to the next server."""
        for each in self.running_jobs:
            each.process.kill()
            each.process.join()
        for each in self.running_jobs:
            with write_transaction() as session:
                jobs.requeue_job(session, each.claimed_job, each.claimed_job.attempts - 1)
        self.running_jobs.clear()

    def _recover_jobs_of_previous_run(self) -> None:
        """Queue again the jobs of a server that died at this place. Repeated until it succeeds."""
        with write_transaction() as session:
            jobs.requeue_or_lose_jobs(session, MAX_ATTEMPTS, current_timestamp(), server_id=self.server_id)
        self._has_recovered_jobs = True

    def _receive_reports(self, max_wait_seconds: float) -> None:
        pipes = {each.report_pipe: each for each in self.running_jobs}
        if not pipes:
            time.sleep(max_wait_seconds)
            return
        for ready in wait(list(pipes), max_wait_seconds):
            if isinstance(ready, Connection):
                self._receive_report(pipes[ready])

    def _receive_report(self, running_job: _RunningJob) -> None:
        try:
            report = decode_report(running_job.report_pipe.recv_bytes())
        except (EOFError, OSError):
            running_job.process.join()
            running_job.job_end = running_job.job_end or _job_end_of_dead_process(running_job)
            return
        running_job.job_end, running_job.progress = report.job_end, report.progress or running_job.progress
        self._has_unwritten_progress |= report.job_end is None

    def _write_heartbeats(self) -> None:
        with write_transaction() as session:
            for each in self.running_jobs:
                jobs.write_heartbeat(session, each.claimed_job, current_timestamp(), each.progress)

    def _end_process_and_finish_job(self, running_job: _RunningJob) -> None:
        job_end = running_job.job_end or _TOO_LONG_JOB_END
        running_job.process.join(0 if running_job.job_end is None else 1)
        running_job.process.kill()
        running_job.process.join()
        if job_end.state == "lost" and running_job.claimed_job.attempts < MAX_ATTEMPTS:
            with write_transaction() as session:
                jobs.requeue_job(session, running_job.claimed_job, running_job.claimed_job.attempts)
        else:
            finish_job(running_job.claimed_job, job_end)
        running_job.report_pipe.close()
        self.running_jobs.remove(running_job)

    def _claim_and_start_job(self) -> None:
        lanes = self._free_lanes()
        if not lanes or not jobs.is_any_job_waiting():
            return
        with write_transaction() as session:
            claimed_job = jobs.claim_job(session, self.server_id, lanes, current_timestamp())
        if claimed_job is not None:
            self._start_job(claimed_job)

    def _free_lanes(self) -> list[JobLane]:
        """Lanes with room for a job. Quick jobs have a place of their own, so that a search of two seconds does not
        wait for long jobs.
        """
        running_lanes = [each.claimed_job.lane for each in self.running_jobs]
        limits: dict[JobLane, int] = {"quick": _MAX_RUNNING_QUICK_JOBS, "long": self.settings.effective_max_long_jobs}
        return [lane for lane, limit in limits.items() if running_lanes.count(lane) < limit]

    def _start_job(self, claimed_job: StoredJob) -> None:
        try:
            kind = job_kind_named(claimed_job.kind)
        except KeyError:  # a job of another version
            finish_job(claimed_job, UNKNOWN_FAILURE_END)
            return
        db.session.remove()
        db.engine.dispose()  # a forked process would share its connections
        reader, writer = PROCESS_CONTEXT.Pipe(duplex=False)
        arguments = self.settings, claimed_job, kind, writer
        process = PROCESS_CONTEXT.Process(target=run_job, args=arguments, name=f"job {claimed_job.kind}")
        process.start()
        writer.close()
        self.running_jobs.append(
            _RunningJob(claimed_job, kind, process, reader, time.monotonic() + kind.limits.wall_clock_seconds)
        )


def run_jobs(beat: Callable[[], None], settings: Settings) -> None:
    """Run jobs until SIGTERM or the end of the parent process. Calls `beat` in every round."""
    signals: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _frame: signals.append(number))
    server = multiprocessing.parent_process()
    app = create_app(settings)
    job_process.preload_app(settings)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            set_pragmas_on_connect(db.engine, f"busy_timeout={_BUSY_TIMEOUT_MILLISECONDS}")
        runner = JobRunner(settings, _server_id(settings))
        while not signals:
            if server is not None and not server.is_alive():
                os._exit(1)  # running jobs end as well, and the next server starts them again
            beat()
            _run_tolerating_database_faults(runner.run_once)
        _run_tolerating_database_faults(runner.stop)


def _job_end_of_dead_process(running_job: _RunningJob) -> JobEnd:
    """The end of a job whose process sent no report: it used up its time, or was killed."""
    is_used_up = sys.platform != "win32" and running_job.process.exitcode == -signal.SIGXCPU
    return _TOO_LONG_JOB_END if is_used_up else JobEnd("lost", "null")


def _prune_and_recover_jobs() -> None:
    """Delete old results, and queue again the jobs of dead servers."""
    with write_transaction() as session:
        jobs.delete_inactive_jobs(session, timestamp_in(-_FINISHED_JOB_RETENTION))
        jobs.requeue_or_lose_jobs(
            session, MAX_ATTEMPTS, current_timestamp(), silent_since=timestamp_in(-_MAX_SERVER_SILENCE)
        )


def _run_tolerating_database_faults(action: Callable[[], None]) -> None:
    """Run `action`; if the database is busy or away, pause so that the caller can retry."""
    try:
        action()
    except DBAPIError as fault:
        current_app.logger.warning("Jobs wait for the database: %s", fault.orig)
        time.sleep(_DATABASE_RETRY_SECONDS)
    finally:
        db.session.remove()


def _server_id(settings: Settings) -> str:
    """An id of this server that survives restarts: no two servers share host, data folder and port."""
    host_folder_and_port = f"{socket.gethostname()}\0{settings.data_folder}\0{settings.port}"
    return hashlib.sha256(host_folder_and_port.encode()).hexdigest()
