"""Deletion of clubs, and data that remains."""

import uuid

from sqlalchemy import text

from tests.support.clubs.club import SiteClub, game_id
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.clubs.delete_club import delete_club
from trexscore.commands.verify_games import verify_games
from trexscore.db.clubs.clubs import read_account_ids_by_member
from trexscore.db.clubs.game_tokens import store_game_token_if_unclaimed
from trexscore.db.game_links import create_standard_links, read_tokens_by_permission
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction


def delete_club_as(club: SiteClub, by: int = OWNER_MEMBER_NUMBER, *, removes_owner_name: bool = False) -> None:
    """Delete the club with the account of this member."""
    delete_club(
        club.id,
        read_account_ids_by_member(db.session(), club.id)[by],
        str(uuid.uuid4()),
        removes_owner_name=removes_owner_name,
    )


def store_link(club: SiteClub, uid: str, *, exclusive: bool) -> str:
    """Store the owner's link of a game in the club."""
    number = game_id(uid)
    with write_transaction() as session:
        token = read_tokens_by_permission(session, number).get("own") or create_standard_links(session, number)["own"]
        store_game_token_if_unclaimed(session, club.id, token, is_held_only_by_club=exclusive)
    return token


def escrowed_links() -> list[str]:
    db.session.rollback()
    return list(db.session.scalars(text("SELECT token FROM game_link WHERE permission = 'left'")))


def all_games(club: SiteClub) -> list[str]:
    bodies = [entry.body for entry in CLUBS.read_entries(db.session(), club.id) if entry.kind == "game"]
    return list(dict.fromkeys(body["game"]["uid"] for body in bodies if body is not None))


def invalid_games() -> list[object]:
    db.session.rollback()
    return [breaks for _game, breaks in verify_games() if breaks]
