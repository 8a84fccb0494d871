"""Long work outside of requests: started here, done by a process beside the server (`trexscore/jobs`)."""

import hashlib
import secrets
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, BinaryIO, NamedTuple, TypeVar

import msgspec
from flask import Flask, current_app

from trexscore.commands.clock import now, timestamp
from trexscore.db import jobs
from trexscore.db.jobs import Claimed, JobAt, Lane, NewJob
from trexscore.db.journals import writing
from trexscore.db.models import db

MOST_ATTEMPTS = 3
"""A job whose process has died this often is not tried again by itself."""
_MOST_OF_ONE, _MOST_OF_ALL = 4, 100
"""Jobs that may wait or run: one person's, and everybody's."""
_FILES_KEPT = 3
"""Files of one kind about one thing that are kept beside the newest."""
_RESULT_LASTS = timedelta(minutes=10)
_EXTENSION = "trexscore_jobs"
_encode, _decode = msgspec.json.Encoder(enc_hook=dict).encode, msgspec.json.Decoder().decode
T = TypeVar("T")
Progress = Callable[[str, int, int], None]
"""The step, how much of it is done, and of how much; 0 where nobody can say."""


def unseen(_step: str, _done: int, _total: int) -> None:
    """Progress that nobody looks at."""


def counted(progress: Progress, step: str, things: Iterable[T], total: int = 0) -> Iterator[T]:
    """The same things, and with each a report of how far that is."""
    for number, thing in enumerate(things):
        progress(step, min(number, total), total)
        yield thing


class TooManyJobs(Exception):
    """No more jobs are taken: this person has enough waiting, or (`is_full`) everybody together."""

    def __init__(self, *, is_full: bool) -> None:
        super().__init__(is_full)
        self.is_full = is_full


class Failed(Exception):
    """A job cannot be done; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run of a job may use."""

    seconds: int
    """By the clock."""
    cpu_seconds: int
    megabytes: int = 1024
    """Of memory."""


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a job is given when it runs."""

    job_id: int
    arguments: Any
    """As they were when it was started: values of JSON."""
    progress: Progress

    @contextmanager
    def input(self) -> Iterator[BinaryIO]:
        """The file that was sent along."""
        with tempfile.TemporaryFile() as file:
            for piece in jobs.file_of(db.session(), self.job_id, "input"):
                file.write(piece)
            file.seek(0)
            yield file

    def keep(self, file: BinaryIO) -> None:
        """Keep a file that the job has made; of an earlier run nothing stays."""
        self.progress("file", 0, 0)
        with writing() as session:
            jobs.drop_file(session, self.job_id, "output")
            jobs.forget_earlier(session, self.job_id, _FILES_KEPT)
        _keep(self.job_id, "output", file)

    def write(self, pieces: Iterable[bytes]) -> None:
        """The same with what is made piece by piece, while the database is being read."""
        with tempfile.TemporaryFile() as file:
            file.writelines(pieces)
            self.keep(file)


@dataclass(frozen=True, slots=True)
class JobKind:
    """Long work of one kind."""

    name: str
    run: Callable[[JobContext], object]
    """Its result is anything that JSON can hold. It may run twice: if its process died, from the beginning."""
    limits: Limits
    lane: Lane = "long"
    """Quick ones do not wait for long ones."""
    lasts: bool = False
    """Whether the same asked for again a little later has the same answer."""


class JobEnd(NamedTuple):
    """How a run ended."""

    state: jobs.State
    result: str


def init_jobs(app: Flask, kinds: Mapping[str, JobKind], *, beside: bool) -> None:
    """The kinds of jobs of an application. `beside`: a process of the server's does them; else requests themselves."""
    app.extensions[_EXTENSION] = dict(kinds)
    app.config["JOBS_BESIDE"] = beside


def kind_named(name: str) -> JobKind:
    """A kind by its name. Raises `KeyError`."""
    kinds: dict[str, JobKind] = current_app.extensions[_EXTENSION]
    return kinds[name]


def start_job(name: str, scope: str, owner: str, arguments: object, file: BinaryIO | None = None) -> str:
    """Have something done; the key of the job. Raises `TooManyJobs`.

    The same asked for again by the same person, while it waits or runs, is the same job.
    """
    kind, said = kind_named(name), _encode(arguments).decode()
    digest = _digest(name, scope, said, "" if file is None else _digest_of(file))
    new = NewJob(name, kind.lane, scope, _digest(owner), said, digest)
    since = timestamp(datetime.now(UTC) - _RESULT_LASTS) if kind.lasts else None
    like = jobs.like(db.session(), new, done_since=since)
    if like is not None:
        return like.key
    _refuse_too_many(new.owner)
    key = secrets.token_urlsafe(16)
    with writing() as session:
        number = jobs.add(session, new, key, "arriving", now())
    if file is not None:
        _keep(number, "input", file)
    _queue(number)
    return key


def start_again(job: JobAt) -> None:
    """Do a job again that failed or was lost."""
    if job.state in ("failed", "lost"):
        _queue(job.id)


def job_with_key(key: str) -> JobAt | None:
    """A job as it is now."""
    return jobs.with_key(db.session(), key)


def run(kind: JobKind, claimed: Claimed, progress: Progress) -> JobEnd:
    """Do a job in this process. Raises what the job raises, but for `Failed`."""
    context = JobContext(claimed.id, _decode(claimed.arguments), progress)
    try:
        result = kind.run(context)
    except Failed as failed:
        return JobEnd("failed", _encode(failed.code).decode())
    return JobEnd("done", _encode(result).decode())


def _queue(number: int) -> None:
    with writing() as session:
        jobs.queue(session, number)
    if not current_app.config["JOBS_BESIDE"]:
        _run_in_request(number)


def _run_in_request(number: int) -> None:
    """Where no process does jobs, whoever starts one waits for it, as for any page."""
    with writing() as session:
        claimed = jobs.claim(session, "", ("quick", "long"), now(), job_id=number)
    if claimed is None:
        return
    try:
        ended = run(kind_named(claimed.kind), claimed, unseen)
    except Exception:
        _end(claimed, JobEnd("failed", '"broken"'))
        raise
    _end(claimed, ended)


def _end(claimed: Claimed, ended: JobEnd) -> None:
    with writing() as session:
        jobs.end(session, claimed, ended.state, now(), ended.result)


def _refuse_too_many(owner: str) -> None:
    session = db.session()
    if jobs.count_waiting(session, owner) >= _MOST_OF_ONE:
        raise TooManyJobs(is_full=False)
    if jobs.count_waiting(session) >= _MOST_OF_ALL:
        raise TooManyJobs(is_full=True)


def _keep(number: int, part: jobs.Part, file: BinaryIO) -> None:
    file.seek(0)
    for place, piece in enumerate(jobs.pieces(file)):
        with writing() as session:
            jobs.put_piece(session, number, part, place, piece)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _digest_of(file: BinaryIO) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    for piece in jobs.pieces(file):
        digest.update(piece)
    return digest.hexdigest()
