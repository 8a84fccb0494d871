"""Threads that serve everyone in turn. An address that asks for a lot waits for itself; others do not wait for it.

A lane belongs to one event loop. Its state changes in the loop's thread alone, so it needs no lock.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
_SHORT, _LONGEST_REST = 0.005, 0.25
"""Seconds: work that took less needs no rest after it, and no rest is longer."""


class Full(Exception):
    """Too many requests wait already."""


class _Task(NamedTuple, Generic[T]):
    address: str
    work: Callable[[], T]
    future: "asyncio.Future[T]"


class _Turns(Generic[T]):
    """What one address waits for: a queue for each subject (a path), served in rotation."""

    def __init__(self) -> None:
        self.queues: dict[str, deque[_Task[T]]] = {}

    def add(self, subject: str, task: _Task[T]) -> None:
        self.queues.setdefault(subject, deque()).append(task)

    def next(self) -> _Task[T]:
        subject, queue = next(iter(self.queues.items()))
        del self.queues[subject]
        task = queue.popleft()
        if queue:
            self.queues[subject] = queue  # behind the others
        return task


class Lane(Generic[T]):
    """A number of threads, shared fairly: first between addresses, then between what one address asks for.

    One address never holds more than a quarter of the threads: those that compute take turns in one interpreter, and
    each more of them makes everybody else's answer later. Where more of its work waits, it rests after a piece for as
    long as that took: so it takes half of a processor at most.
    """

    def __init__(self, name: str, threads: int, most_waiting: int) -> None:
        self._waiting: dict[str, _Turns[T]] = {}
        self._count = 0
        self._running: dict[str, int] = {}
        self._active: set[asyncio.Future[T]] = set()
        self._free = threads
        self._share = max(1, threads // 4)
        self._most_waiting = most_waiting
        self._work: SimpleQueue[_Task[T]] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        for number in range(threads):
            threading.Thread(target=self._serve, name=f"{name}-{number + 1}", daemon=True).start()

    def submit(self, address: str, subject: str, work: Callable[[], T]) -> "asyncio.Future[T]":
        """The result of `work`, run in a thread when it is this address's turn. Raises `Full`."""
        if self._count >= self._most_waiting:
            raise Full
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.setdefault(address, _Turns()).add(subject, _Task(address, work, future))
        self._count += 1
        self._start_next()
        return future

    def gives_up(self, future: "asyncio.Future[T]") -> bool:
        """Stop waiting for a result; False where its work has begun, which no one can stop."""
        if future in self._active:
            return False
        future.cancel()
        return True

    def is_running(self, future: "asyncio.Future[T]") -> bool:
        """Whether the work has begun and not ended."""
        return future in self._active

    def _start_next(self) -> None:
        while self._free and (task := self._next()) is not None:
            if task.future.cancelled():
                continue
            self._free -= 1
            self._running[task.address] = self._running.get(task.address, 0) + 1
            self._active.add(task.future)
            self._work.put(task)

    def _next(self) -> _Task[T] | None:
        address = next((one for one in self._waiting if self._running.get(one, 0) < self._share), None)
        if address is None:
            return None
        turns = self._waiting.pop(address)
        task = turns.next()
        self._count -= 1
        if turns.queues:
            self._waiting[address] = turns  # behind the others
        return task

    def _serve(self) -> None:
        while True:
            task = self._work.get()
            began = time.perf_counter()
            try:
                result = task.work()
            except BaseException as fault:  # noqa: BLE001 - handed to whoever waits for it
                end = partial(task.future.set_exception, fault)
            else:
                end = partial(task.future.set_result, result)
            self._loop.call_soon_threadsafe(self._done, task, time.perf_counter() - began, end)

    def _done(self, task: _Task[T], seconds: float, end: Callable[[], None]) -> None:
        self._free += 1
        self._active.discard(task.future)
        if not task.future.done():
            end()
        if seconds > _SHORT and task.address in self._waiting:
            self._loop.call_later(min(seconds, _LONGEST_REST), self._let_on, task)
            self._start_next()
        else:
            self._let_on(task)

    def _let_on(self, task: _Task[T]) -> None:
        """Begin the next task of the address of one that is done."""
        left = self._running[task.address] - 1
        if left:
            self._running[task.address] = left
        else:
            del self._running[task.address]
        self._start_next()
