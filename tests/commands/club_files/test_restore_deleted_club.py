"""The file of a deleted club restores the club, and returns its game links to the account that deleted it."""

import pytest

from tests.support.clubs.club import (
    add_game_entry,
    all_clubs_are_valid,
    four_members,
    game_id,
    new_account,
    new_club,
    play_game,
)
from tests.support.clubs.deletion import all_games, delete_club_as, escrowed_links, store_link
from tests.support.clubs.files import eventful_club, export_club, import_file
from tests.support.databases import both_databases
from tests.support.tables import ADJUSTMENT
from trexscore.commands.accounts import delete_account
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.games.links import renew_link
from trexscore.db.clubs.clubs import read_account_ids_by_member
from trexscore.db.clubs.game_tokens import count_games_held_only_by_club, find_club_game_token
from trexscore.db.game_links import read_token_scope, read_tokens_by_permission
from trexscore.db.models import db


@both_databases
@pytest.mark.usefixtures("app_context")
def test_file_restores_deleted_club_and_its_links() -> None:
    owner = new_account()
    club = eventful_club(owner)
    season, games = min(club.record.seasons), all_games(club)
    for uid, exclusive in zip(games, (True, False), strict=False):
        store_link(club, uid, exclusive=exclusive)
    file, standings = export_club(club), club.tally_by_player(season)
    permissions = {
        uid: (link := find_club_game_token(db.session(), club.id, uid)) and link[1].permission for uid in games
    }
    assert [*permissions.values()] == ["own", "own", None]
    for _ in range(2):
        delete_club_as(club)
        assert import_file(file, owner).club_comparison == "new"
        assert (export_club(club), club.tally_by_player(season), read_account_ids_by_member(db.session(), club.id)) == (
            file,
            standings,
            {OWNER_MEMBER_NUMBER: owner},
        )
        restored_permissions = {
            uid: (link := find_club_game_token(db.session(), club.id, uid)) and link[1].permission for uid in games
        }
        assert restored_permissions == permissions
        assert count_games_held_only_by_club(db.session(), club.id) == 1
        assert all_clubs_are_valid()
    add_game_entry(games[0], ADJUSTMENT)
    assert all_clubs_are_valid()


@pytest.mark.usefixtures("app_context")
def test_file_returns_links_only_to_deleting_account() -> None:
    """The file contains no links: another importer gets the club, but no links of its games."""
    owner, other_account = new_account(), new_account("Dana")
    club, game = new_club(owner), play_game(1)
    store_link(club, game, exclusive=True)
    club.count_game(game, four_members(club))
    file, number = export_club(club), game_id(game)
    tokens = read_tokens_by_permission(db.session(), number)
    delete_club_as(club)
    (escrowed_link,) = escrowed_links()
    assert (read_tokens_by_permission(db.session(), number), read_token_scope(escrowed_link)) == (tokens, None)
    import_file(file, other_account)
    assert (find_club_game_token(db.session(), club.id, game), escrowed_links()) == (None, [escrowed_link])
    delete_club_as(club)
    import_file(file, owner)
    link = find_club_game_token(db.session(), club.id, game)
    assert link is not None
    assert (link[1].permission, link[0] != escrowed_link, escrowed_links()) == ("own", True, [])


@pytest.mark.usefixtures("app_context")
def test_escrowed_links_end_with_account_or_replaced_link() -> None:
    owners = [new_account(), new_account(), new_account()]
    for owner in owners:
        club, game = new_club(owner), play_game(1)
        store_link(club, game, exclusive=False)
        club.count_game(game, four_members(club))
        delete_club_as(club)
    assert len(escrowed_links()) == len(owners)
    delete_account(owners[0])
    assert len(escrowed_links()) == len(owners) - 1
    renew_link(game_id(game), "own")
    assert len(escrowed_links()) == 1
