"""The links of games that a club keeps: a right, so that no word in a journal can give it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, cast

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.clubs import KEEPS, KEEPS_ALONE, OF_GAMES
from trexscore.db.clubs.models import OPEN_END, ClubLink
from trexscore.db.models import Game, Link
from trexscore.db.tokens import PERMISSIONS, Permission, Scope, give_many, new_token

_AT_ONCE = 500
_REPLACED: tuple[Permission, ...] = ("own", "write", "referee")


def store_tokens(session: Session, club_id: int, token: str, *, alone: bool = False) -> None:
    """From now on the club holds this link of a game, if no club does yet. `alone`: nobody else was given it."""
    if session.scalar(select(ClubLink.token).where(ClubLink.token == token)) is None:
        may = KEEPS_ALONE if alone else KEEPS
        session.execute(insert(ClubLink).values(token=token, club_id=club_id, may=may, until=OPEN_END))


def open_games(session: Session, club_id: int, uids: Sequence[str]) -> None:
    """The club gets the links of those of these games that have none yet, so that it can go on writing in them."""
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        has_owner = select(Link.token).where(Link.game_id == Game.id, Link.may == "own").exists()
        games = session.scalars(select(Game.id).where(Game.uid.in_(some), ~has_owner)).all()
        links = [(new_token(), game_id, may) for game_id in games for may in PERMISSIONS]
        give_many(session, links)
        store_new_tokens(session, club_id, {token: KEEPS_ALONE for token, _, may in links if may == "own"})


def store_new_tokens(session: Session, club_id: int, links: Mapping[str, str]) -> None:
    """From now on the club holds these links, just made, each as is said of it."""
    rows = [{"token": token, "club_id": club_id, "may": how, "until": OPEN_END} for token, how in links.items()]
    if rows:
        session.connection().execute(insert(ClubLink), rows)


def count_exclusive(session: Session, club_id: int) -> int:
    """Of how many games nobody but the club was given the owner's link."""
    kept = ClubLink.club_id == club_id, ClubLink.may == KEEPS_ALONE, ClubLink.token == Link.token
    return session.execute(select(func.count(Link.game_id.distinct())).where(*kept)).scalar_one()


def scorer_links(session: Session, club_id: int, game_ids: Collection[int]) -> dict[int, str]:
    """The scorer links of those of these games of which the club holds a link that may record."""
    kept = (
        select(Link.game_id)
        .join(ClubLink, (ClubLink.token == Link.token) & ClubLink.may.in_(OF_GAMES))
        .where(ClubLink.club_id == club_id, Link.may.in_(("own", "write")))
    )
    rows = session.execute(
        select(Link.game_id, Link.token).where(
            Link.game_id.in_(game_ids), Link.game_id.in_(kept), Link.may == "write", Link.seat.is_(None)
        )
    )
    return {row.game_id: row.token for row in rows}


class Kept(NamedTuple):
    """A link that a club holds of a game, and what it gives; `alone`: nobody but the club was given the owner's."""

    token: str
    scope: Scope
    alone: bool


def tokens_of(session: Session, club_id: int, uid: str) -> Kept | None:
    """The link that the club holds of a game; that which may most where there are several."""
    rows = session.execute(
        select(
            *(Link.token, Link.game_id, Link.may, Link.seat, Game.last_seq, Game.in_club, Game.last_digest),
            *(ClubLink.may, ClubLink.club_id),
        )
        .join(ClubLink, (ClubLink.token == Link.token) & ClubLink.may.in_(OF_GAMES))
        .join(Game, Game.id == Link.game_id)
        .where(Game.uid == uid)  # and not the club: SQLite would look through all links of the club
    )
    found = {
        may: Kept(token, Scope(game_id, cast("Permission", may), seat, seq, in_club, head), how == KEEPS_ALONE)
        for token, game_id, may, seat, seq, in_club, head, how, keeper in rows
        if keeper == club_id
    }
    return found.get("own") or found.get("write")


def reading_links(session: Session, club_id: int, game_ids: Collection[int]) -> dict[int, str]:
    """The reading links of those of these games of which the club holds a link that may record."""
    keeps = (ClubLink.token == Link.token) & ClubLink.may.in_(OF_GAMES)
    wanted = select(Link.game_id, Link.may, Link.seat, Link.token, ClubLink.club_id).outerjoin(ClubLink, keeps)
    rows = session.execute(wanted.where(Link.game_id.in_(game_ids))).all()
    kept = {row.game_id for row in rows if row.club_id == club_id and row.may in {"own", "write"}}
    return {row.game_id: row.token for row in rows if row.game_id in kept and row.may == "read" and row.seat is None}


def replace_tokens(session: Session, club_id: int, game_ids: Collection[int] | None = None) -> None:
    """Replace the links that open these games, or all, of those of which the club holds the owner's.

    The owner's own is replaced where the club alone has it. The club holds the new one; whoever knows an old one is a
    stranger from now on. Links of seats and links that only read stay.
    """
    held = (
        select(Link.game_id, ClubLink.may)
        .join(ClubLink, ClubLink.token == Link.token)
        .where(ClubLink.club_id == club_id, ClubLink.may.in_(OF_GAMES), Link.may == "own")
    )
    how = {game_id: kept for game_id, kept in session.execute(held) if game_ids is None or game_id in game_ids}
    ordered = sorted(how)
    for start in range(0, len(ordered), _AT_ONCE):
        some = ordered[start : start + _AT_ONCE]
        links = select(Link.token, Link.may, Link.game_id).where(Link.game_id.in_(some), Link.may.in_(_REPLACED))
        old = [
            token
            for token, may, game_id in session.execute(links.order_by(Link.game_id, Link.may))
            if may != "own" or how[game_id] == KEEPS_ALONE
        ]
        replace(session, old)


def follow_renewed(session: Session, old: str, new: str) -> None:
    """The owner has renewed a link: a club that started the game keeps the new one, one that was given it none."""
    alone = ClubLink.token == old, ClubLink.may == KEEPS_ALONE
    session.execute(update(ClubLink).where(*alone).values(token=new))
    session.execute(delete(ClubLink).where(ClubLink.token == old, ClubLink.may == KEEPS))


def replace(session: Session, tokens: Sequence[str]) -> dict[str, str]:
    """New tokens for links, also where a club holds them: the new by the old."""
    new = {token: new_token() for token in tokens}
    for table in (Link, ClubLink):
        renamed = update(table).where(table.token == bindparam("old")).values(token=bindparam("new"))
        if new:
            session.connection().execute(renamed, [{"old": token, "new": new[token]} for token in tokens])
    return new
