"""Starts and watches the server's processes, and replaces those that have died or hang."""

import multiprocessing
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

# A forked process shares the parent's modules, which saves a third of the memory.
_CONTEXT = multiprocessing.get_context("fork") if sys.platform == "linux" else multiprocessing.get_context("spawn")
_CHECK = 0.25
_SECONDS_TO_START = 60.0
_SECONDS_BETWEEN_STARTS = 1.0
_SECONDS_TO_FINISH = 6.0

Beat = Callable[[], None]
"""Reports that a process is alive. It must be called every few seconds."""


@dataclass(frozen=True)
class ProcessRole:
    """The task of a process. `run` returns after SIGTERM; its first argument is a `Beat`."""

    name: str
    run: Callable[..., None]
    arguments: tuple[object, ...] = ()
    patience: float = 15.0
    """Seconds without a beat after which the process is killed. No acknowledged entry is lost by that."""


@dataclass
class _Watched:
    role: ProcessRole
    process: BaseProcess | None = None
    started: float = 0.0
    last_beat: c_double = field(default_factory=lambda: RawValue(c_double, 0.0))

    def start(self) -> None:
        self.started, self.last_beat.value = time.monotonic(), 0.0
        arguments = (self.role.run, self.last_beat, self.role.arguments)
        self.process = _CONTEXT.Process(target=_child, args=arguments, name=self.role.name)
        self.process.start()

    @property
    def is_over(self) -> bool:
        return self.process is None or self.process.exitcode is not None

    def hangs(self, now: float) -> bool:
        if self.last_beat.value:
            return now - self.last_beat.value > self.role.patience
        return now - self.started > _SECONDS_TO_START

    @property
    def is_up(self) -> bool:
        return bool(self.last_beat.value)

    def send(self, number: int) -> None:
        if not self.is_over and self.process is not None and self.process.pid:
            os.kill(self.process.pid, number)


class Processes:
    """One process for each role, until SIGTERM or SIGINT. SIGHUP replaces them one after the other."""

    def __init__(self, roles: Sequence[ProcessRole]) -> None:
        self._watched = [_Watched(role) for role in roles]
        self._stopping = False
        self._renewing: list[_Watched] = []

    def start(self) -> None:
        """Start the processes, and handle signals from now on."""
        self._listen()
        for watched in self._watched:
            watched.start()

    def run(self) -> None:
        """Watch the processes. Returns after SIGTERM or SIGINT, once all have ended."""
        while not self._stopping:
            time.sleep(_CHECK)
            self._check_all()
        self._end_all()

    def _listen(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, self._renew)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _renew(self, _number: int, _frame: FrameType | None) -> None:
        self._renewing = list(self._watched)

    def _check_all(self) -> None:
        now = time.monotonic()
        for watched in self._watched:
            if not watched.is_over and watched.hangs(now):
                watched.send(signal.SIGKILL)
            elif watched.is_over and now - watched.started > _SECONDS_BETWEEN_STARTS:
                watched.start()
        if self._renewing and all(watched.is_up and not watched.is_over for watched in self._watched):
            self._renewing.pop().send(signal.SIGTERM)

    def _end_all(self) -> None:
        for watched in self._watched:
            watched.send(signal.SIGTERM)
        end = time.monotonic() + _SECONDS_TO_FINISH
        for watched in self._watched:
            if watched.process is not None:
                watched.process.join(max(0.0, end - time.monotonic()))
                watched.send(signal.SIGKILL)
                watched.process.join()


def _child(run: Callable[..., None], last_beat: c_double, arguments: tuple[object, ...]) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a forked process would inherit the parent's handler
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of the terminal; the parent ends them
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def beat() -> None:
        last_beat.value = time.monotonic()

    run(beat, *arguments)
