"""A game that the club counts, brought in once more by its file: it counts once, whatever is in the bulk with it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from tests.support.clubs.bringing import as_file, bring, counts, rows, send
from tests.support.clubs.club import DAY, agree
from tests.support.clubs.people import People, people_of
from tests.support.pages import Game, start
from tests.support.tables import MOVED, Json
from tests.support.whole_games import whole_game
from trexscore.commands.club_files.import_games import GameImporter, import_batch
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.league.verify import verify_club
from trexscore.db.clubs import game_imports as bringing
from trexscore.db.games import read_game_secrets
from trexscore.db.journals import write_transaction
from trexscore.db.models import Game as GameHere
from trexscore.db.models import db

FOUR = ["Basil", "The admin", "The scorer", "The member"]
THAT_DAY, NO_DAY = f"{DAY} table 1.json", "trex-game.json"
OTHER_WORDS: Json = {"preset": "standard", "options": {"winner": "highest_total"}}
"""The standard rules, said so that the file is another one."""


@pytest.fixture
def people(site: Flask) -> People:
    return people_of(site)


def played(people: People, *, seed: int = 1, deals: int = 20, **house_rules: Any) -> Game:  # noqa: ANN401 - options
    """A game that was started empty and entered deal by deal, as it is at a table."""
    file = whole_game("standard", seed, FOUR)
    entered = file.pop("deals")[:deals]
    game = start(people.site, **file | {"house_rules": {"preset": "standard", "options": house_rules}})
    for deal in entered:
        game.say(deal)
    return game


def counted(people: People, game: Game, *seats: int | None) -> str:
    """The club counts it, for these or for the four: its uid."""
    with people.site.app_context():
        uid = read_game_secrets(db.session(), game.game_id).uid
        people.club.count(uid, seats or numbers(people))
    return uid


def numbers(people: People) -> tuple[int, ...]:
    return tuple(people.club.members[name] for name in FOUR)


def file_of(people: People, game: Game) -> bytes:
    return bytes(people.scorer.client.get(game.path("/game.json")).data)


def everything(people: People) -> tuple[int, int]:
    """How much is written: entries of the club's journal, and games of anybody."""
    with people.site.app_context():
        db.session.rollback()
        return people.club.at.seq, db.session.query(GameHere).count()


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_a_game_that_counts_already_is_known_again_by_its_file(people: People) -> None:
    game = played(people)
    uid = counted(people, game)
    before = everything(people)
    assert counts(bring(people, (THAT_DAY, file_of(people, game)), (NO_DAY, file_of(people, game)))) == (0, 2, 0)
    assert everything(people) == before
    with people.site.app_context():
        agree(uid)
    assert counts(bring(people, (THAT_DAY, file_of(people, game)))) == (0, 1, 0)
    with people.site.app_context():
        assert [row.uid for row in rows(people)] == [uid]
        assert verify_club(db.session(), people.club.id).chain_faults == []


def test_a_game_with_the_same_points_on_a_day_that_its_file_tells_is_another(people: People) -> None:
    game = played(people)
    counted(people, game)
    assert counts(bring(people, ("2026-11-21.json", file_of(people, game)))) == (1, 0, 0)
    with people.site.app_context():
        assert [row.sort_key[:10] for row in rows(people)] == ["2026-11-21", DAY]


def with_others_in_the_seats(file: Json) -> None:
    file["players"] = [*FOUR[1:], FOUR[0]]


def with_a_stranger(file: Json) -> None:
    file["players"] = [*FOUR[:3], "Zeina"]


def with_other_points(file: Json) -> None:
    file["deals"].append(MOVED)


def with_other_rules(file: Json) -> None:
    file["house_rules"] = {"preset": "standard", "options": {"forced_discard": True}}


def with_a_deal_less(file: Json) -> None:
    del file["deals"][-1]


@pytest.mark.parametrize(
    "otherwise", [with_others_in_the_seats, with_a_stranger, with_other_points, with_other_rules, with_a_deal_less]
)
def test_a_game_that_differs_in_anything_that_counts_is_another(people: People, otherwise: Any) -> None:  # noqa: ANN401
    game = played(people)
    counted(people, game)
    file = game.file()
    otherwise(file)
    assert counts(bring(people, (THAT_DAY, as_file(file)))) == (1, 0, 0)
    with people.site.app_context():
        assert len(rows(people)) == 2


def test_a_game_that_was_withdrawn_comes_back_by_its_file_and_only_once(people: People) -> None:
    game = played(people)
    uid = counted(people, game)
    file = (THAT_DAY, file_of(people, game))
    assert counts(bring(people, file)) == (0, 1, 0)
    with people.site.app_context():
        people.club.withdraw(uid)
    assert counts(bring(people, file)) == (1, 0, 0)
    assert counts(bring(people, file)) == (0, 1, 0)
    counted(people, game)
    with people.site.app_context():
        (brought,) = (row.uid for row in rows(people) if row.uid != uid)
        people.club.withdraw(brought)
    assert counts(bring(people, file)) == (0, 1, 0), "of this very file the club has said that it does not count"


def test_a_game_is_known_again_while_it_is_played_if_it_counts_something(people: People) -> None:
    game = played(people, deals=7)
    counted(people, game)
    assert counts(bring(people, (THAT_DAY, file_of(people, game)))) == (0, 1, 0)


def test_a_game_that_counts_nothing_is_never_known_again(people: People) -> None:
    game = played(people, deals=7, unfinished_game="no_result")
    counted(people, game)
    assert counts(bring(people, (THAT_DAY, file_of(people, game)))) == (1, 0, 0)


def test_a_game_of_one_bulk_in_other_words_counts_once_and_its_guest_comes_once(people: People) -> None:
    file = whole_game("standard", 1, [*FOUR[:3], "Zeina"])
    said = [as_file(file | {"house_rules": rules}) for rules in (file["house_rules"], OTHER_WORDS)]
    assert counts(bring(people, *((f"{number}.json", one) for number, one in enumerate((*said, *said))))) == (1, 3, 0)
    with people.site.app_context():
        assert [one.name for one in people.club.record.all_members if one.role == "guest"] == ["Zeina"]


def test_who_was_a_guest_then_and_is_a_member_now_sat_there(people: People) -> None:
    with people.site.app_context():
        guest = people.club.join("Zeina", "guest")
    game = played(people)
    counted(people, game, *numbers(people)[:3], guest)
    with people.site.app_context():
        people.club.merge(guest, into=people.club.members["The member"])
    before = everything(people)
    assert counts(bring(people, (THAT_DAY, file_of(people, game)))) == (0, 1, 0)
    assert everything(people) == before


def test_a_seat_of_nobody_is_one_like_any_other(people: People) -> None:
    game = played(people)
    counted(people, game, *numbers(people)[:3], None)
    file = (THAT_DAY, file_of(people, game))
    assert counts(bring(people, file, **{FOUR[3]: "nobody"})) == (0, 1, 0)
    assert counts(bring(people, file)) == (1, 0, 0)


def counted_with_a_substitute(people: People) -> Game:
    """A game in which a guest sat in for the scorer."""
    with people.site.app_context():
        sat_in = people.club.join("Ghassan", "guest")
    game = played(people)
    with people.site.app_context():
        people.club.count(read_game_secrets(db.session(), game.game_id).uid, numbers(people), substitutes={"C": sat_in})
    return game


@pytest.mark.parametrize("named", ["The scorer", "Ghassan"])
def test_a_game_with_a_substitute_is_known_again_by_whose_seat_it_was_and_by_who_sat_there(
    people: People, named: str
) -> None:
    file = counted_with_a_substitute(people).file()
    file["players"][2] = named
    before = everything(people)
    assert counts(bring(people, (THAT_DAY, as_file(file)))) == (0, 1, 0)
    assert everything(people) == before


def test_whoever_sat_in_at_another_seat_sat_in_another_game(people: People) -> None:
    file = counted_with_a_substitute(people).file()
    file["players"] = [*FOUR[:3], "Ghassan"]
    assert counts(bring(people, (THAT_DAY, as_file(file)))) == (1, 0, 0)


def bulks(people: People, *of_files: list[bytes]) -> Iterator[bringing.ImportBatch]:
    """Bulks of which all names are settled, and nothing has been looked at."""
    for files in of_files:
        page = send(people, [(f"{number}.json", file) for number, file in enumerate(files)])
        with people.site.app_context():
            club_id, key = people.club.id, page.path.rpartition("/")[2]
            with write_transaction() as session:
                under = bringing.find_import(session, club_id, key)
                assert under is not None
                seated = {name.casefold(): people.club.members[name] for name in FOUR}
                bringing.store_players_by_name(session, under.id, seated)
            found = bringing.find_import(db.session(), club_id, key)
            assert found is not None
            yield found


def go_on_at_once(people: People, *under: bringing.ImportBatch) -> list[dict[str, int]]:
    """A phone for each goes on with these, all let go at the same time: what the games have come to."""
    gate = Barrier(len(under))

    def run(one: bringing.ImportBatch) -> None:
        with people.site.app_context():
            gate.wait()
            while import_batch(one, GameImporter(OWNER, None), 25):
                pass

    with ThreadPoolExecutor(len(under)) as pool:
        list(pool.map(run, under))
    with people.site.app_context():
        db.session.rollback()
        return [bringing.count_outcomes(db.session(), one.id) for one in under]


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_two_phones_that_go_on_with_the_same_bulk_know_a_game_again(people: People) -> None:
    game = played(people)
    counted(people, game)
    others = [as_file(whole_game("standard", seed, FOUR)) for seed in (2, 3, 4)]
    (under,) = bulks(people, [others[0], file_of(people, game), *others[1:]])
    outcomes, _ = go_on_at_once(people, under, under)
    assert outcomes == {"new": 3, "same": 1}
    with people.site.app_context():
        assert len(rows(people)) == 4


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_of_two_bulks_at_once_with_the_same_games_each_game_counts_once(people: People) -> None:
    files = [whole_game("standard", seed, FOUR) for seed in range(6)]
    again = [file | {"house_rules": OTHER_WORDS} for file in files]
    said = [list(map(as_file, some)) for some in (files, again, files)]
    outcomes = go_on_at_once(people, *bulks(people, *said))
    assert sum(one.get("new", 0) for one in outcomes) == 6
    assert sum(one.get("same", 0) for one in outcomes) == 12
    with people.site.app_context():
        assert len(rows(people)) == 6
        assert verify_club(db.session(), people.club.id).chain_faults == []
