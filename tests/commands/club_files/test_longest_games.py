"""Whatever a table can write, the club that counts its game can be taken in with it."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.support.clubs.club import ClubHere, account, found, four, game_id, tell, uid_of_file
from tests.support.clubs.files import bring, exported, last_of
from tests.support.sites import site_in
from tests.support.tables import MOVED, NAMES, Json
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.games.start_game import MOST_DEALS
from trexscore.commands.recording import Command, Recorded
from trexscore.db.journals import GAMES, write_transaction
from trexscore.ledger.chain import LONG_BODY_BYTES, MAX_ENTRIES, EntryDraft
from trexscore.ledger.verdict import Refused

OF_FOUR_BYTES = "🂱"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path / "elsewhere") as site:
        yield site


def fill(game: str, body: Json, times: int) -> None:
    """As if a table had written it so often, each time with all the rest folded."""
    kind = "adjustment" if "adjustment" in body else "set_aside"
    with write_transaction() as session:
        said = [EntryDraft(str(uuid.uuid4()), kind, None, None, body) for _ in range(times)]
        GAMES.append(session, GAMES.lock(session, game_id(game)), said, "2026-01-01T18:00:00.000Z")


def test_the_longest_game_is_taken_elsewhere_also_once_somebody_was_erased(home: Flask, elsewhere: Flask) -> None:
    with home.app_context():
        club = found()
        seats = four(club)
        game = uid_of_file(whole_game("standard", 1, NAMES) | {"deals": [MOVED] * MOST_DEALS})
        fill(game, MOVED, MAX_ENTRIES - last_of(game))
        club.count(game, seats)
        assert isinstance(tell(game, MOVED), Refused)
        anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), seats[1], {"erased": {"member": seats[1]}}))
        assert last_of(game) == MAX_ENTRIES + 1
        file = exported(club)
    with elsewhere.app_context():
        assert exported(ClubHere(bring(file, account()).uid)) == file


def test_a_game_of_the_longest_entries_is_taken_elsewhere(home: Flask, elsewhere: Flask) -> None:
    """Long ones as long as there is room for them, and then short ones."""
    long, short = ({"set_aside": {"said": OF_FOUR_BYTES * size}} for size in (60_000, LONG_BODY_BYTES // 4 - 50))
    with home.app_context():
        club = found()
        game = uid_of_file(whole_game("standard", 1, NAMES))
        while isinstance(told := tell(game, long), Recorded):
            pass
        assert isinstance(told, Refused)
        assert isinstance(tell(game, short), Recorded)
        fill(game, short, MAX_ENTRIES - last_of(game))
        club.count(game, four(club))
        file = exported(club)
    with elsewhere.app_context():
        assert exported(ClubHere(bring(file, account()).uid)) == file
