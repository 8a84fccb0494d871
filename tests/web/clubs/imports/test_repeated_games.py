"""A counted game that is imported again from a file counts once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.support.clubs.club import DAY, sign_off_kingdoms
from tests.support.clubs.game_imports import as_file, club_game_rows, import_counts, import_games, send_files
from tests.support.clubs.people import RolePhones
from tests.support.pages import Game, start
from tests.support.tables import ADJUSTMENT, Json
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.clubs.import_games import import_waiting_games
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.commands.recording import Command
from trexscore.db.clubs import game_imports
from trexscore.db.games import read_game_identity
from trexscore.db.models import Game as GameHere
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction

PLAYER_NAMES = ["Basil", "The admin", "The scorer", "The member"]
NAME_WITH_DAY, NAME_WITHOUT_DAY = f"{DAY} table 1.json", "trex-game.json"
EQUIVALENT_RULES: Json = {"preset": "standard", "options": {"winner": "highest_total"}}
"""The standard rules in another spelling, so that the file differs."""


def played_game(people: RolePhones, *, seed: int = 1, deals: int = 20, **house_rules: Any) -> Game:  # noqa: ANN401 - options
    """A game that was started empty and entered deal by deal."""
    file = whole_game("standard", seed, PLAYER_NAMES)
    entered = file.pop("deals")[:deals]
    game = start(people.site, **file | {"house_rules": {"preset": "standard", "options": house_rules}})
    for deal in entered:
        game.add_entry(deal)
    return game


def count_game(people: RolePhones, game: Game, *seats: int | None) -> str:
    """The uid of the game, counted for these members or for the four."""
    with people.site.app_context():
        uid = read_game_identity(db.session(), game.game_id).uid
        people.club.count_game(uid, seats or player_numbers(people))
    return uid


def player_numbers(people: RolePhones) -> tuple[int, ...]:
    return tuple(people.club.members[name] for name in PLAYER_NAMES)


def game_file(people: RolePhones, game: Game) -> bytes:
    return bytes(people.scorer.client.get(game.path("/game.json")).data)


def count_rows(people: RolePhones) -> tuple[int, int]:
    """The number of entries in the club's journal and of all games."""
    with people.site.app_context():
        db.session.rollback()
        return people.club.club_head.seq, db.session.query(GameHere).count()


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_counted_game_is_recognized_by_its_file(people: RolePhones) -> None:
    game = played_game(people)
    uid = count_game(people, game)
    rows_before = count_rows(people)
    assert import_counts(
        import_games(people, (NAME_WITH_DAY, game_file(people, game)), (NAME_WITHOUT_DAY, game_file(people, game)))
    ) == (
        0,
        2,
        0,
    )
    assert count_rows(people) == rows_before
    with people.site.app_context():
        sign_off_kingdoms(uid)
    assert import_counts(import_games(people, (NAME_WITH_DAY, game_file(people, game)))) == (0, 1, 0)
    with people.site.app_context():
        assert [row.uid for row in club_game_rows(people)] == [uid]
        assert verify_club(db.session(), people.club.id).faults == []


def test_same_points_on_other_day_are_other_game(people: RolePhones) -> None:
    game = played_game(people)
    count_game(people, game)
    assert import_counts(import_games(people, ("2026-11-21.json", game_file(people, game)))) == (1, 0, 0)
    with people.site.app_context():
        assert [row.sort_key[:10] for row in club_game_rows(people)] == ["2026-11-21", DAY]


def change_seating(file: Json) -> None:
    file["players"] = [*PLAYER_NAMES[1:], PLAYER_NAMES[0]]


def change_player(file: Json) -> None:
    file["players"] = [*PLAYER_NAMES[:3], "Zeina"]


def change_points(file: Json) -> None:
    file["deals"].append(ADJUSTMENT)


def change_rules(file: Json) -> None:
    file["house_rules"] = {"preset": "standard", "options": {"forced_discard": True}}


def remove_deal(file: Json) -> None:
    del file["deals"][-1]


@pytest.mark.parametrize("change_file", [change_seating, change_player, change_points, change_rules, remove_deal])
def test_game_with_any_difference_is_other_game(people: RolePhones, change_file: Any) -> None:  # noqa: ANN401
    game = played_game(people)
    count_game(people, game)
    file = game.file()
    change_file(file)
    assert import_counts(import_games(people, (NAME_WITH_DAY, as_file(file)))) == (1, 0, 0)
    with people.site.app_context():
        assert len(club_game_rows(people)) == 2


def test_excluded_game_returns_once_by_file(people: RolePhones) -> None:
    game = played_game(people)
    uid = count_game(people, game)
    file = (NAME_WITH_DAY, game_file(people, game))
    assert import_counts(import_games(people, file)) == (0, 1, 0)
    with people.site.app_context():
        people.club.exclude_game(uid)
    assert import_counts(import_games(people, file)) == (1, 0, 0)
    assert import_counts(import_games(people, file)) == (0, 1, 0)
    count_game(people, game)
    with people.site.app_context():
        (imported_uid,) = (row.uid for row in club_game_rows(people) if row.uid != uid)
        people.club.exclude_game(imported_uid)
    assert import_counts(import_games(people, file)) == (0, 1, 0), "the game imported from the same file was excluded"


def test_running_game_is_recognized_if_it_counts(people: RolePhones) -> None:
    game = played_game(people, deals=7)
    count_game(people, game)
    assert import_counts(import_games(people, (NAME_WITH_DAY, game_file(people, game)))) == (0, 1, 0)


def test_game_without_result_is_never_recognized(people: RolePhones) -> None:
    game = played_game(people, deals=7, unfinished_game="no_result")
    count_game(people, game)
    assert import_counts(import_games(people, (NAME_WITH_DAY, game_file(people, game)))) == (1, 0, 0)


def test_batch_counts_equal_games_once(people: RolePhones) -> None:
    file = whole_game("standard", 1, [*PLAYER_NAMES[:3], "Zeina"])
    contents = [as_file(file | {"house_rules": rules}) for rules in (file["house_rules"], EQUIVALENT_RULES)]
    assert import_counts(
        import_games(people, *((f"{number}.json", content) for number, content in enumerate((*contents, *contents))))
    ) == (
        1,
        3,
        0,
    )
    with people.site.app_context():
        assert [member.name for member in people.club.record.unmerged_members if member.role == "guest"] == ["Zeina"]


def test_game_of_merged_guest_is_recognized(people: RolePhones) -> None:
    with people.site.app_context():
        guest = people.club.join("Zeina", "guest")
    game = played_game(people)
    count_game(people, game, *player_numbers(people)[:3], guest)
    with people.site.app_context():
        people.club.merge_members(guest, into=people.club.members["The member"])
    rows_before = count_rows(people)
    assert import_counts(import_games(people, (NAME_WITH_DAY, game_file(people, game)))) == (0, 1, 0)
    assert count_rows(people) == rows_before


def test_seat_without_member_is_compared_too(people: RolePhones) -> None:
    game = played_game(people)
    count_game(people, game, *player_numbers(people)[:3], None)
    file = (NAME_WITH_DAY, game_file(people, game))
    assert import_counts(import_games(people, file, **{PLAYER_NAMES[3]: "nobody"})) == (0, 1, 0)
    assert import_counts(import_games(people, file)) == (1, 0, 0)


def count_game_with_substitute(people: RolePhones) -> Game:
    """A game in which a guest was the substitute of the scorer."""
    with people.site.app_context():
        guest = people.club.join("Ghassan", "guest")
    game = played_game(people)
    with people.site.app_context():
        people.club.count_game(
            read_game_identity(db.session(), game.game_id).uid, player_numbers(people), substitutes={"C": guest}
        )
    return game


@pytest.mark.parametrize("name", ["The scorer", "Ghassan"])
def test_game_with_substitute_is_recognized_by_either_name(people: RolePhones, name: str) -> None:
    file = count_game_with_substitute(people).file()
    file["players"][2] = name
    rows_before = count_rows(people)
    assert import_counts(import_games(people, (NAME_WITH_DAY, as_file(file)))) == (0, 1, 0)
    assert count_rows(people) == rows_before


def test_substitute_on_other_seat_is_other_game(people: RolePhones) -> None:
    file = count_game_with_substitute(people).file()
    file["players"] = [*PLAYER_NAMES[:3], "Ghassan"]
    assert import_counts(import_games(people, (NAME_WITH_DAY, as_file(file)))) == (1, 0, 0)


def start_batches(people: RolePhones, *files_by_batch: list[bytes]) -> Iterator[game_imports.StoredImport]:
    """Import batches whose names are assigned and whose games are not counted yet."""
    for files in files_by_batch:
        page = send_files(people, [(f"{number}.json", file) for number, file in enumerate(files)])
        with people.site.app_context():
            club_id, key = people.club.id, page.path.rpartition("/")[2]
            with write_transaction() as session:
                batch = game_imports.find_import(session, club_id, key)
                assert batch is not None
                members_by_name = {name.casefold(): people.club.members[name] for name in PLAYER_NAMES}
                game_imports.store_players_by_name(session, batch.id, members_by_name)
            stored_batch = game_imports.find_import(db.session(), club_id, key)
            assert stored_batch is not None
            yield stored_batch


def run_concurrently(people: RolePhones, *batches: game_imports.StoredImport) -> list[dict[str, int]]:
    """Run these batches at the same time: the outcomes of their games."""
    start_gate = Barrier(len(batches))

    def run(batch: game_imports.StoredImport) -> None:
        with people.site.app_context():
            start_gate.wait()
            while import_waiting_games(batch, Command.of_member(batch.key, OWNER_MEMBER_NUMBER), 25):
                pass

    with ThreadPoolExecutor(len(batches)) as pool:
        list(pool.map(run, batches))
    with people.site.app_context():
        db.session.rollback()
        return [game_imports.count_games_by_outcome(db.session(), batch.id) for batch in batches]


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_two_phones_on_one_batch_recognize_games(people: RolePhones) -> None:
    game = played_game(people)
    count_game(people, game)
    other_files = [as_file(whole_game("standard", seed, PLAYER_NAMES)) for seed in (2, 3, 4)]
    (batch,) = start_batches(people, [other_files[0], game_file(people, game), *other_files[1:]])
    outcomes, _ = run_concurrently(people, batch, batch)
    assert outcomes == {"new": 3, "same": 1}
    with people.site.app_context():
        assert len(club_game_rows(people)) == 4


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_concurrent_batches_count_each_game_once(people: RolePhones) -> None:
    files = [whole_game("standard", seed, PLAYER_NAMES) for seed in range(6)]
    equivalent_files = [file | {"house_rules": EQUIVALENT_RULES} for file in files]
    batches = [list(map(as_file, batch_files)) for batch_files in (files, equivalent_files, files)]
    outcomes = run_concurrently(people, *start_batches(people, *batches))
    assert sum(counts_by_outcome.get("new", 0) for counts_by_outcome in outcomes) == 6
    assert sum(counts_by_outcome.get("same", 0) for counts_by_outcome in outcomes) == 12
    with people.site.app_context():
        assert len(club_game_rows(people)) == 6
        assert verify_club(db.session(), people.club.id).faults == []
