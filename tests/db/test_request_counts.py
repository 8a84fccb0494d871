"""Request counts that processes share, on both databases."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine

from tests.support.databases import both_databases
from trexscore.db.request_counts import RateLimitStorage, create_counts_engine

pytestmark = both_databases


@pytest.fixture
def engine(database_kind: str, database_url: str, tmp_path: Path) -> Iterator[Engine]:
    is_file = database_kind == "sqlite"
    engine = create_counts_engine(tmp_path) if is_file else create_engine(database_url, isolation_level="AUTOCOMMIT")
    yield engine
    engine.dispose()


@pytest.mark.parametrize("is_cleaned_up", [False, True])
def test_counts_add_up_within_window(engine: Engine, monkeypatch: pytest.MonkeyPatch, *, is_cleaned_up: bool) -> None:
    counts = RateLimitStorage(engine)
    now = 1_800_000_000.0
    monkeypatch.setattr("trexscore.db.request_counts.time.time", lambda: now)
    # Whether an increment deletes expired counters is random; here the test decides.
    monkeypatch.setattr("trexscore.db.request_counts.secrets.randbelow", lambda _count: int(not is_cleaned_up))
    assert [counts.incr("a", 60), counts.incr("a", 60, 2), counts.incr("b", 60)] == [1, 3, 1]
    assert (counts.get("a"), counts.get_expiry("a"), counts.get("c"), counts.check()) == (3, now + 60, 0, True)
    now += 59
    assert counts.incr("a", 60) == 4
    now += 1
    assert (counts.get("a"), counts.incr("a", 60)) == (0, 1)
    now -= 3600
    assert counts.incr("a", 60) == 1, "counts restart if the clock is set back"
    counts.clear("a")
    assert (counts.get("a"), counts.reset(), counts.get("b")) == (0, int(not is_cleaned_up), 0)


def test_concurrent_counts_lose_nothing(engine: Engine) -> None:
    storages = [RateLimitStorage(engine), RateLimitStorage(engine)]
    with ThreadPoolExecutor(8) as threads:
        counts = [*threads.map(lambda index: storages[index % 2].incr("a", 60), range(200))]
    assert sorted(counts) == [*range(1, 201)]
