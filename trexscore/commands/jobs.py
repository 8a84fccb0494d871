"""Background jobs: started here, run by a process beside the server (`trexscore/jobs`)."""

import hashlib
import secrets
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, BinaryIO, NamedTuple, TypeVar

import msgspec
from flask import Flask, current_app

from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db import jobs
from trexscore.db.jobs import JobLane, NewJob, StoredJob
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction

MAX_ATTEMPTS = 3
"""How often a job is started whose process dies."""
_MAX_JOBS_PER_PERSON, _MAX_JOBS_IN_TOTAL = 4, 100
"""Jobs that may wait or run: per person, and in total."""
_MAX_OLDER_DONE_JOBS = 3
"""Files of one kind and scope that are stored beside the newest."""
_RESULT_REUSE_PERIOD = timedelta(minutes=10)
_EXTENSION_NAME = "trexscore_jobs"
_encode, _decode_json = msgspec.json.Encoder(enc_hook=dict).encode, msgspec.json.Decoder().decode
T = TypeVar("T")
ProgressCallback = Callable[[str, int, int], None]
"""Called with the step, the amount done, and the total; 0 if unknown."""


def ignore_progress(_step: str, _done: int, _total: int) -> None:
    """Progress that is not reported."""


def with_progress(report_progress: ProgressCallback, step: str, items: Iterable[T], total: int = 0) -> Iterator[T]:
    """Yield the items and report progress with each."""
    for done, item in enumerate(items):
        report_progress(step, min(done, total), total)
        yield item


class TooManyJobs(Exception):
    """This person has too many jobs waiting, or (`is_server_full`) all people together."""

    def __init__(self, *, is_server_full: bool) -> None:
        super().__init__(is_server_full)
        self.is_server_full = is_server_full


class JobFailed(Exception):
    """The job cannot be done; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class JobResourceLimits:
    """What one run of a job may use."""

    wall_clock_seconds: int
    """Wall-clock time."""
    cpu_seconds: int
    memory_megabytes: int = 1024
    """Memory."""


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a running job gets."""

    job_id: int
    arguments: Any
    """JSON values, as passed to `start_or_reuse_job`."""
    report_progress: ProgressCallback

    @contextmanager
    def open_input_file(self) -> Iterator[BinaryIO]:
        """The uploaded file."""
        with tempfile.TemporaryFile() as file:
            file.writelines(jobs.stream_job_file(db.session(), self.job_id, "input"))
            file.seek(0)
            yield file

    def store_result_chunks(self, chunks: Iterable[bytes]) -> None:
        """Store the job's result file, replacing one of an earlier run. Producing the chunks may read the database."""
        with tempfile.TemporaryFile() as file:
            file.writelines(chunks)
            self.report_progress("file", 0, 0)
            with write_transaction() as session:
                jobs.delete_job_file(session, self.job_id, "output")
                jobs.prune_done_jobs_like(session, self.job_id, _MAX_OLDER_DONE_JOBS)
            _store_job_file(self.job_id, "output", file)


@dataclass(frozen=True, slots=True)
class JobKind:
    name: str
    execute_job: Callable[[JobContext], object]
    """Returns any JSON value. If its process dies, it runs again from the beginning."""
    limits: JobResourceLimits
    lane: JobLane = "long"
    """Quick jobs do not wait for long ones."""
    reuses_recent_result: bool = False
    """Whether an equal job started shortly after reuses the result."""


class JobEnd(NamedTuple):
    state: jobs.JobState
    result_json: str


UNKNOWN_FAILURE_END = JobEnd("failed", '"broken"')
"""The end of a job that failed for an unknown reason."""


def init_jobs(app: Flask, kinds_by_name: Mapping[str, JobKind], *, has_job_process: bool) -> None:
    """Register job kinds. `has_job_process`: a separate process runs them; otherwise the request does."""
    app.extensions[_EXTENSION_NAME] = dict(kinds_by_name)
    app.config["JOBS_BESIDE"] = has_job_process


def job_kind_named(name: str) -> JobKind:
    """The kind of this name. Raises `KeyError`."""
    kinds: dict[str, JobKind] = current_app.extensions[_EXTENSION_NAME]
    return kinds[name]


def start_or_reuse_job(
    kind_name: str, scope: str, owner_key: str, arguments: object, input_file: BinaryIO | None = None
) -> str:
    """Start a job and return its key. Raises `TooManyJobs`.

    An equal job of the same person that waits or runs is reused.
    """
    kind, encoded, owner = job_kind_named(kind_name), _encode(arguments).decode(), _digest_of_parts(owner_key)
    digest = _digest_of_parts(kind_name, scope, encoded, "" if input_file is None else _file_digest(input_file))
    oldest_reusable_end = timestamp_in(-_RESULT_REUSE_PERIOD) if kind.reuses_recent_result else None
    equal_job = jobs.find_equal_job(db.session(), owner, digest, done_since=oldest_reusable_end)
    if equal_job is not None:
        return equal_job.key
    _refuse_too_many_jobs(owner)
    key = secrets.token_urlsafe(16)
    new_job = NewJob(key, kind_name, kind.lane, scope, owner, encoded, digest, current_timestamp())
    with write_transaction() as session:
        job_id = jobs.store_arriving_job(session, new_job)
    if input_file is not None:
        _store_job_file(job_id, "input", input_file)
    _queue_or_run_job(job_id)
    return key


def retry_failed_or_lost_job(job: StoredJob) -> None:
    if job.state in ("failed", "lost"):
        _queue_or_run_job(job.id)


def execute_job(kind: JobKind, claimed_job: StoredJob, report_progress: ProgressCallback) -> JobEnd:
    """Run a job in this process. Raises what the job raises, except `JobFailed`."""
    context = JobContext(claimed_job.id, _decode_json(claimed_job.arguments), report_progress)
    try:
        result = kind.execute_job(context)
    except JobFailed as error:
        return JobEnd("failed", _encode(error.code).decode())
    return JobEnd("done", _encode(result).decode())


def _queue_or_run_job(job_id: int) -> None:
    with write_transaction() as session:
        jobs.reset_and_queue_job(session, job_id)
    if not current_app.config["JOBS_BESIDE"]:
        _run_job_in_request(job_id)


def _run_job_in_request(job_id: int) -> None:
    """Without a job process, the request runs the job itself."""
    with write_transaction() as session:
        claimed_job = jobs.claim_job(session, "", ("quick", "long"), current_timestamp(), job_id=job_id)
    if claimed_job is None:
        return
    try:
        job_end = execute_job(job_kind_named(claimed_job.kind), claimed_job, ignore_progress)
    except Exception:
        finish_job(claimed_job, UNKNOWN_FAILURE_END)
        raise
    finish_job(claimed_job, job_end)


def finish_job(claimed_job: StoredJob, job_end: JobEnd) -> None:
    """Finish a job that this server has claimed."""
    with write_transaction() as session:
        jobs.finish_job(session, claimed_job, job_end.state, current_timestamp(), job_end.result_json)


def _refuse_too_many_jobs(owner_digest: str) -> None:
    session = db.session()
    if jobs.count_active_jobs(session, owner_digest) >= _MAX_JOBS_PER_PERSON:
        raise TooManyJobs(is_server_full=False)
    if jobs.count_active_jobs(session) >= _MAX_JOBS_IN_TOTAL:
        raise TooManyJobs(is_server_full=True)


def _store_job_file(job_id: int, file_kind: jobs.JobFileKind, file: BinaryIO) -> None:
    file.seek(0)
    for index, chunk in enumerate(jobs.split_into_pieces(file)):
        with write_transaction() as session:
            jobs.store_file_piece(session, job_id, file_kind, index, chunk)


def _digest_of_parts(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _file_digest(file: BinaryIO) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    for chunk in jobs.split_into_pieces(file):
        digest.update(chunk)
    return digest.hexdigest()
