"""The file of a dissolved club brings the same club back, and to whoever dissolved it what it could write in."""

import pytest

from tests.support.clubs.club import account, enter, found, four, game_id, holds, played
from tests.support.clubs.dissolving import all_games, dissolve, kept, left_links
from tests.support.clubs.files import bring, exported, lively
from tests.support.databases import both_databases
from tests.support.tables import MOVED
from trexscore.commands.accounts import delete_account
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.games.links import renew_link
from trexscore.db.clubs.clubs import read_member_accounts
from trexscore.db.clubs.game_tokens import count_exclusive, find_club_game_token
from trexscore.db.models import db
from trexscore.db.tokens import read_scope, read_unseated_tokens


@both_databases
@pytest.mark.usefixtures("inside")
def test_its_file_brings_the_same_club_back_with_the_games_that_it_can_write_in() -> None:
    owner = account()
    club = lively(owner)
    season, games = min(club.record.seasons), all_games(club)
    for uid, alone in zip(games, (True, False), strict=False):
        kept(club, uid, alone=alone)
    file, table = exported(club), club.table(season)
    opened = {uid: (one := find_club_game_token(db.session(), club.id, uid)) and one[1].permission for uid in games}
    assert [*opened.values()] == ["own", "own", None]
    for _ in range(2):
        dissolve(club)
        assert bring(file, owner).previous_state == "new"
        assert (exported(club), club.table(season), read_member_accounts(db.session(), club.id)) == (
            file,
            table,
            {OWNER: owner},
        )
        again = {uid: (one := find_club_game_token(db.session(), club.id, uid)) and one[1].permission for uid in games}
        assert again == opened
        assert count_exclusive(db.session(), club.id) == 1
        assert holds()
    enter(games[0], MOVED)
    assert holds()


@pytest.mark.usefixtures("inside")
def test_what_it_could_write_in_comes_back_with_nobody_but_whoever_dissolved_it() -> None:
    """The file is no right: somebody else who takes it in has the club, and opens its games as anybody does."""
    owner, somebody_else = account(), account("Dana")
    club, game = found(owner), played(1)
    kept(club, game, alone=True)
    club.count(game, four(club))
    file, number = exported(club), game_id(game)
    shown = read_unseated_tokens(db.session(), number)
    dissolve(club)
    (left,) = left_links()
    assert (read_unseated_tokens(db.session(), number), read_scope(left)) == (shown, None)
    bring(file, somebody_else)
    assert (find_club_game_token(db.session(), club.id, game), left_links()) == (None, [left])
    dissolve(club)
    bring(file, owner)
    again = find_club_game_token(db.session(), club.id, game)
    assert again is not None
    assert (again[1].permission, again[0] != left, left_links()) == ("own", True, [])


@pytest.mark.usefixtures("inside")
def test_what_waits_for_somebody_goes_with_their_account_and_with_a_renewed_link() -> None:
    owners = [account(), account(), account()]
    for owner in owners:
        club, game = found(owner), played(1)
        kept(club, game, alone=False)
        club.count(game, four(club))
        dissolve(club)
    assert len(left_links()) == len(owners)
    delete_account(owners[0])
    assert len(left_links()) == len(owners) - 1
    renew_link(game_id(game), "own")
    assert len(left_links()) == 1
