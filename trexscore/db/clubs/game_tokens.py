"""The tokens of games that a club stores for its members. Kept outside of journals, so that no entry can grant them."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, cast

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from trexscore.db.batches import in_batches
from trexscore.db.clubs.clubs import CLUB_ONLY_GAME_TOKEN, GAME_TOKEN, GAME_TOKEN_KINDS
from trexscore.db.clubs.models import OPEN_END, ClubLink
from trexscore.db.game_links import STANDARD_PERMISSIONS, Permission, TokenScope, create_links, new_token
from trexscore.db.models import Game, GameLink

_SCORING_PERMISSIONS: tuple[Permission, ...] = ("own", "write", "referee")


def store_game_token_if_unclaimed(
    session: Session, club_id: int, token: str, *, is_held_only_by_club: bool = False
) -> None:
    """Store a game's token for the club, unless a club has it already. `is_held_only_by_club`: no one else has it."""
    if session.scalar(select(ClubLink.token).where(ClubLink.token == token)) is None:
        mark = CLUB_ONLY_GAME_TOKEN if is_held_only_by_club else GAME_TOKEN
        session.execute(insert(ClubLink).values(token=token, club_id=club_id, permission=mark, expires_at=OPEN_END))


def create_missing_links(session: Session, club_id: int, game_uids: Sequence[str]) -> None:
    """Create links for those of these games that have none, and store the owner links for the club."""
    for batch in in_batches(game_uids):
        has_owner_link = (
            select(GameLink.token).where(GameLink.game_id == Game.id, GameLink.permission == "own").exists()
        )
        games = session.scalars(select(Game.id).where(Game.uid.in_(batch), ~has_owner_link)).all()
        links = [(new_token(), game_id, permission) for game_id in games for permission in STANDARD_PERMISSIONS]
        create_links(session, links)
        insert_game_tokens(
            session, club_id, {token: CLUB_ONLY_GAME_TOKEN for token, _, permission in links if permission == "own"}
        )


def insert_game_tokens(session: Session, club_id: int, kind_by_token: Mapping[str, str]) -> None:
    """Store new tokens for the club, each with its kind (`GAME_TOKEN_KINDS`)."""
    rows = [
        {"token": token, "club_id": club_id, "permission": mark, "expires_at": OPEN_END}
        for token, mark in kind_by_token.items()
    ]
    if rows:
        session.connection().execute(insert(ClubLink), rows)


def count_games_held_only_by_club(session: Session, club_id: int) -> int:
    """Count the games of which only the club has the owner link."""
    conditions = (
        ClubLink.club_id == club_id,
        ClubLink.permission == CLUB_ONLY_GAME_TOKEN,
        ClubLink.token == GameLink.token,
    )
    return session.execute(select(func.count(GameLink.game_id.distinct())).where(*conditions)).scalar_one()


def read_link_tokens_by_game_id(
    session: Session, club_id: int, game_ids: Collection[int], permission: Permission
) -> dict[int, str]:
    """Map game ids to their links with a permission, for games of which the club has an owner or scorer link."""
    is_stored = (ClubLink.token == GameLink.token) & ClubLink.permission.in_(GAME_TOKEN_KINDS)
    query = select(GameLink.game_id, GameLink.permission, GameLink.seat, GameLink.token, ClubLink.club_id).outerjoin(
        ClubLink, is_stored
    )
    rows = session.execute(query.where(GameLink.game_id.in_(game_ids))).all()
    club_games = {row.game_id for row in rows if row.club_id == club_id and row.permission in {"own", "write"}}
    links = (row for row in rows if row.permission == permission and row.seat is None)
    return {row.game_id: row.token for row in links if row.game_id in club_games}


class ClubGameToken(NamedTuple):
    """A game token of a club and its scope; `is_held_only_by_club`: only the club has the owner link."""

    token: str
    scope: TokenScope
    is_held_only_by_club: bool


def find_club_game_token(session: Session, club_id: int, game_uid: str) -> ClubGameToken | None:
    """Return the club's token for a game, the owner link if possible."""
    link_columns = GameLink.token, GameLink.game_id, GameLink.permission, GameLink.seat
    game_columns = Game.last_seq, Game.in_club, Game.last_digest
    rows = session.execute(
        select(*link_columns, *game_columns, ClubLink.permission, ClubLink.club_id)
        .join(ClubLink, (ClubLink.token == GameLink.token) & ClubLink.permission.in_(GAME_TOKEN_KINDS))
        .join(Game, Game.id == GameLink.game_id)
        .where(Game.uid == game_uid)  # without the club: SQLite would search all links of the club
    )
    tokens = {
        permission: ClubGameToken(
            token,
            TokenScope(game_id, cast("Permission", permission), seat, seq, in_club, head),
            mark == CLUB_ONLY_GAME_TOKEN,
        )
        for token, game_id, permission, seat, seq, in_club, head, mark, keeper_id in rows
        if keeper_id == club_id
    }
    return tokens.get("own") or tokens.get("write")


def replace_scoring_links(session: Session, club_id: int, game_ids: Collection[int] | None = None) -> None:
    """Replace owner, scorer and referee links of the club's games (or only these) whose owner link it has.

    The owner link is replaced only if only the club has it. Old links stop working; the club stores the new ones.
    Seat links and view-only links stay.
    """
    query = (
        select(GameLink.game_id, ClubLink.permission)
        .join(ClubLink, ClubLink.token == GameLink.token)
        .where(ClubLink.club_id == club_id, ClubLink.permission.in_(GAME_TOKEN_KINDS), GameLink.permission == "own")
    )
    marks = {game_id: mark for game_id, mark in session.execute(query) if game_ids is None or game_id in game_ids}
    for batch in in_batches(sorted(marks)):
        links = select(GameLink.token, GameLink.permission, GameLink.game_id).where(
            GameLink.game_id.in_(batch), GameLink.permission.in_(_SCORING_PERMISSIONS)
        )
        old_tokens = [
            token
            for token, permission, game_id in session.execute(links.order_by(GameLink.game_id, GameLink.permission))
            if permission != "own" or marks[game_id] == CLUB_ONLY_GAME_TOKEN
        ]
        reissue_tokens(session, old_tokens)


def replace_renewed_token(session: Session, old_token: str, renewed_token: str) -> None:
    """After the owner renewed a link: a club that started the game gets the new link, others lose theirs."""
    is_held_only_there = ClubLink.token == old_token, ClubLink.permission == CLUB_ONLY_GAME_TOKEN
    session.execute(update(ClubLink).where(*is_held_only_there).values(token=renewed_token))
    session.execute(delete(ClubLink).where(ClubLink.token == old_token, ClubLink.permission == GAME_TOKEN))


def reissue_tokens(session: Session, tokens: Sequence[str]) -> None:
    """Replace tokens by new ones, including those that clubs keep."""
    old_and_new_tokens = [{"old": token, "new": new_token()} for token in tokens]
    for table in (GameLink, ClubLink):
        replace_token = update(table).where(table.token == bindparam("old")).values(token=bindparam("new"))
        if old_and_new_tokens:
            session.connection().execute(replace_token, old_and_new_tokens)
