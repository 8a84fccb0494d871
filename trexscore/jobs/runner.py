"""Takes waiting jobs, a few at once, and sees to it that each ends: by itself, at its deadline, or with the server."""

import hashlib
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, SpawnContext
from multiprocessing.process import BaseProcess

from flask import current_app
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from trexscore.app import create_app
from trexscore.commands.clock import now, timestamp
from trexscore.commands.jobs import MOST_ATTEMPTS, JobEnd, JobKind, kind_named
from trexscore.commands.league.rating_worker import update_due_statistics
from trexscore.config import Settings
from trexscore.db import jobs
from trexscore.db.jobs import Claimed, Lane
from trexscore.db.journals import writing
from trexscore.db.models import db
from trexscore.jobs import child
from trexscore.jobs.child import decode, work

_TICK = 0.1
"""Seconds between two looks for jobs that wait."""
_NEWS = 0.4
_BEAT = 5.0
"""Seconds after which progress is written down, and after which a sign of life is."""
_SWEEP = 60.0
"""Seconds between two tidyings."""
_SILENT = timedelta(minutes=2)
"""A server that has said nothing for so long has died."""
_KEPT = timedelta(days=3)
"""So long results can be looked at."""
_QUICK_AT_ONCE = 1
_PATIENCE = 500
"""Milliseconds that this process waits for SQLite's lock: jobs are watched meanwhile."""
_RESTART_PAUSE = 1.0
_TOO_LONG = JobEnd("failed", '"too_long"')


@dataclass
class _Run:
    """A job that is running."""

    claimed: Claimed
    kind: JobKind
    process: BaseProcess
    pipe: Connection
    ends_at: float
    progress: tuple[str, int, int] | None = None
    ended: JobEnd | None = None


@dataclass
class Runner:
    """The jobs of one server. Inside of an application's context."""

    settings: Settings
    place: str
    running: list[_Run] = field(default_factory=list)
    _is_recovered: bool = False
    _has_news: bool = False
    _beat_at: float = 0.0
    _swept_at: float = -_SWEEP

    def __post_init__(self) -> None:
        self._context = _processes()

    def step(self, seconds: float = _TICK) -> None:
        """Wait a moment, then do what there is to do. Raises `DBAPIError` where the database is busy or away."""
        if not self._is_recovered:
            self._recover()
        self._listen(seconds)
        for each in [one for one in self.running if one.ended is not None or time.monotonic() > one.ends_at]:
            self._finish(each)
        at = time.monotonic()
        if self.running and at - self._beat_at > (_NEWS if self._has_news else _BEAT):
            self._beat_at, self._has_news = at, False
            self._beat()
        if at - self._swept_at > _SWEEP:
            self._swept_at = at
            _sweep()
        update_due_statistics()
        self._take()

    def stop(self) -> None:
        """Leave what is running to the next server."""
        for each in self.running:
            each.process.kill()
            each.process.join()
        for each in self.running:
            with writing() as session:
                jobs.give_back(session, each.claimed, each.claimed.attempt - 1)
        self.running.clear()

    def _recover(self) -> None:
        """Take up again what a server at this place was doing when it died: first of all, and until that succeeds."""
        with writing() as session:
            jobs.recover(session, MOST_ATTEMPTS, now(), place=self.place)
        self._is_recovered = True

    def _listen(self, seconds: float) -> None:
        pipes = {each.pipe: each for each in self.running}
        if not pipes:
            time.sleep(seconds)
            return
        for ready in wait(list(pipes), seconds):
            if isinstance(ready, Connection):
                self._hear(pipes[ready])

    def _hear(self, each: _Run) -> None:
        try:
            report = decode(each.pipe.recv_bytes())
        except (EOFError, OSError):
            each.process.join()
            each.ended = each.ended or _died(each)
            return
        if report.what == "end":
            each.ended = JobEnd(report.state, report.result)
        else:
            each.progress = report.step, report.done, report.total
            self._has_news = True

    def _beat(self) -> None:
        with writing() as session:
            for each in self.running:
                jobs.beat(session, each.claimed, now(), each.progress)

    def _finish(self, each: _Run) -> None:
        ended = each.ended or _TOO_LONG
        each.process.join(0 if each.ended is None else 1)
        each.process.kill()
        each.process.join()
        with writing() as session:
            if ended.state == "lost" and each.claimed.attempt < MOST_ATTEMPTS:
                jobs.give_back(session, each.claimed, each.claimed.attempt)
            else:
                jobs.end(session, each.claimed, ended.state, now(), ended.result)
        each.pipe.close()
        self.running.remove(each)

    def _take(self) -> None:
        lanes = self._free_lanes()
        if not lanes or not jobs.is_any_waiting():
            return
        with writing() as session:
            claimed = jobs.claim(session, self.place, lanes, now())
        if claimed is not None:
            self._begin(claimed)

    def _free_lanes(self) -> list[Lane]:
        """Long jobs take the places that there are, and quick ones have one of their own: nobody waits minutes for a
        search that takes two seconds.
        """
        running = [each.claimed.lane for each in self.running]
        most: dict[Lane, int] = {"quick": _QUICK_AT_ONCE, "long": self.settings.jobs_at_once}
        return [lane for lane, number in most.items() if running.count(lane) < number]

    def _begin(self, claimed: Claimed) -> None:
        try:
            kind = kind_named(claimed.kind)
        except KeyError:  # of another version of this program
            with writing() as session:
                jobs.end(session, claimed, "failed", now(), '"broken"')
            return
        db.session.remove()
        db.engine.dispose()
        ours, theirs = self._context.Pipe(duplex=False)
        given = self.settings, claimed, kind, theirs
        process = self._context.Process(target=work, args=given, name=f"job {claimed.kind}")
        process.start()
        theirs.close()
        self.running.append(_Run(claimed, kind, process, ours, time.monotonic() + kind.limits.seconds))


def run_jobs(beat: Callable[[], None], settings: Settings) -> None:
    """Do jobs until the process that started this one ends, or this one is told to stop. `beat` says that it moves."""
    told: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _frame: told.append(number))
    server = multiprocessing.parent_process()
    app = create_app(settings)
    child.make_ready(settings)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.listen(db.engine, "connect", _be_impatient)
        runner = Runner(settings, _place(settings))
        while not told:
            if server is not None and not server.is_alive():
                os._exit(1)  # what runs ends as well, and goes on with the next server
            beat()
            _try(runner.step)
        _try(runner.stop)


def _died(each: _Run) -> JobEnd:
    """Its process has ended without a word: it used up its time, or something killed it."""
    is_used_up = sys.platform != "win32" and each.process.exitcode == -signal.SIGXCPU
    return _TOO_LONG if is_used_up else JobEnd("lost", "null")


def _sweep() -> None:
    """Forget what is old, and take up again what servers that died left behind."""
    moment = datetime.now(UTC)
    with writing() as session:
        jobs.forget_older(session, timestamp(moment - _KEPT))
        jobs.recover(session, MOST_ATTEMPTS, timestamp(moment), silent_since=timestamp(moment - _SILENT))


def _try(do: Callable[[], None]) -> None:
    """A database that is busy or away is asked again a moment later."""
    try:
        do()
    except DBAPIError as fault:
        current_app.logger.warning("Jobs wait for the database: %s", fault.orig)
        time.sleep(_RESTART_PAUSE)
    finally:
        db.session.remove()


def _place(settings: Settings) -> str:
    """This server, also after it was started again: no two at once share host, folder and port."""
    place = f"{socket.gethostname()}\0{settings.data_folder}\0{settings.port}"
    return hashlib.sha256(place.encode()).hexdigest()


def _processes() -> ForkContext | SpawnContext:
    """How processes are made. This one has no threads and, by then, no connection: what is loaded serves them all."""
    if sys.platform == "linux":
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _be_impatient(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    connection.cursor().execute(f"PRAGMA busy_timeout={_PATIENCE}")
