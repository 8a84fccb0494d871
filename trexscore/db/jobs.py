"""Jobs: long work outside of requests. Stored in the database, so that any process can run or show them.

A job's files are stored in pieces, in rows, so that several servers on one database need no shared folder.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from typing import BinaryIO, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.orm import Mapped, Session, aliased, mapped_column

from trexscore.db.clubs.models import TIME_LENGTH
from trexscore.db.models import DIGEST_LENGTH, Base
from trexscore.db.raw_sql import read_first_row

JobState = Literal["arriving", "waiting", "running", "done", "failed", "lost"]
JobLane = Literal["quick", "long"]
JobFileKind = Literal["input", "output"]
JOB_KEY_LENGTH = 22
FILE_PIECE_BYTES = 256 * 1024
"""Bytes of a file in one row and one transaction: the longest time that the writer's lock is held."""
_MAX_CODE_LENGTH = 24


class Job(Base):
    """A job. Its state is `arriving` while its input file is being stored."""

    __tablename__ = "job"
    __table_args__ = (Index("ix_job_state", "state", "id"), Index("ix_job_owner", "owner", "state"))

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(JOB_KEY_LENGTH), unique=True)
    """Random name of the job in addresses."""
    kind: Mapped[str] = mapped_column(String(_MAX_CODE_LENGTH))
    lane: Mapped[str] = mapped_column(String(_MAX_CODE_LENGTH))
    scope: Mapped[str] = mapped_column(String(64))
    """The subject of the job: a person who may not see it does not see the job."""
    owner: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    """Digest of the person who started it; only one job of an owner runs at a time."""
    arguments: Mapped[str] = mapped_column(Text)
    """JSON."""
    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    """Of kind, scope and arguments: finds a job that is started twice."""
    state: Mapped[str] = mapped_column(String(_MAX_CODE_LENGTH))
    step: Mapped[str] = mapped_column(String(_MAX_CODE_LENGTH))
    done: Mapped[int]
    total: Mapped[int]
    attempts: Mapped[int]
    server: Mapped[str | None] = mapped_column(String(DIGEST_LENGTH))
    """The server that runs it."""
    created_at: Mapped[str] = mapped_column(String(TIME_LENGTH))
    heartbeat_at: Mapped[str | None] = mapped_column(String(TIME_LENGTH))
    """Time of the server's last heartbeat for it."""
    ended_at: Mapped[str | None] = mapped_column(String(TIME_LENGTH))
    result: Mapped[str | None] = mapped_column(Text)
    """JSON; for a failed job, the reason."""


class JobFilePiece(Base):
    __tablename__ = "job_file_piece"

    job_id: Mapped[int] = mapped_column(ForeignKey("job.id", ondelete="CASCADE"), primary_key=True)
    file: Mapped[str] = mapped_column(String(_MAX_CODE_LENGTH), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    data: Mapped[bytes] = mapped_column(LargeBinary)


class NewJob(NamedTuple):
    """A job that is not stored yet, by the columns of `Job`."""

    key: str
    kind: str
    lane: JobLane
    scope: str
    owner: str
    arguments: str
    digest: str
    created_at: str


class StoredJob(NamedTuple):
    """A job as it was stored when it was read."""

    id: int
    key: str
    kind: str
    lane: JobLane
    scope: str
    state: JobState
    step: str
    done: int
    total: int
    attempts: int
    created_at: str
    arguments: str
    result: str | None


_JOB_COLUMNS = tuple(getattr(Job, name) for name in StoredJob._fields)
_ACTIVE_STATES = "waiting", "running"


def store_arriving_job(session: Session, new_job: NewJob) -> int:
    """Store a job that does not run before it is queued (`reset_and_queue_job`), and return its id."""
    start = {"state": "arriving", "step": "", "done": 0, "total": 0, "attempts": 0}
    return session.execute(insert(Job).values(**new_job._asdict(), **start).returning(Job.id)).scalar_one()


def find_job(session: Session, job_key: str) -> StoredJob | None:
    return _find_newest_job(session, Job.key == job_key)


def find_latest_job(session: Session, kind: str, scope: str) -> StoredJob | None:
    """Return the newest job of this kind and scope, or None."""
    return _find_newest_job(session, Job.kind == kind, Job.scope == scope)


def find_equal_job(session: Session, owner: str, digest: str, *, done_since: str | None) -> StoredJob | None:
    """Return an equal job of the same owner that is not finished, or that was done after `done_since`."""
    is_like: ColumnElement[bool] = Job.state.in_(_ACTIVE_STATES)
    if done_since is not None:
        is_like |= (Job.state == "done") & (Job.ended_at > done_since)
    return _find_newest_job(session, Job.owner == owner, Job.digest == digest, is_like)


def list_jobs(session: Session, limit: int, *conditions: ColumnElement[bool]) -> list[StoredJob]:
    """Return the newest jobs that meet the conditions, newest first."""
    query = select(*_JOB_COLUMNS).where(*conditions).order_by(Job.id.desc()).limit(limit)
    return [StoredJob(*row) for row in session.execute(query)]


def count_active_jobs(session: Session, owner_digest: str | None = None) -> int:
    """Count the waiting and running jobs, of all owners or of one."""
    query = select(func.count()).select_from(Job).where(Job.state.in_(_ACTIVE_STATES))
    return session.scalar(query if owner_digest is None else query.where(Job.owner == owner_digest)) or 0


def reset_and_queue_job(session: Session, job_id: int) -> None:
    """Reset a job and let it wait for a server."""
    column_values = {
        "state": "waiting",
        "step": "",
        "done": 0,
        "total": 0,
        "server": None,
        "ended_at": None,
        "result": None,
    }
    session.execute(update(Job).where(Job.id == job_id).values(column_values))


def is_any_job_waiting() -> bool:
    """Return whether a job is waiting. Called several times a second."""
    return read_first_row("SELECT 1 FROM job WHERE state = 'waiting' LIMIT 1") is not None


def claim_job(
    session: Session, server_id: str, lanes: Sequence[JobLane], current_timestamp: str, *, job_id: int | None = None
) -> StoredJob | None:
    """Claim the oldest waiting job whose owner has none running, or exactly `job_id`. None if there is none."""
    query = select(Job.id).where(Job.state == "waiting", Job.lane.in_(lanes))
    if job_id is None:
        running_job = aliased(Job)
        query = query.where(Job.owner.not_in(select(running_job.owner).where(running_job.state == "running")))
    else:
        query = query.where(Job.id == job_id)
    oldest_id = session.scalar(query.order_by(Job.id).limit(1).with_for_update(skip_locked=True))
    column_values = {
        "state": "running",
        "attempts": Job.attempts + 1,
        "server": server_id,
        "heartbeat_at": current_timestamp,
    }
    claim = update(Job).where(Job.id == oldest_id).values(column_values).returning(*_JOB_COLUMNS)
    return None if oldest_id is None else StoredJob(*session.execute(claim).one())


def write_heartbeat(
    session: Session, claimed_job: StoredJob, current_timestamp: str, progress: tuple[str, int, int] | None
) -> None:
    """Write a heartbeat, and the progress as step, done and total."""
    column_values: dict[str, str | int] = {"heartbeat_at": current_timestamp}
    if progress is not None:
        column_values |= dict(zip(("step", "done", "total"), progress, strict=True))
    session.execute(update(Job).where(_same_run_condition(claimed_job)).values(column_values))


def finish_job(
    session: Session, claimed_job: StoredJob, state: JobState, ended_at: str, result_json: str | None
) -> None:
    """Finish a job. Its input is kept only in the state `lost`, so that it can be started again."""
    statement = (
        update(Job).where(_same_run_condition(claimed_job)).values(state=state, ended_at=ended_at, result=result_json)
    )
    if session.execute(statement.returning(Job.id)).one_or_none() is not None and state != "lost":
        delete_job_file(session, claimed_job.id, "input")


def requeue_job(session: Session, claimed_job: StoredJob, attempt_count: int) -> None:
    """Return a job to the queue with this number of attempts."""
    column_values = {"state": "waiting", "attempts": attempt_count, "server": None}
    session.execute(update(Job).where(_same_run_condition(claimed_job)).values(column_values))


def requeue_or_lose_jobs(
    session: Session, max_attempts: int, current_timestamp: str, *, server_id: str | None = None, silent_since: str = ""
) -> None:
    """Requeue the jobs of a dead server; those already tried `max_attempts` times become `lost`.

    `server_id`: the jobs of a server that restarts. Otherwise: those without a heartbeat after `silent_since`.
    """
    died = (Job.state == "running") & (
        Job.server == server_id if server_id is not None else Job.heartbeat_at < silent_since
    )
    lost = {"state": "lost", "ended_at": current_timestamp, "result": None}
    session.execute(update(Job).where(died, Job.attempts >= max_attempts).values(lost))
    session.execute(update(Job).where(died).values(state="waiting", server=None))


def delete_inactive_jobs(session: Session, created_before: str) -> None:
    """Delete finished jobs that were created before a time."""
    is_finished = Job.state.not_in(_ACTIVE_STATES)
    session.execute(delete(Job).where(is_finished, Job.created_at < created_before))


def prune_done_jobs_like(session: Session, job_id: int, kept_count: int) -> None:
    """Keep only the newest `done` jobs of this job's kind and scope, so that repeated jobs do not fill the disk."""
    kind, scope = session.execute(select(Job.kind, Job.scope).where(Job.id == job_id)).one()
    is_done = (Job.kind == kind) & (Job.scope == scope) & (Job.state == "done")
    kept_ids = session.scalars(select(Job.id).where(is_done).order_by(Job.id.desc()).limit(kept_count)).all()
    session.execute(delete(Job).where(is_done, Job.id.not_in(kept_ids)))


def store_file_piece(session: Session, job_id: int, file_kind: JobFileKind, piece_index: int, data: bytes) -> None:
    session.execute(insert(JobFilePiece).values(job_id=job_id, file=file_kind, position=piece_index, data=data))


def delete_job_file(session: Session, job_id: int, file_kind: JobFileKind) -> None:
    session.execute(delete(JobFilePiece).where(JobFilePiece.job_id == job_id, JobFilePiece.file == file_kind))


def stream_job_file(session: Session, job_id: int, file_kind: JobFileKind) -> Iterator[bytes]:
    """Yield a file piece by piece. Each is read in its own transaction, so that a slow reader blocks no one."""
    query = select(JobFilePiece.data).where(JobFilePiece.job_id == job_id, JobFilePiece.file == file_kind)
    for position in count():
        data = session.scalar(query.where(JobFilePiece.position == position))
        session.rollback()
        if data is None:
            return
        yield data


def count_output_file_bytes(session: Session, job_id: int) -> int:
    """Return the length of a job's output file in bytes."""
    is_piece = JobFilePiece.job_id == job_id, JobFilePiece.file == "output"
    return session.scalar(select(func.sum(func.length(JobFilePiece.data))).where(*is_piece)) or 0


def split_into_pieces(file: BinaryIO) -> Iterator[bytes]:
    return iter(partial(file.read, FILE_PIECE_BYTES), b"")


def _find_newest_job(session: Session, *conditions: ColumnElement[bool]) -> StoredJob | None:
    return next(iter(list_jobs(session, 1, *conditions)), None)


def _same_run_condition(claimed_job: StoredJob) -> ColumnElement[bool]:
    """Match only the claimed run, not a later run by another server."""
    return (Job.id == claimed_job.id) & (Job.state == "running") & (Job.attempts == claimed_job.attempts)
