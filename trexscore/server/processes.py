"""The server's processes: started, watched, and replaced where one has died or does not move."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawValue
from types import FrameType
from typing import Any

# A forked process shares what its parent has loaded: a third of the memory.
_CONTEXT: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
_LOOK = 0.25
_SECONDS_TO_START = 60.0
_SECONDS_BETWEEN_STARTS = 1.0
_SECONDS_TO_FINISH = 6.0

Beat = Callable[[], None]
"""Says that a process still moves. It has to be called every few seconds."""


@dataclass(frozen=True)
class Role:
    """What a process does. It runs until SIGTERM, and calls what it is handed first, again and again."""

    name: str
    run: Callable[..., None]
    arguments: tuple[object, ...] = ()
    patience: float = 15.0
    """Seconds without a beat after which it is taken to hang. It is killed, and nothing acknowledged is lost."""


@dataclass
class _Watched:
    role: Role
    process: BaseProcess | None = None
    started: float = 0.0
    beaten: Any = field(default_factory=lambda: RawValue("d", 0.0))

    def start(self) -> None:
        self.started, self.beaten.value = time.monotonic(), 0.0
        arguments = (self.role.run, self.beaten, self.role.arguments)
        self.process = _CONTEXT.Process(target=_child, args=arguments, name=self.role.name)
        self.process.start()

    @property
    def is_over(self) -> bool:
        return self.process is None or self.process.exitcode is not None

    def hangs(self, now: float) -> bool:
        if self.beaten.value:
            return bool(now - self.beaten.value > self.role.patience)
        return now - self.started > _SECONDS_TO_START

    @property
    def is_up(self) -> bool:
        return bool(self.beaten.value)

    def send(self, number: int) -> None:
        if not self.is_over and self.process is not None and self.process.pid:
            os.kill(self.process.pid, number)


class Processes:
    """One process for each role, until this one is told to stop. SIGHUP replaces them one after the other."""

    def __init__(self, roles: Sequence[Role]) -> None:
        self._watched = [_Watched(role) for role in roles]
        self._stopping = False
        self._renewing: list[_Watched] = []

    def start(self) -> None:
        """Start them, and listen to signals from now on."""
        self._listen()
        for one in self._watched:
            one.start()

    def run(self) -> None:
        """Watch over them. Returns after SIGTERM or SIGINT, once all have ended."""
        while not self._stopping:
            time.sleep(_LOOK)
            self._look_after_all()
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

    def _look_after_all(self) -> None:
        now = time.monotonic()
        for one in self._watched:
            if not one.is_over and one.hangs(now):
                one.send(signal.SIGKILL)
            elif one.is_over and now - one.started > _SECONDS_BETWEEN_STARTS:
                one.start()
        if self._renewing and all(one.is_up and not one.is_over for one in self._watched):
            self._renewing.pop().send(signal.SIGTERM)

    def _end_all(self) -> None:
        for one in self._watched:
            one.send(signal.SIGTERM)
        end = time.monotonic() + _SECONDS_TO_FINISH
        for one in self._watched:
            if one.process is not None:
                one.process.join(max(0.0, end - time.monotonic()))
                one.send(signal.SIGKILL)
                one.process.join()


def _child(run: Callable[..., None], beaten: Any, arguments: tuple[object, ...]) -> None:  # noqa: ANN401 - shared memory
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # until it listens itself, it would pass over the parent's
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process of the terminal; the parent tells
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def beat() -> None:
        beaten.value = time.monotonic()

    run(beat, *arguments)
