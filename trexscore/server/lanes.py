"""Thread pools that serve addresses in turn, so that one with many requests delays only itself.

A lane belongs to one event loop. Its state changes only in the loop's thread, so it needs no lock.
"""

import asyncio
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
_SHORT_WORK_SECONDS, _MAX_PAUSE_SECONDS = 0.005, 0.25
"""Seconds: shorter work is followed by no pause, and no pause is longer."""


class LaneFull(Exception):
    """Too many requests are waiting already."""


class _Task(NamedTuple, Generic[T]):
    address: str
    work: Callable[[], T]
    future: "asyncio.Future[T]"


class Lane(Generic[T]):
    """A number of threads, shared fairly between addresses, then between the paths of one address.

    One address never occupies more than a quarter of the threads: computing threads share one interpreter, and each
    one delays all others. If more of its tasks are waiting, it pauses after a task for as long as the task took, and so
    uses at most half of a processor.
    """

    def __init__(self, name: str, thread_count: int, most_waiting: int) -> None:
        self._waiting: dict[str, dict[str, deque[_Task[T]]]] = {}
        """The waiting tasks of each address: a queue for each path, served in rotation."""
        self._count = 0
        self._running: Counter[str] = Counter()
        self._active: set[asyncio.Future[T]] = set()
        self._free = thread_count
        self._max_threads_per_address = max(1, thread_count // 4)
        self._most_waiting = most_waiting
        self._work: SimpleQueue[_Task[T]] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        for number in range(thread_count):
            threading.Thread(target=self._run_tasks, name=f"{name}-{number + 1}", daemon=True).start()

    def submit(self, address: str, path: str, work: Callable[[], T]) -> "asyncio.Future[T]":
        """Run `work` in a thread when it is the address's turn. Returns its future result. Raises `LaneFull`."""
        if self._count >= self._most_waiting:
            raise LaneFull
        future: asyncio.Future[T] = self._loop.create_future()
        queues_by_path = self._waiting.setdefault(address, {})
        queues_by_path.setdefault(path, deque()).append(_Task(address, work, future))
        self._count += 1
        self._start_waiting_tasks()
        return future

    def cancel_unless_running(self, future: "asyncio.Future[T]") -> bool:
        """Cancel a task. Returns False if it is already running, which cannot be stopped."""
        if future in self._active:
            return False
        future.cancel()
        return True

    def is_running(self, future: "asyncio.Future[T]") -> bool:
        return future in self._active

    def _start_waiting_tasks(self) -> None:
        while self._free and (task := self._pop_task()) is not None:
            if task.future.cancelled():
                continue
            self._free -= 1
            self._running[task.address] += 1
            self._active.add(task.future)
            self._work.put(task)

    def _pop_task(self) -> _Task[T] | None:
        address = next(
            (waiting for waiting in self._waiting if self._running[waiting] < self._max_threads_per_address),
            None,
        )
        if address is None:
            return None
        queues_by_path = self._waiting.pop(address)
        path = next(iter(queues_by_path))
        queue = queues_by_path.pop(path)
        task = queue.popleft()
        self._count -= 1
        if queue:
            queues_by_path[path] = queue  # now last
        if queues_by_path:
            self._waiting[address] = queues_by_path  # now last
        return task

    def _run_tasks(self) -> None:
        while True:
            task = self._work.get()
            start_time = time.perf_counter()
            try:
                result = task.work()
            except BaseException as fault:  # noqa: BLE001 - passed to the caller
                finish = partial(task.future.set_exception, fault)
            else:
                finish = partial(task.future.set_result, result)
            self._loop.call_soon_threadsafe(self._finish_task, task, time.perf_counter() - start_time, finish)

    def _finish_task(self, task: _Task[T], work_seconds: float, set_outcome: Callable[[], None]) -> None:
        self._free += 1
        self._active.discard(task.future)
        if not task.future.done():
            set_outcome()
        if work_seconds > _SHORT_WORK_SECONDS and task.address in self._waiting:
            self._loop.call_later(min(work_seconds, _MAX_PAUSE_SECONDS), self._release_thread_of_address, task)
            self._start_waiting_tasks()
        else:
            self._release_thread_of_address(task)

    def _release_thread_of_address(self, task: _Task[T]) -> None:
        """Give the address of a finished task its thread back, and start the next task."""
        self._running[task.address] -= 1
        if not self._running[task.address]:
            del self._running[task.address]
        self._start_waiting_tasks()
