"""Lanes: the order and limits of work, and its cancellation."""

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from tests.support.server.loops import run
from trexscore.server.lanes import Lane, LaneFull


class HeldWork:
    """Work that ends when the test releases it, and records the order in which it started."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.go = threading.Event()

    def work(self, name: str) -> Callable[[], str]:
        def run() -> str:
            self.started.append(name)
            assert self.go.wait(10)
            return name

        return run


async def wait_until_started(held_work: HeldWork, count: int) -> None:
    """Wait until this much work has started."""
    async with asyncio.timeout(10):
        while len(held_work.started) < count:  # noqa: ASYNC110 - set by a thread
            await asyncio.sleep(0.001)


def test_lane_serves_addresses_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.server.lanes._SHORT_WORK_SECONDS", 60)  # otherwise the held work would count as long

    async def steps() -> None:
        lane, held_work = Lane[str]("test", 1, 100), HeldWork()
        waiting = [lane.submit("busy", "/", held_work.work(f"busy {n}")) for n in range(3)]
        await wait_until_started(held_work, 1)
        waiting.append(lane.submit("quiet", "/", held_work.work("quiet")))
        held_work.go.set()
        await asyncio.gather(*waiting)
        assert held_work.started == ["busy 0", "busy 1", "quiet", "busy 2"]

    run(steps())


def test_lane_serves_paths_of_an_address_in_turn() -> None:
    async def steps() -> None:
        lane, held_work = Lane[str]("test", 1, 100), HeldWork()
        waiting = [lane.submit("café", "/history", held_work.work(f"history {n}")) for n in range(4)]
        waiting.append(lane.submit("café", "/state", held_work.work("state")))
        held_work.go.set()
        await asyncio.gather(*waiting)
        assert held_work.started.index("state") <= 2

    run(steps())


def test_lane_limits_address_to_quarter_of_threads() -> None:
    async def steps() -> None:
        lane, held_work = Lane[str]("test", 4, 100), HeldWork()
        waiting = [lane.submit("busy", f"/{n}", held_work.work(f"busy {n}")) for n in range(5)]
        waiting.append(lane.submit("quiet", "/", held_work.work("quiet")))
        await wait_until_started(held_work, 2)
        await asyncio.sleep(0.05)
        assert sorted(held_work.started) == ["busy 0", "quiet"]
        held_work.go.set()
        assert await asyncio.gather(*waiting) == [*(f"busy {n}" for n in range(5)), "quiet"]

    run(steps())


@pytest.mark.parametrize(
    ("short_seconds", "order"), [(0.05, ["work", "quiet", "next"]), (60, ["work", "next", "quiet"])]
)
def test_lane_delays_address_after_long_work(
    monkeypatch: pytest.MonkeyPatch, short_seconds: float, order: list[str]
) -> None:
    """Other addresses are served before the next work of this one, even if it was submitted first."""
    monkeypatch.setattr("trexscore.server.lanes._SHORT_WORK_SECONDS", short_seconds)

    async def steps() -> None:
        lane, held_work = Lane[str]("test", 1, 100), HeldWork()
        held_work.go.set()

        def work() -> str:
            time.sleep(0.1)
            return held_work.work("work")()

        quiet: list[asyncio.Future[str]] = []
        first = lane.submit("busy", "/", work)
        second = lane.submit("busy", "/", held_work.work("next"))
        first.add_done_callback(lambda _: quiet.append(lane.submit("quiet", "/", held_work.work("quiet"))))
        await asyncio.gather(first, second)
        await asyncio.gather(*quiet)
        assert held_work.started == order

    run(steps())


def test_lane_limits_waiting_work() -> None:
    async def steps() -> None:
        lane, held_work = Lane[str]("test", 1, 2), HeldWork()
        waiting = [lane.submit("one", "/", held_work.work(str(n))) for n in range(3)]
        with pytest.raises(LaneFull):
            lane.submit("other", "/", held_work.work("3"))
        held_work.go.set()
        assert await asyncio.gather(*waiting) == ["0", "1", "2"]
        assert await lane.submit("other", "/", held_work.work("4")) == "4"

    run(steps())


def test_lane_cancels_only_waiting_work() -> None:
    async def steps() -> None:
        lane, held_work = Lane[str]("test", 1, 100), HeldWork()
        running, queued = (lane.submit("one", "/", held_work.work(name)) for name in ("running", "queued"))
        await wait_until_started(held_work, 1)
        assert not lane.cancel_unless_running(running)
        assert lane.cancel_unless_running(queued)
        held_work.go.set()
        assert await running == "running"
        assert await lane.submit("one", "/", held_work.work("after")) == "after"
        assert held_work.started == ["running", "after"]
        assert not lane.is_running(running)

    run(steps())


def test_lane_passes_exceptions_on() -> None:
    async def steps() -> None:
        lane = Lane[str]("test", 1, 100)

        def fail() -> str:
            raise LookupError("gone")

        with pytest.raises(LookupError, match="gone"):
            await lane.submit("one", "/", fail)
        assert await lane.submit("one", "/", lambda: "next") == "next"

    run(steps())
