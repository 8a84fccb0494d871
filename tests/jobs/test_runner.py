"""The job runner runs one job at a time within limits, and loses none."""

import io
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError

from tests.support.databases import both_databases
from tests.support.server.job_kinds import KINDS
from trexscore.commands.jobs import (
    MAX_ATTEMPTS,
    TooManyJobs,
    init_jobs,
    retry_failed_or_lost_job,
    start_or_reuse_job,
)
from trexscore.config import Settings
from trexscore.db.jobs import FILE_PIECE_BYTES, Job, JobFilePiece, StoredJob, find_job, stream_job_file
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.jobs import runner as runner_module
from trexscore.jobs.runner import JobRunner

_TIMEOUT_SECONDS = 60


@pytest.fixture(autouse=True)
def _use_fork_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes from a fork server, because a fork of this process with the browser's threads may hang."""
    if sys.platform != "win32":
        monkeypatch.setattr(runner_module, "PROCESS_CONTEXT", multiprocessing.get_context("forkserver"))


@pytest.fixture
def runner(own_app: Flask, settings: Settings) -> Iterator[JobRunner]:
    """A job runner that the test advances step by step."""
    init_jobs(own_app, KINDS, has_job_process=True)
    with own_app.app_context():
        job_runner = JobRunner(replace(settings, max_long_jobs=1), "here")
        yield job_runner
        job_runner.stop()


def start_job(name: str, number: float = 0, owner: str = "somebody", file: bytes | None = None) -> str:
    return start_or_reuse_job(name, "", owner, {"number": number}, None if file is None else io.BytesIO(file))


def start_holding_job(end_file: Path, owner: str = "somebody") -> str:
    """Start a job that ends when this file exists."""
    return start_or_reuse_job("hold", "", owner, {"until": str(end_file)})


def read_job(key: str) -> StoredJob:
    db.session.rollback()
    job = find_job(db.session(), key)
    assert job is not None
    return job


@contextmanager
def failing_database() -> Iterator[None]:
    """Within this context, the database fails."""
    with write_transaction() as session:
        session.execute(text("ALTER TABLE job RENAME TO away"))
    yield
    with write_transaction() as session:
        session.execute(text("ALTER TABLE away RENAME TO job"))


def run_until(runner: JobRunner, condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        runner.run_once(0.02)


def run_to_end(runner: JobRunner, key: str) -> StoredJob:
    run_until(runner, lambda: read_job(key).state not in ("waiting", "running"))
    return read_job(key)


def test_job_has_result(runner: JobRunner) -> None:
    job = run_to_end(runner, start_job("double", 21))
    assert (job.state, job.result) == ("done", '{"doubled":42}')


@both_databases
def test_same_job_is_shared_for_a_while(runner: JobRunner) -> None:
    key = start_job("double", 1)
    assert start_job("double", 1) == key
    assert start_job("double", 2) != key
    assert start_job("double", 1, owner="someone else leads") != key
    run_to_end(runner, key)
    assert start_job("double", 1) == key


@both_databases
def test_file_is_stored_and_read_whole(runner: JobRunner) -> None:
    content = os.urandom(FILE_PIECE_BYTES * 2 + 7)
    job = run_to_end(runner, start_job("copy", file=content))
    assert (job.state, job.result) == ("done", str(len(content)))
    assert b"".join(stream_job_file(db.session(), job.id, "output")) == content
    remaining = select(func.count()).select_from(JobFilePiece).where(JobFilePiece.file == "input")
    assert db.session.scalar(remaining) == 0


def test_only_few_repeated_files_are_kept(runner: JobRunner) -> None:
    keys = [run_to_end(runner, start_job("copy", number, file=b"x")).key for number in range(6)]
    db.session.rollback()
    assert [find_job(db.session(), key) is not None for key in keys] == [False] * 2 + [True] * 4


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("oversleep", "too_long"),
        ("burn", "too_long"),
        ("fill", "too_large"),
        ("break", "broken"),
        ("refuse", "too_large"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="only the deadline is known there")
def test_exceeded_limit_fails_job_with_reason(runner: JobRunner, kind: str, reason: str) -> None:
    job = run_to_end(runner, start_job(kind, 60))
    assert (job.state, job.result) == ("failed", f'"{reason}"')
    retry_failed_or_lost_job(job)
    assert read_job(job.key).state == "waiting"


@both_databases
def test_dying_job_is_retried_and_then_lost(runner: JobRunner) -> None:
    job = run_to_end(runner, start_job("die"))
    attempts = db.session.scalar(select(Job.attempts))
    assert (job.state, attempts) == ("lost", MAX_ATTEMPTS)


def test_running_job_reports_progress(runner: JobRunner) -> None:
    key = start_job("sleep", 3)
    run_until(runner, lambda: read_job(key).total > 0)
    job = read_job(key)
    assert (job.state, job.step, job.done, job.total) == ("running", "games", 3, 10)


@both_databases
def test_job_limits_per_person_and_lane(runner: JobRunner, tmp_path: Path) -> None:
    first, other = start_holding_job(tmp_path / "first"), start_holding_job(tmp_path / "other", owner="another")
    third, second_of_first = start_job("double", 1, owner="a third"), start_job("double", 1)
    run_to_end(runner, third)
    assert [read_job(key).state for key in (first, other, second_of_first)] == ["running", "waiting", "waiting"]
    (tmp_path / "first").touch()
    run_to_end(runner, second_of_first)
    run_until(runner, lambda: read_job(other).state == "running")
    assert read_job(first).state == "done"
    (tmp_path / "other").touch()
    assert run_to_end(runner, other).state == "done"


def test_jobs_run_at_low_priority(runner: JobRunner) -> None:
    assert int(run_to_end(runner, start_job("nice")).result or 0) >= 10


@both_databases
def test_queue_length_is_limited(runner: JobRunner) -> None:
    for number in range(4):
        start_job("sleep", number)
    with pytest.raises(TooManyJobs) as error:
        start_job("sleep", 99)
    assert not error.value.is_server_full
    for number in range(96):
        start_job("sleep", number, owner=str(number))
    with pytest.raises(TooManyJobs) as error:
        start_job("sleep", 1, owner="the last")
    assert error.value.is_server_full
    del runner


def test_next_runner_continues_unfinished_jobs(runner: JobRunner, settings: Settings) -> None:
    """A stopped runner returns its jobs to the queue; the jobs of a killed one are continued by the next runner."""
    key = start_job("sleep", 1)
    run_until(runner, lambda: read_job(key).state == "running")
    runner.stop()
    assert (read_job(key).state, db.session.scalar(select(Job.attempts))) == ("waiting", 0)
    with write_transaction() as session:
        session.execute(update(Job).values(state="running", server="here", attempts=1))
    next_runner = JobRunner(settings, "here")
    with failing_database(), pytest.raises(DBAPIError):
        next_runner.run_once(0)
    job = run_to_end(next_runner, key)
    next_runner.stop()
    assert (job.state, db.session.scalar(select(Job.attempts))) == ("done", 2)


@both_databases
def test_old_finished_jobs_are_deleted(runner: JobRunner) -> None:
    old, new, waiting = (
        start_job("copy", 1, file=b"x"),
        start_job("double", 2, owner="b"),
        start_job("sleep", 60, owner="c"),
    )
    run_to_end(runner, old)
    run_to_end(runner, new)
    with write_transaction() as session:
        session.execute(update(Job).where(Job.key != new).values(created_at="2020-01-01T00:00:00.000Z"))
    next_runner = JobRunner(runner.settings, "there")
    next_runner.run_once(0)
    db.session.rollback()
    assert find_job(db.session(), old) is None
    assert [read_job(key).key for key in (new, waiting)] == [new, waiting]
    assert db.session.scalar(select(func.count()).select_from(JobFilePiece)) == 0
    next_runner.stop()
