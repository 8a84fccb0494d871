"""Games on their way into a club: sent as files, looked at one after the other, with what became of each.

They wait in the database, so that it is no matter whether a connection breaks or which process answers next.
"""

import json
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, delete, func, insert, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from trexscore.db.clubs.models import DAY, TIME
from trexscore.db.models import DIGEST, UUID, Base, Game
from trexscore.db.stored_refusals import StoredRefusal
from trexscore.game.file.names import compared
from trexscore.rules.refusals import Refusal

Outcome = Literal["waiting", "new", "same", "refused"]
LONGEST_SOURCE = 120
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class Bringing(Base):
    """Games that somebody brings in together. `seated`, JSON: whose seat each name is; null until that is settled."""

    __tablename__ = "bringing"
    __table_args__ = (UniqueConstraint("club_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    key: Mapped[str] = mapped_column(String(UUID))
    begun_at: Mapped[str] = mapped_column(String(TIME))
    on_day: Mapped[str] = mapped_column(String(DAY))
    """When the games were played whose files do not say it."""
    seated: Mapped[str | None] = mapped_column(Text)


class BroughtFile(Base):
    """A file that has arrived: sent again, it is there."""

    __tablename__ = "brought_file"

    bringing_id: Mapped[int] = mapped_column(ForeignKey("bringing.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(DIGEST), primary_key=True)


class BroughtGame(Base):
    """A game in such a file. `text` is gone once it has been looked at."""

    __tablename__ = "brought_game"
    __table_args__ = (Index("ix_brought_game_outcome", "bringing_id", "outcome", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    bringing_id: Mapped[int] = mapped_column(ForeignKey("bringing.id", ondelete="CASCADE"))
    source: Mapped[str] = mapped_column(String(LONGEST_SOURCE))
    line: Mapped[int | None]
    on_day: Mapped[str | None] = mapped_column(String(DAY))
    names: Mapped[str] = mapped_column(Text)
    """JSON."""
    text: Mapped[str | None] = mapped_column(Text)
    outcome: Mapped[str] = mapped_column(String(8))
    said: Mapped[str] = mapped_column(Text)
    """JSON: why it was refused (`StoredRefusal`); texts are the sentences of an earlier version."""


class Under(NamedTuple):
    """A bringing. `seated` gives for each name, as it is compared, a member's number, `guest` or `nobody`."""

    id: int
    club_id: int
    key: str
    begun_at: str
    on_day: str
    seated: Mapping[str, int | str] | None


class Waiting(NamedTuple):
    """A game that has not been looked at."""

    id: int
    source: str
    line: int | None
    on_day: str | None
    text: str | None


class Sent(NamedTuple):
    """A game as it stands in a file; without a text where it was refused at once."""

    source: str
    line: int | None
    on_day: str | None
    names: Sequence[str]
    text: str | None
    refusal: Refusal | None = None


class RefusedGame(NamedTuple):
    """A game that was not taken, and why; a text is the sentence of an earlier version."""

    source: str
    line: int | None
    reasons: Sequence[StoredRefusal | str]


def begin(session: Session, club_id: int, key: str, begun_at: str, on_day: str) -> None:
    """Begin to bring games in, unless this key has."""
    if under(session, club_id, key) is None:
        session.execute(insert(Bringing).values(club_id=club_id, key=key, begun_at=begun_at, on_day=on_day))


def under(session: Session, club_id: int, key: str, *, held: bool = False) -> Under | None:
    """What is being brought in under a key; `held`, nobody else goes on with it meanwhile."""
    columns = Bringing.id, Bringing.club_id, Bringing.key, Bringing.begun_at, Bringing.on_day, Bringing.seated
    wanted = select(*columns).where(Bringing.club_id == club_id, Bringing.key == key)
    row = session.execute(wanted.with_for_update() if held else wanted).one_or_none()
    return None if row is None else Under(*row[:5], None if row.seated is None else _decode(row.seated))


def latest(session: Session, club_id: int, most: int) -> list[tuple[str, str]]:
    """The keys of the last few, and when they were begun."""
    wanted = select(Bringing.key, Bringing.begun_at).where(Bringing.club_id == club_id)
    return [(row.key, row.begun_at) for row in session.execute(wanted.order_by(Bringing.id.desc()).limit(most))]


def forget_older(session: Session, club_id: int, time: str) -> None:
    """Of what was begun before a time, no report is kept."""
    session.execute(delete(Bringing).where(Bringing.club_id == club_id, Bringing.begun_at < time))


def hold_all(session: Session, club_id: int) -> None:
    """Nobody goes on meanwhile with what is being brought in."""
    session.execute(select(Bringing.id).where(Bringing.club_id == club_id).order_by(Bringing.id).with_for_update())


def forget_named(session: Session, club_id: int, names: Container[str]) -> None:
    """Drop the games that wait and name one of those, and whose seat such a name was; names as they are compared."""
    for row in session.execute(select(Bringing.id, Bringing.seated).where(Bringing.club_id == club_id)).all():
        if row.seated is not None:
            kept = {name: whose for name, whose in _decode(row.seated).items() if name not in names}
            seat(session, row.id, kept)
        waits = (BroughtGame.bringing_id == row.id) & (BroughtGame.outcome == "waiting")
        for (said,) in session.execute(select(BroughtGame.names).where(waits).distinct()).all():
            if any(compared(name) in names for name in _decode(said)):
                session.execute(delete(BroughtGame).where(waits, BroughtGame.names == said))


def has_file(session: Session, bringing_id: int, digest: str) -> bool:
    """Whether a file has arrived."""
    return session.get(BroughtFile, (bringing_id, digest)) is not None


def add_file(session: Session, bringing_id: int, digest: str, games: Sequence[Sent]) -> None:
    """Keep what is in a file until it is looked at."""
    session.execute(insert(BroughtFile).values(bringing_id=bringing_id, digest=digest))
    rows = [
        {
            "bringing_id": bringing_id,
            "source": game.source,
            "line": game.line,
            "on_day": game.on_day,
            "names": _encode(list(game.names)).decode(),
            "text": game.text,
            "said": _reasons([] if game.refusal is None else [StoredRefusal(game.refusal, None)]),
            "outcome": "waiting" if game.refusal is None else "refused",
        }
        for game in games
    ]
    if rows:
        session.execute(insert(BroughtGame), rows)


def seat(session: Session, bringing_id: int, seated: Mapping[str, int | str] | None) -> None:
    """Settle whose seat each name is, or that it has to be settled anew."""
    values = {"seated": None if seated is None else _encode(dict(seated)).decode()}
    session.execute(update(Bringing).where(Bringing.id == bringing_id).values(values))


def names_in(session: Session, bringing_id: int) -> Counter[str]:
    """The names in games that wait, and in how many of them."""
    ours = (BroughtGame.bringing_id == bringing_id) & (BroughtGame.outcome == "waiting")
    found: Counter[str] = Counter()
    for names, games in session.execute(
        select(BroughtGame.names, func.count()).where(ours).group_by(BroughtGame.names)
    ):
        for name in _decode(names):
            found[name] += games
    return found


def waiting(session: Session, bringing_id: int, most: int) -> list[Waiting]:
    """Some games that have not been looked at, in the order in which they were sent."""
    columns = BroughtGame.id, BroughtGame.source, BroughtGame.line, BroughtGame.on_day, BroughtGame.text
    ours = (BroughtGame.bringing_id == bringing_id) & (BroughtGame.outcome == "waiting")
    return [Waiting(*row) for row in session.execute(select(*columns).where(ours).order_by(BroughtGame.id).limit(most))]


def is_waiting(session: Session, game_id: int) -> bool:
    """Whether nobody has looked at a game meanwhile."""
    return session.scalar(select(BroughtGame.outcome).where(BroughtGame.id == game_id)) == "waiting"


def end(session: Session, game_id: int, outcome: Outcome, reasons: Sequence[StoredRefusal] = ()) -> None:
    """What has become of a game."""
    values = {"outcome": outcome, "said": _reasons(reasons), "names": "[]", "text": None}
    session.execute(update(BroughtGame).where(BroughtGame.id == game_id).values(values))


def _reasons(reasons: Sequence[StoredRefusal]) -> str:
    return json.dumps([one.as_json() for one in reasons])


def outcomes(session: Session, bringing_id: int) -> dict[str, int]:
    """How many games have come to what."""
    counted = select(BroughtGame.outcome, func.count()).where(BroughtGame.bringing_id == bringing_id)
    return {row[0]: row[1] for row in session.execute(counted.group_by(BroughtGame.outcome))}


def refused_games(session: Session, bringing_id: int, most: int) -> list[RefusedGame]:
    """The games that were not taken."""
    columns = BroughtGame.source, BroughtGame.line, BroughtGame.said
    ours = (BroughtGame.bringing_id == bringing_id) & (BroughtGame.outcome == "refused")
    rows = session.execute(select(*columns).where(ours).order_by(BroughtGame.id).limit(most))
    return [
        RefusedGame(
            row.source,
            row.line,
            [one if isinstance(one, str) else StoredRefusal.from_json(one) for one in json.loads(row.said)],
        )
        for row in rows
    ]


def counted_from(session: Session, club_id: int, digest: str) -> bool:
    """Whether the club counts, or has counted, a game that was started with this very file."""
    rows = Base.metadata.tables["club_game"].c
    wanted = select(Game.id).join(Base.metadata.tables["club_game"], rows.game_id == Game.id)
    return session.execute(wanted.where(rows.club_id == club_id, Game.started_digest == digest)).first() is not None
