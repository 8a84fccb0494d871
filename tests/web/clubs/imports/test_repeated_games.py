"""A game that the club counts and that is imported again from a file counts once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.support.clubs.club import DAY, sign_off_kingdoms
from tests.support.clubs.game_imports import as_file, counts, import_games, rows, send
from tests.support.clubs.people import RolePhones
from tests.support.pages import Game, start
from tests.support.tables import ADJUSTMENT, Json
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.clubs.import_games import ImportingMember, import_waiting_games
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.db.clubs import game_imports
from trexscore.db.games import read_game_identity
from trexscore.db.journals import write_transaction
from trexscore.db.models import Game as GameHere
from trexscore.db.models import db

FOUR = ["Basil", "The admin", "The scorer", "The member"]
THAT_DAY, NO_DAY = f"{DAY} table 1.json", "trex-game.json"
OTHER_WORDS: Json = {"preset": "standard", "options": {"winner": "highest_total"}}
"""The standard rules, said so that the file is another one."""


def played(people: RolePhones, *, seed: int = 1, deals: int = 20, **house_rules: Any) -> Game:  # noqa: ANN401 - options
    """A game that was started empty and entered deal by deal."""
    file = whole_game("standard", seed, FOUR)
    entered = file.pop("deals")[:deals]
    game = start(people.site, **file | {"house_rules": {"preset": "standard", "options": house_rules}})
    for deal in entered:
        game.add_entry(deal)
    return game


def counted(people: RolePhones, game: Game, *seats: int | None) -> str:
    """The uid of the game, counted for these members or for the four."""
    with people.site.app_context():
        uid = read_game_identity(db.session(), game.game_id).uid
        people.club.count(uid, seats or numbers(people))
    return uid


def numbers(people: RolePhones) -> tuple[int, ...]:
    return tuple(people.club.members[name] for name in FOUR)


def game_file(people: RolePhones, game: Game) -> bytes:
    return bytes(people.scorer.client.get(game.path("/game.json")).data)


def count_rows(people: RolePhones) -> tuple[int, int]:
    """The number of entries in the club's journal and of all games."""
    with people.site.app_context():
        db.session.rollback()
        return people.club.at.seq, db.session.query(GameHere).count()


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_counted_game_is_recognized_by_its_file(people: RolePhones) -> None:
    game = played(people)
    uid = counted(people, game)
    before = count_rows(people)
    assert counts(import_games(people, (THAT_DAY, game_file(people, game)), (NO_DAY, game_file(people, game)))) == (
        0,
        2,
        0,
    )
    assert count_rows(people) == before
    with people.site.app_context():
        sign_off_kingdoms(uid)
    assert counts(import_games(people, (THAT_DAY, game_file(people, game)))) == (0, 1, 0)
    with people.site.app_context():
        assert [row.uid for row in rows(people)] == [uid]
        assert verify_club(db.session(), people.club.id).faults == []


def test_same_points_on_other_day_are_other_game(people: RolePhones) -> None:
    game = played(people)
    counted(people, game)
    assert counts(import_games(people, ("2026-11-21.json", game_file(people, game)))) == (1, 0, 0)
    with people.site.app_context():
        assert [row.sort_key[:10] for row in rows(people)] == ["2026-11-21", DAY]


def with_others_in_the_seats(file: Json) -> None:
    file["players"] = [*FOUR[1:], FOUR[0]]


def with_a_stranger(file: Json) -> None:
    file["players"] = [*FOUR[:3], "Zeina"]


def with_other_points(file: Json) -> None:
    file["deals"].append(ADJUSTMENT)


def with_other_rules(file: Json) -> None:
    file["house_rules"] = {"preset": "standard", "options": {"forced_discard": True}}


def with_a_deal_less(file: Json) -> None:
    del file["deals"][-1]


@pytest.mark.parametrize(
    "otherwise", [with_others_in_the_seats, with_a_stranger, with_other_points, with_other_rules, with_a_deal_less]
)
def test_game_with_any_difference_is_other_game(people: RolePhones, otherwise: Any) -> None:  # noqa: ANN401
    game = played(people)
    counted(people, game)
    file = game.file()
    otherwise(file)
    assert counts(import_games(people, (THAT_DAY, as_file(file)))) == (1, 0, 0)
    with people.site.app_context():
        assert len(rows(people)) == 2


def test_excluded_game_returns_once_by_file(people: RolePhones) -> None:
    game = played(people)
    uid = counted(people, game)
    file = (THAT_DAY, game_file(people, game))
    assert counts(import_games(people, file)) == (0, 1, 0)
    with people.site.app_context():
        people.club.withdraw(uid)
    assert counts(import_games(people, file)) == (1, 0, 0)
    assert counts(import_games(people, file)) == (0, 1, 0)
    counted(people, game)
    with people.site.app_context():
        (brought,) = (row.uid for row in rows(people) if row.uid != uid)
        people.club.withdraw(brought)
    assert counts(import_games(people, file)) == (0, 1, 0), "of this very file the club has said that it does not count"


def test_running_game_is_recognized_if_it_counts(people: RolePhones) -> None:
    game = played(people, deals=7)
    counted(people, game)
    assert counts(import_games(people, (THAT_DAY, game_file(people, game)))) == (0, 1, 0)


def test_game_without_result_is_never_recognized(people: RolePhones) -> None:
    game = played(people, deals=7, unfinished_game="no_result")
    counted(people, game)
    assert counts(import_games(people, (THAT_DAY, game_file(people, game)))) == (1, 0, 0)


def test_batch_counts_equal_games_once(people: RolePhones) -> None:
    file = whole_game("standard", 1, [*FOUR[:3], "Zeina"])
    said = [as_file(file | {"house_rules": rules}) for rules in (file["house_rules"], OTHER_WORDS)]
    assert counts(import_games(people, *((f"{number}.json", one) for number, one in enumerate((*said, *said))))) == (
        1,
        3,
        0,
    )
    with people.site.app_context():
        assert [one.name for one in people.club.record.unmerged_members if one.role == "guest"] == ["Zeina"]


def test_game_of_merged_guest_is_recognized(people: RolePhones) -> None:
    with people.site.app_context():
        guest = people.club.join("Zeina", "guest")
    game = played(people)
    counted(people, game, *numbers(people)[:3], guest)
    with people.site.app_context():
        people.club.merge(guest, into=people.club.members["The member"])
    before = count_rows(people)
    assert counts(import_games(people, (THAT_DAY, game_file(people, game)))) == (0, 1, 0)
    assert count_rows(people) == before


def test_seat_of_nobody_is_compared_too(people: RolePhones) -> None:
    game = played(people)
    counted(people, game, *numbers(people)[:3], None)
    file = (THAT_DAY, game_file(people, game))
    assert counts(import_games(people, file, **{FOUR[3]: "nobody"})) == (0, 1, 0)
    assert counts(import_games(people, file)) == (1, 0, 0)


def counted_with_a_substitute(people: RolePhones) -> Game:
    """A game in which a guest was the substitute of the scorer."""
    with people.site.app_context():
        sat_in = people.club.join("Ghassan", "guest")
    game = played(people)
    with people.site.app_context():
        people.club.count(
            read_game_identity(db.session(), game.game_id).uid, numbers(people), substitutes={"C": sat_in}
        )
    return game


@pytest.mark.parametrize("named", ["The scorer", "Ghassan"])
def test_game_with_substitute_is_recognized_by_either_name(people: RolePhones, named: str) -> None:
    file = counted_with_a_substitute(people).file()
    file["players"][2] = named
    before = count_rows(people)
    assert counts(import_games(people, (THAT_DAY, as_file(file)))) == (0, 1, 0)
    assert count_rows(people) == before


def test_substitute_on_other_seat_is_other_game(people: RolePhones) -> None:
    file = counted_with_a_substitute(people).file()
    file["players"] = [*FOUR[:3], "Ghassan"]
    assert counts(import_games(people, (THAT_DAY, as_file(file)))) == (1, 0, 0)


def start_batches(people: RolePhones, *of_files: list[bytes]) -> Iterator[game_imports.ImportBatch]:
    """Import batches whose names are assigned and whose games are not counted yet."""
    for files in of_files:
        page = send(people, [(f"{number}.json", file) for number, file in enumerate(files)])
        with people.site.app_context():
            club_id, key = people.club.id, page.path.rpartition("/")[2]
            with write_transaction() as session:
                under = game_imports.find_import(session, club_id, key)
                assert under is not None
                seated = {name.casefold(): people.club.members[name] for name in FOUR}
                game_imports.store_players_by_name(session, under.id, seated)
            found = game_imports.find_import(db.session(), club_id, key)
            assert found is not None
            yield found


def run_concurrently(people: RolePhones, *under: game_imports.ImportBatch) -> list[dict[str, int]]:
    """Run these batches at the same time: the outcomes of their games."""
    gate = Barrier(len(under))

    def run(one: game_imports.ImportBatch) -> None:
        with people.site.app_context():
            gate.wait()
            while import_waiting_games(one, ImportingMember(OWNER, None), 25):
                pass

    with ThreadPoolExecutor(len(under)) as pool:
        list(pool.map(run, under))
    with people.site.app_context():
        db.session.rollback()
        return [game_imports.count_outcomes(db.session(), one.id) for one in under]


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_two_phones_on_one_batch_recognize_games(people: RolePhones) -> None:
    game = played(people)
    counted(people, game)
    others = [as_file(whole_game("standard", seed, FOUR)) for seed in (2, 3, 4)]
    (under,) = start_batches(people, [others[0], game_file(people, game), *others[1:]])
    outcomes, _ = run_concurrently(people, under, under)
    assert outcomes == {"new": 3, "same": 1}
    with people.site.app_context():
        assert len(rows(people)) == 4


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_concurrent_batches_count_each_game_once(people: RolePhones) -> None:
    files = [whole_game("standard", seed, FOUR) for seed in range(6)]
    again = [file | {"house_rules": OTHER_WORDS} for file in files]
    said = [list(map(as_file, some)) for some in (files, again, files)]
    outcomes = run_concurrently(people, *start_batches(people, *said))
    assert sum(one.get("new", 0) for one in outcomes) == 6
    assert sum(one.get("same", 0) for one in outcomes) == 12
    with people.site.app_context():
        assert len(rows(people)) == 6
        assert verify_club(db.session(), people.club.id).faults == []
