"""Starting a game, from nothing or from a game file with deals in it."""

import hashlib
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple

import rfc8785
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trexscore.commands.clock import now
from trexscore.db import game_states as boards
from trexscore.db.journals import GAMES, writing
from trexscore.db.models import Game, db
from trexscore.db.tokens import Permission, links_of, make_links, sync_referee_token
from trexscore.game.builder import fold
from trexscore.game.events import event_type_of
from trexscore.game.file import FORMAT
from trexscore.game.file.game import GameFile, read_game
from trexscore.game.state import state_of
from trexscore.ledger.canonical import canonical
from trexscore.ledger.chain import MOST_ENTRIES, Body, EntryDraft, FoldEntry
from trexscore.rules.presets import STANDARD
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS

MOST_DEALS = MOST_ENTRIES // 2
"""Of a file with which a game is started."""


class Started(NamedTuple):
    """A game that has begun: its links, and whether this very request began it."""

    game_id: int
    links: dict[Permission, str]
    new: bool


class NotStarted(NamedTuple):
    """The file is not a faultless game."""

    file: GameFile
    refusals: tuple[Refusal, ...]


class KeyReused(NamedTuple):
    """The key started another game before."""


def start_game(file: Any, key: str | None = None, device: str | None = None) -> Started | NotStarted | KeyReused:  # noqa: ANN401 - any JSON
    """Start a game from a game file's value: its key is looked at, then the file. Its links are the owner's.

    The same key and file again give the same game.
    """
    digest = file_digest(file)
    if key is not None:
        known = _known(db.session(), key, digest)
        if known is not None:
            return known
    game = read_game(file)
    refusals = _refusals(game)
    if refusals or digest is None:
        return NotStarted(game, refusals)
    key = key or str(uuid.uuid4())
    try:
        with writing() as session:
            return _known(session, key, digest) or _start(session, game, file, key, digest, device=device)
    except IntegrityError:
        with writing() as session:  # somebody else used the key between our look and our write
            known = _known(session, key, digest)
            if known is None:
                raise
            return known


def start_within(
    session: Session, file: Body, key: str, terms: Body | None = None, device: str | None = None
) -> Started | NotStarted:
    """Start a game inside a transaction, under a key that nothing was started with; with terms, where it has any."""
    game, digest = read_game(file), file_digest(file)
    refusals = _refusals(game)
    if refusals or digest is None:
        return NotStarted(game, refusals)
    return _start(session, game, file, key, digest, terms, device)


def _refusals(game: GameFile) -> tuple[Refusal, ...]:
    """Why a game cannot be started with a file: its journal has to have room for all that the file tells, and more."""
    refusals = game.play().refusals
    if not refusals and len(game.entries) > MOST_DEALS:
        return (refuse("too_many_entries", "game.deals", most=MOST_DEALS),)
    return refusals


def file_digest(file: object) -> str | None:
    """What tells one file from another; None where a number is too large for any game."""
    try:
        return hashlib.sha256(canonical(file)).hexdigest()
    except rfc8785.CanonicalizationError:
        return None


def _known(session: Session, key: str, digest: str | None) -> Started | KeyReused | None:
    columns = Game.id, Game.started_digest
    row = session.execute(select(*columns).where(Game.started_key == key)).one_or_none()
    if row is None:
        return None
    return Started(row.id, links_of(session, row.id), new=False) if row.started_digest == digest else KeyReused()


def _start(  # noqa: PLR0913, PLR0917 - what a game begins with
    session: Session,
    game: GameFile,
    file: Body,
    key: str,
    digest: str,
    terms: Body | None = None,
    device: str | None = None,
) -> Started:
    said = list(_said(game, file, uuid.UUID(key)))
    if terms is not None:
        said.append(EntryDraft(str(uuid.uuid5(uuid.UUID(key), "terms")), "terms", None, None, {"terms": terms}))
    by: Body = {"right": "own", "device": device} if device else {"right": "own"}
    said = [one._replace(by=by) for one in said]
    begun = GAMES.begin(session, started_key=key, started_digest=digest, uid=said[0].key)
    end = GAMES.append(session, begun, said, now())
    record = fold(FoldEntry(seq, one.kind, one.body, one.by, one.key) for seq, one in enumerate(said, 1))
    boards.insert_state(session, end.id, state_of(record, record.play(), end.seq))
    links = make_links(session, end.id)
    sync_referee_token(session, end.id, wanted=record.policy.referee)
    return Started(end.id, links, new=True)


def _said(game: GameFile, file: dict[str, Any], key: uuid.UUID) -> Iterator[EntryDraft]:
    """The start, the four names in entries of their own, and the deals, one entry each.

    Every reader sees the entries' keys. That of the start gets whoever knows it the game's links, so it stands in none:
    theirs follow from it, and it does not follow from them.
    """
    started = {"format": FORMAT, "house_rules": file.get("house_rules", {"preset": STANDARD.name})}
    if game.first_king is not None:
        started["first_king"] = game.first_king.name
    bodies: list[tuple[str, dict[str, Any]]] = [("started", started)]
    bodies += [("named", {"seat": seat.name, "name": game.players[seat]}) for seat in SEATS]
    bodies += [(event_type_of(body).wire, body) for body in file["deals"]]
    for seq, (kind, body) in enumerate(bodies, 1):
        yield EntryDraft(str(uuid.uuid5(key, str(seq))), kind, None, None, body)
