"""Starts and watches the server's processes, and replaces those that have died or hang."""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from ctypes import c_double
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawValue
from types import FrameType

from trexscore.jobs.child_processes import PROCESS_CONTEXT

_CHECK_INTERVAL_SECONDS = 0.25
_MAX_START_SECONDS = 60.0
_MIN_SECONDS_BETWEEN_STARTS = 1.0
_MAX_SHUTDOWN_SECONDS = 6.0

Beat = Callable[[], None]
"""Reports that a process is alive. It must be called every few seconds."""


@dataclass(frozen=True)
class ProcessRole:
    """The task of a process. `run` returns after SIGTERM; its first argument is a `Beat`."""

    name: str
    run: Callable[..., None]
    arguments: tuple[object, ...] = ()
    max_seconds_without_beat: float = 15.0
    """Seconds without a beat after which the process is killed. No acknowledged entry is lost by that."""


@dataclass
class _WatchedProcess:
    role: ProcessRole
    process: BaseProcess | None = None
    started_at: float = 0.0
    last_beat: c_double = field(default_factory=lambda: RawValue(c_double, 0.0))

    def start(self) -> None:
        self.started_at, self.last_beat.value = time.monotonic(), 0.0
        arguments = (self.role.run, self.last_beat, self.role.arguments)
        self.process = PROCESS_CONTEXT.Process(target=_run_role, args=arguments, name=self.role.name)
        self.process.start()

    @property
    def has_ended(self) -> bool:
        return self.process is None or self.process.exitcode is not None

    def is_hanging(self, now: float) -> bool:
        if self.last_beat.value:
            return now - self.last_beat.value > self.role.max_seconds_without_beat
        return now - self.started_at > _MAX_START_SECONDS

    def send_signal(self, signal_number: int) -> None:
        if not self.has_ended and self.process is not None and self.process.pid:
            os.kill(self.process.pid, signal_number)


class ProcessSupervisor:
    """One process for each role, until SIGTERM or SIGINT. SIGHUP replaces them one after the other."""

    def __init__(self, roles: Sequence[ProcessRole]) -> None:
        self._watched = [_WatchedProcess(role) for role in roles]
        self._stopping = False
        self._renewing: list[_WatchedProcess] = []

    def start_processes(self) -> None:
        """Start the processes, and handle signals from now on."""
        self._install_signal_handlers()
        for watched in self._watched:
            watched.start()

    def watch_until_stopped(self) -> None:
        """Watch the processes. Returns after SIGTERM or SIGINT, once all have ended."""
        while not self._stopping:
            time.sleep(_CHECK_INTERVAL_SECONDS)
            self._replace_failed_and_renew_one()
        self._end_processes()

    def _install_signal_handlers(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._request_stop)
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, self._request_rolling_replacement)

    def _request_stop(self, _signal_number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _request_rolling_replacement(self, _signal_number: int, _frame: FrameType | None) -> None:
        self._renewing = list(self._watched)

    def _replace_failed_and_renew_one(self) -> None:
        now = time.monotonic()
        for watched in self._watched:
            if not watched.has_ended and watched.is_hanging(now):
                watched.send_signal(signal.SIGKILL)
            elif watched.has_ended and now - watched.started_at > _MIN_SECONDS_BETWEEN_STARTS:
                watched.start()
        if self._renewing and all(watched.last_beat.value and not watched.has_ended for watched in self._watched):
            self._renewing.pop().send_signal(signal.SIGTERM)

    def _end_processes(self) -> None:
        for watched in self._watched:
            watched.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + _MAX_SHUTDOWN_SECONDS
        for watched in self._watched:
            if watched.process is not None:
                watched.process.join(max(0.0, deadline - time.monotonic()))
                watched.send_signal(signal.SIGKILL)
                watched.process.join()


def _run_role(run: Callable[..., None], last_beat: c_double, arguments: tuple[object, ...]) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a forked process would inherit the parent's handler
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of the terminal; the parent ends them
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def beat() -> None:
        last_beat.value = time.monotonic()

    run(beat, *arguments)
