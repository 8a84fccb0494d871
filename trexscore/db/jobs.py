"""Jobs: long work that runs outside of requests. They wait here, so that any process may run them or show them.

A file that a job reads or makes is kept in pieces, in rows: several servers on one database need no common folder.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    LargeBinary,
    Select,
    String,
    Text,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.orm import Mapped, Session, aliased, mapped_column

from trexscore.db.clubs.models import TIME
from trexscore.db.models import DIGEST, Base
from trexscore.db.raw_sql import read_row

State = Literal["arriving", "waiting", "running", "done", "failed", "lost"]
Lane = Literal["quick", "long"]
Part = Literal["input", "output"]
KEY = 22
PIECE = 256 * 1024
"""Bytes of a file in one row, and in one transaction: nobody waits for the writer's lock longer than that takes."""
_CODE = 24


class Job(Base):
    """Work that somebody has started. `state`: `arriving` while its file is still being written down."""

    __tablename__ = "job"
    __table_args__ = (Index("ix_job_state", "state", "id"), Index("ix_job_owner", "owner", "state"))

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(KEY), unique=True)
    """Names the job in addresses; nobody can guess it."""
    kind: Mapped[str] = mapped_column(String(_CODE))
    lane: Mapped[str] = mapped_column(String(_CODE))
    scope: Mapped[str] = mapped_column(String(64))
    """What it is about: whoever may not see that does not see the job."""
    owner: Mapped[str] = mapped_column(String(DIGEST))
    """Who started it, as a digest: one of their jobs runs at a time."""
    arguments: Mapped[str] = mapped_column(Text)
    """JSON."""
    digest: Mapped[str] = mapped_column(String(DIGEST))
    """Of kind, scope and arguments: the same job started twice is one."""
    state: Mapped[str] = mapped_column(String(_CODE))
    step: Mapped[str] = mapped_column(String(_CODE))
    done: Mapped[int]
    total: Mapped[int]
    attempts: Mapped[int]
    place: Mapped[str | None] = mapped_column(String(DIGEST))
    """Which server runs it."""
    created_at: Mapped[str] = mapped_column(String(TIME))
    beat_at: Mapped[str | None] = mapped_column(String(TIME))
    """When its server last said that it is still being run."""
    ended_at: Mapped[str | None] = mapped_column(String(TIME))
    result: Mapped[str | None] = mapped_column(Text)
    """JSON; of a job that failed, why."""


class JobPiece(Base):
    """A piece of a file that a job reads or has made."""

    __tablename__ = "job_piece"

    job_id: Mapped[int] = mapped_column(ForeignKey("job.id", ondelete="CASCADE"), primary_key=True)
    part: Mapped[str] = mapped_column(String(_CODE), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    data: Mapped[bytes] = mapped_column(LargeBinary)


class NewJob(NamedTuple):
    """What is to be done, for whom, about what."""

    kind: str
    lane: Lane
    scope: str
    owner: str
    arguments: str
    digest: str


class JobAt(NamedTuple):
    """A job as it is now."""

    id: int
    key: str
    kind: str
    scope: str
    state: State
    step: str
    done: int
    total: int
    created_at: str
    arguments: str
    result: str | None


class Claimed(NamedTuple):
    """A job that this server runs now."""

    id: int
    kind: str
    lane: Lane
    attempt: int
    arguments: str


_JOB_AT = tuple(getattr(Job, name) for name in JobAt._fields)
_OPEN = "waiting", "running"


def add(session: Session, new: NewJob, key: str, state: State, at: str) -> int:
    """Write a job down; its number."""
    values = {"state": state, "step": "", "done": 0, "total": 0, "attempts": 0, "created_at": at, "key": key}
    return session.execute(insert(Job).values(**new._asdict(), **values).returning(Job.id)).scalar_one()


def with_key(session: Session, key: str) -> JobAt | None:
    """The job of this key."""
    return _one(session, select(*_JOB_AT).where(Job.key == key))


def like(session: Session, new: NewJob, *, done_since: str | None) -> JobAt | None:
    """The same job of the same owner, if it is not over; or, where a time is given, done since then."""
    wanted = select(*_JOB_AT).where(Job.owner == new.owner, Job.digest == new.digest)
    is_like: ColumnElement[bool] = Job.state.in_(_OPEN)
    if done_since is not None:
        is_like |= (Job.state == "done") & (Job.ended_at > done_since)
    return _one(session, wanted.where(is_like).order_by(Job.id.desc()).limit(1))


def latest(session: Session, kind: str, scope: str) -> JobAt | None:
    """The job of a kind that was last started about something."""
    return _one(session, select(*_JOB_AT).where(Job.kind == kind, Job.scope == scope).order_by(Job.id.desc()).limit(1))


def listed(session: Session, most: int) -> list[JobAt]:
    """The last jobs, newest first."""
    rows = session.execute(select(*_JOB_AT).order_by(Job.id.desc()).limit(most))
    return [JobAt(*row) for row in rows]


def count_waiting(session: Session, owner: str | None = None) -> int:
    """How many jobs wait or run: of everybody, or of one owner."""
    wanted = select(func.count()).select_from(Job).where(Job.state.in_(_OPEN))
    return session.scalar(wanted if owner is None else wanted.where(Job.owner == owner)) or 0


def queue(session: Session, job_id: int) -> None:
    """Let a job wait for a server that runs it."""
    values = {"state": "waiting", "step": "", "done": 0, "total": 0, "place": None, "ended_at": None, "result": None}
    session.execute(update(Job).where(Job.id == job_id).values(values))


def is_any_waiting() -> bool:
    """Asked several times a second."""
    return read_row("SELECT 1 FROM job WHERE state = 'waiting' LIMIT 1") is not None


def claim(session: Session, place: str, lanes: Sequence[Lane], at: str, *, job_id: int | None = None) -> Claimed | None:
    """Take the job that has waited longest, of those whose owner has no other one running; or just this one."""
    columns = Job.id, Job.kind, Job.lane, Job.attempts, Job.arguments
    wanted = select(*columns).where(Job.state == "waiting", Job.lane.in_(lanes))
    if job_id is None:
        running = aliased(Job)
        wanted = wanted.where(Job.owner.not_in(select(running.owner).where(running.state == "running")))
    else:
        wanted = wanted.where(Job.id == job_id)
    row = session.execute(wanted.order_by(Job.id).limit(1).with_for_update(skip_locked=True)).one_or_none()
    if row is None:
        return None
    attempt = row.attempts + 1
    values = {"state": "running", "attempts": attempt, "place": place, "beat_at": at}
    session.execute(update(Job).where(Job.id == row.id).values(values))
    return Claimed(row.id, row.kind, row.lane, attempt, row.arguments)


def beat(session: Session, claimed: Claimed, at: str, progress: tuple[str, int, int] | None) -> None:
    """Say that a job is still being run, and how far it is."""
    values: dict[str, str | int] = {"beat_at": at}
    if progress is not None:
        values |= dict(zip(("step", "done", "total"), progress, strict=True))
    session.execute(update(Job).where(_same(claimed)).values(values))


def end(session: Session, claimed: Claimed, state: State, at: str, result: str | None) -> None:
    """A job is over. Its file is only kept where it can be started again."""
    ended = update(Job).where(_same(claimed)).values(state=state, ended_at=at, result=result)
    if session.execute(ended.returning(Job.id)).one_or_none() is not None and state != "lost":
        drop_file(session, claimed.id, "input")


def give_back(session: Session, claimed: Claimed, attempts: int) -> None:
    """Let a job wait once more, as one that was tried so often."""
    values = {"state": "waiting", "attempts": attempts, "place": None}
    session.execute(update(Job).where(_same(claimed)).values(values))


def recover(session: Session, most: int, at: str, *, place: str | None = None, silent_since: str = "") -> None:
    """Of jobs whose server has died, let those wait again that were not tried too often; the others are lost.

    They are those of a server that starts again at its place, or of which nothing was heard for long.
    """
    died = (Job.state == "running") & (Job.place == place if place is not None else Job.beat_at < silent_since)
    lost = update(Job).where(died, Job.attempts >= most).values(state="lost", ended_at=at, result=None)
    session.execute(lost)
    session.execute(update(Job).where(died).values(state="waiting", place=None))


def forget_older(session: Session, at: str) -> None:
    """Of what was started before a time and is over, nothing is kept."""
    over = Job.state.not_in(_OPEN)
    session.execute(delete(Job).where(over, Job.created_at < at))


def forget_earlier(session: Session, job_id: int, most: int) -> None:
    """Of jobs like this one that are done, keep so many: whoever asks again and again does not fill the disk."""
    kind, scope = session.execute(select(Job.kind, Job.scope).where(Job.id == job_id)).one()
    done = (Job.kind == kind) & (Job.scope == scope) & (Job.state == "done")
    kept = session.scalars(select(Job.id).where(done).order_by(Job.id.desc()).limit(most)).all()
    session.execute(delete(Job).where(done, Job.id.not_in(kept)))


def put_piece(session: Session, job_id: int, part: Part, place: int, data: bytes) -> None:
    """Keep a piece of a file."""
    session.execute(insert(JobPiece).values(job_id=job_id, part=part, place=place, data=data))


def drop_file(session: Session, job_id: int, part: Part) -> None:
    """Forget a file."""
    session.execute(delete(JobPiece).where(JobPiece.job_id == job_id, JobPiece.part == part))


def file_of(session: Session, job_id: int, part: Part) -> Iterator[bytes]:
    """A file, piece by piece, each read by itself: whoever reads slowly holds up nobody."""
    place = 0
    wanted = select(JobPiece.data).where(JobPiece.job_id == job_id, JobPiece.part == part)
    while True:
        data = session.scalar(wanted.where(JobPiece.place == place))
        session.rollback()
        if data is None:
            return
        yield data
        place += 1


def length_of(session: Session, job_id: int, part: Part) -> int:
    """Bytes of a file."""
    ours = JobPiece.job_id == job_id, JobPiece.part == part
    return session.scalar(select(func.sum(func.length(JobPiece.data))).where(*ours)) or 0


def pieces(file: BinaryIO) -> Iterable[bytes]:
    """A file in pieces."""
    while piece := file.read(PIECE):
        yield piece


def _same(claimed: Claimed) -> ColumnElement[bool]:
    """The very run that was claimed: nobody ends or moves one that another server has begun since."""
    return (Job.id == claimed.id) & (Job.state == "running") & (Job.attempts == claimed.attempt)


def _one(session: Session, wanted: Select[*tuple[object, ...]]) -> JobAt | None:
    row = session.execute(wanted).one_or_none()
    return None if row is None else JobAt(*row)  # type: ignore[arg-type]  # the columns of JobAt
