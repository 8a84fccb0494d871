"""Bulk imports of games into a club: files arrive, and their games are checked one by one.

All of it is in the database, so that a lost connection or a change of process does no harm.
"""

import json
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Literal, NamedTuple

from sqlalchemy import ForeignKey, Index, Row, String, Text, UniqueConstraint, delete, func, insert, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from trexscore.db.clubs.models import DAY_LENGTH, TIME_LENGTH, ClubGame
from trexscore.db.models import DIGEST_LENGTH, UUID_LENGTH, Base, Game
from trexscore.db.stored_json import decode_json, encode_json
from trexscore.db.stored_refusals import StoredRefusal
from trexscore.game.file.names import name_key
from trexscore.rules.refusals import Refusal

ImportedGameOutcome = Literal["waiting", "new", "same", "refused"]
MAX_FILE_NAME_LENGTH = 120


class GamesImport(Base):
    """An import of several games. `players_by_name`, JSON: which member each name is; null until that is decided."""

    __tablename__ = "game_import"
    __table_args__ = (UniqueConstraint("club_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    key: Mapped[str] = mapped_column(String(UUID_LENGTH))
    started_at: Mapped[str] = mapped_column(String(TIME_LENGTH))
    played_on: Mapped[str] = mapped_column(String(DAY_LENGTH))
    """Day of the games whose files name none."""
    players_by_name: Mapped[str | None] = mapped_column(Text)


class ImportFile(Base):
    """A file that has arrived, so that a retry does not add it twice."""

    __tablename__ = "import_file"

    import_id: Mapped[int] = mapped_column(ForeignKey("game_import.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH), primary_key=True)


class ImportedGame(Base):
    """A game in an imported file. `text` is deleted once the game has been checked."""

    __tablename__ = "imported_game"
    __table_args__ = (Index("ix_imported_game_outcome", "import_id", "outcome", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    import_id: Mapped[int] = mapped_column(ForeignKey("game_import.id", ondelete="CASCADE"))
    file_name: Mapped[str] = mapped_column("source", String(MAX_FILE_NAME_LENGTH))
    line: Mapped[int | None]
    played_on: Mapped[str | None] = mapped_column(String(DAY_LENGTH))
    names: Mapped[str] = mapped_column(Text)
    """JSON."""
    text: Mapped[str | None] = mapped_column(Text)
    outcome: Mapped[str] = mapped_column(String(8))
    refusals: Mapped[str] = mapped_column(Text)
    """JSON: the reasons of a refusal (`StoredRefusal`); plain texts are from an earlier version."""


class StoredImport(NamedTuple):
    """An import. `players_by_name` maps normalised names to a member's number, `guest` or `nobody`."""

    id: int
    club_id: int
    key: str
    started_at: str
    played_on: str
    players_by_name: Mapping[str, int | str] | None


_IMPORT_COLUMNS = tuple(getattr(GamesImport, name) for name in StoredImport._fields)


class WaitingGame(NamedTuple):
    """A game that has not been checked yet."""

    id: int
    file_name: str
    line: int | None
    played_on: str | None
    text: str | None


class ImportFileGame(NamedTuple):
    """A game as it is in a file; without text if it was refused on arrival."""

    file_name: str
    line_number: int | None
    played_on: str | None
    names: Sequence[str]
    text: str | None
    refusal: Refusal | None = None


class RefusedGame(NamedTuple):
    """A refused game with the reasons; a text is a sentence of an earlier version."""

    file_name: str
    line_number: int | None
    refusals: Sequence[StoredRefusal | str]


def find_import(session: Session, club_id: int, import_key: str, *, lock: bool = False) -> StoredImport | None:
    """Return the import with this key; `lock` locks it."""
    query = select(*_IMPORT_COLUMNS).where(GamesImport.club_id == club_id, GamesImport.key == import_key)
    row = session.execute(query.with_for_update() if lock else query).one_or_none()
    return None if row is None else _decode_import(row)


def list_latest_imports(session: Session, club_id: int, limit: int) -> list[StoredImport]:
    """Return the latest imports, latest first."""
    query = select(*_IMPORT_COLUMNS).where(GamesImport.club_id == club_id)
    return list(map(_decode_import, session.execute(query.order_by(GamesImport.id.desc()).limit(limit))))


def _decode_import(row: Row[*tuple[object, ...]]) -> StoredImport:
    players_by_name = None if row.players_by_name is None else decode_json(row.players_by_name)
    return StoredImport._make((*row[:-1], players_by_name))


def lock_imports(session: Session, club_id: int) -> None:
    session.execute(
        select(GamesImport.id).where(GamesImport.club_id == club_id).order_by(GamesImport.id).with_for_update()
    )


def delete_waiting_games_naming(session: Session, club_id: int, name_keys: Container[str]) -> None:
    """Delete the waiting games that contain one of these normalised names, and the decisions about the names."""
    for row in session.execute(
        select(GamesImport.id, GamesImport.players_by_name).where(GamesImport.club_id == club_id)
    ).all():
        if row.players_by_name is not None:
            store_players_by_name(
                session,
                row.id,
                {name: player for name, player in decode_json(row.players_by_name).items() if name not in name_keys},
            )
        is_waiting_here = (ImportedGame.import_id == row.id) & (ImportedGame.outcome == "waiting")
        for (stored_names,) in session.execute(select(ImportedGame.names).where(is_waiting_here).distinct()).all():
            if any(name_key(name) in name_keys for name in decode_json(stored_names)):
                session.execute(delete(ImportedGame).where(is_waiting_here, ImportedGame.names == stored_names))


def store_import_file(session: Session, import_id: int, file_digest: str, games: Sequence[ImportFileGame]) -> None:
    """Store the games of a file until they are checked."""
    session.execute(insert(ImportFile).values(import_id=import_id, digest=file_digest))
    rows = [
        {
            "import_id": import_id,
            "file_name": game.file_name,
            "line": game.line_number,
            "played_on": game.played_on,
            "names": encode_json(list(game.names)),
            "text": game.text,
            "refusals": _encode_refusals([] if game.refusal is None else [StoredRefusal(game.refusal, None)]),
            "outcome": "waiting" if game.refusal is None else "refused",
        }
        for game in games
    ]
    if rows:
        session.execute(insert(ImportedGame), rows)


def store_players_by_name(session: Session, import_id: int, players_by_name: Mapping[str, int | str] | None) -> None:
    """Store which member each name is; None if that must be decided again."""
    column_values = {"players_by_name": None if players_by_name is None else encode_json(dict(players_by_name))}
    session.execute(update(GamesImport).where(GamesImport.id == import_id).values(column_values))


def count_waiting_games_by_name(session: Session, import_id: int) -> Counter[str]:
    """Count in how many waiting games each name occurs."""
    is_ours = (ImportedGame.import_id == import_id) & (ImportedGame.outcome == "waiting")
    counts: Counter[str] = Counter()
    for names, games in session.execute(
        select(ImportedGame.names, func.count()).where(is_ours).group_by(ImportedGame.names)
    ):
        for name in decode_json(names):
            counts[name] += games
    return counts


def list_waiting_games(session: Session, import_id: int, limit: int) -> list[WaitingGame]:
    """Return games that have not been checked yet, in the order of arrival."""
    columns = tuple(getattr(ImportedGame, name) for name in WaitingGame._fields)
    is_ours = (ImportedGame.import_id == import_id) & (ImportedGame.outcome == "waiting")
    rows = session.execute(select(*columns).where(is_ours).order_by(ImportedGame.id).limit(limit))
    return [WaitingGame(*row) for row in rows]


def is_game_waiting(session: Session, imported_game_id: int) -> bool:
    return session.scalar(select(ImportedGame.outcome).where(ImportedGame.id == imported_game_id)) == "waiting"


def store_imported_game_outcome(
    session: Session, imported_game_id: int, outcome: ImportedGameOutcome, refusals: Sequence[StoredRefusal] = ()
) -> None:
    """Store the outcome of a checked game, and delete its text and names."""
    column_values = {"outcome": outcome, "refusals": _encode_refusals(refusals), "names": "[]", "text": None}
    session.execute(update(ImportedGame).where(ImportedGame.id == imported_game_id).values(column_values))


def _encode_refusals(refusals: Sequence[StoredRefusal]) -> str:
    return json.dumps([refusal.as_json() for refusal in refusals])


def count_games_by_outcome(session: Session, import_id: int) -> dict[str, int]:
    query = select(ImportedGame.outcome, func.count()).where(ImportedGame.import_id == import_id)
    return {row[0]: row[1] for row in session.execute(query.group_by(ImportedGame.outcome))}


def list_refused_games(session: Session, import_id: int, limit: int) -> list[RefusedGame]:
    """Return the first refused games, in the order of arrival."""
    columns = ImportedGame.file_name, ImportedGame.line, ImportedGame.refusals
    is_ours = (ImportedGame.import_id == import_id) & (ImportedGame.outcome == "refused")
    rows = session.execute(select(*columns).where(is_ours).order_by(ImportedGame.id).limit(limit))
    return [
        RefusedGame(
            row.file_name,
            row.line,
            [
                reason if isinstance(reason, str) else StoredRefusal.from_json(reason)
                for reason in json.loads(row.refusals)
            ],
        )
        for row in rows
    ]


def has_ever_counted_game_from_file(session: Session, club_id: int, file_digest: str) -> bool:
    """Return whether the club counts, or did so earlier, a game that was started from this file."""
    is_game = ClubGame.club_id == club_id, Game.started_digest == file_digest
    query = select(Game.id).join(ClubGame, ClubGame.game_id == Game.id).where(*is_game)
    return session.execute(query).first() is not None
