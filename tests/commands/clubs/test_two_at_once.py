"""Two write at the same moment: nothing is lost, nobody waits for ever, and the standings are right afterwards."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from flask import Flask

from tests.support.clubs.club import DAY, ClubHere, deal_of_game, found, four, game_id, holds, played, points_of, tell
from tests.support.databases import both_databases
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.league import projections as following
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.recording import Command, Recorded
from trexscore.db.journals import CLUBS, GAMES, write_transaction
from trexscore.db.models import db
from trexscore.ledger.verdict import Refused

pytestmark = both_databases

Work = Callable[[], Any]


def at_once(app: Flask, *works: Work) -> list[Any]:
    """What each gives, all begun at the same moment, each on a connection of its own."""
    ready = threading.Barrier(len(works))

    def run(work: Work) -> Any:  # noqa: ANN401 - whatever it gives
        with app.app_context():
            db.session().connection()
            db.session.rollback()
            ready.wait(timeout=30)
            return work()

    with ThreadPoolExecutor(len(works)) as together:
        return [one.result(timeout=60) for one in [together.submit(run, work) for work in works]]


def test_a_game_that_is_counted_while_its_last_deal_is_written_counts(app: Flask) -> None:
    with app.app_context():
        club = found()
        members = four(club)
        season = club.season()
        games = [played(1, deals=19) for _ in range(6)]
    last = deal_of_game(1, 19)
    for game in games:
        counted, written = at_once(app, partial(club.count, game, members), partial(tell, game, last))
        assert isinstance(written, Recorded)
        assert counted
    with app.app_context():
        assert holds()
        assert club.points(season) == {one: 6 * points for one, points in zip(members, points_of(1), strict=True)}


def test_games_of_one_club_are_finished_while_its_members_are_merged(app: Flask) -> None:
    with app.app_context():
        club = found()
        members = four(club)
        doubles = [club.join(f"Carine {number}") for number in range(4)]
        season = club.season()
        finished, unfinished = list[str](), list[str]()
        for double in doubles:
            for games, deals in ((finished, 20), (unfinished, 19)):
                games.append(played(1, deals=deals))
                club.count(games[-1], [members[0], double, *members[2:]])
    last = deal_of_game(1, 19)
    for game, double in zip(unfinished, doubles, strict=True):
        merged, written = at_once(app, partial(club.merge, double, members[1]), partial(tell, game, last))
        assert isinstance(written, Recorded)
        assert merged
    with app.app_context():
        assert holds()
        assert club.points(season) == {one: 8 * points for one, points in zip(members, points_of(1), strict=True)}


def test_whoever_writes_in_a_game_waits_for_the_club_and_the_club_not_for_the_game(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The club counts a game anew while somebody holds that game and is about to ask for the club."""
    with app.app_context():
        if db.engine.dialect.name != "postgresql":
            pytest.skip("SQLite lets one write after the other.")
        club = found()
        members = four(club)
        double = club.join("Carin")
        season = club.season()
        game = played(1, deals=19)
        club.count(game, [members[0], double, *members[2:]], although=["unfinished"])
    holding, merging = threading.Event(), threading.Event()
    follow = following.on_game_entry

    def followed(*args: Any) -> None:  # noqa: ANN401 - handed on
        holding.set()
        assert merging.wait(timeout=30)
        follow(*args)

    book = following.on_club_entry

    def booked(*args: Any) -> None:  # noqa: ANN401 - handed on
        merging.set()
        book(*args)

    monkeypatch.setattr("trexscore.commands.games.record_entry.on_game_entry", followed)
    monkeypatch.setattr("trexscore.commands.clubs.record_entry.on_club_entry", booked)

    def merge() -> int:
        assert holding.wait(timeout=30)
        return club.merge(double, members[1])

    written, merged = at_once(app, lambda: tell(game, deal_of_game(1, 19)), merge)
    assert isinstance(written, Recorded)
    assert merged
    monkeypatch.undo()
    with app.app_context():
        assert holds()
        assert club.points(season) == dict(zip(members, points_of(1), strict=True))


def test_of_two_scorers_who_draw_tables_one_is_told_to_look(app: Flask) -> None:
    with app.app_context():
        club = found()
        members = four(club)
        evening = club.say("evening", {"on": DAY})
        club.say("arrived", {"evening": evening, "members": members})
    said = {"evening": evening, "behind": 0, "method": "by_hand", "seed": 1, "sitting_out": []}
    one, other = at_once(
        app,
        lambda: club.ask("drawn", said | {"tables": [members]}),
        lambda: club.ask("drawn", said | {"tables": [members[::-1]]}),
    )
    first, second = (one, other) if isinstance(one, Recorded) else (other, one)
    assert isinstance(first, Recorded)
    assert isinstance(second, Refused)
    assert [refusal.code for refusal in second.refusals] == ["drawn_meanwhile"]
    with app.app_context():
        assert len(club.record.game_nights[evening].draws) == 1


def test_the_same_key_at_once_is_written_once_and_both_are_told_the_same(app: Flask) -> None:
    with app.app_context():
        club = found()
        members = four(club)
        season = club.season()
        games = [played(1) for _ in range(4)]
        club_id = club.id
    for game in games:
        said = {"uid": game, "seats": dict(zip("ABCD", members, strict=True)), "on": DAY}
        request = Command.of_member(str(uuid.uuid4()), OWNER, {"game": said})
        answers = at_once(app, *[partial(record_club_entry, club_id, request)] * 3)
        assert [isinstance(one, Recorded) for one in answers] == [True] * 3
        assert len({one.seq for one in answers}) == 1
        assert [one.new for one in answers].count(True) == 1
    with app.app_context():
        assert holds()
        assert {tally.games for tally in club.table(season).values()} == {len(games)}


def test_many_at_once_lose_nothing(app: Flask) -> None:
    """Games are counted, finished, withdrawn, merged, made anew: the journals and what follows from them agree."""
    with app.app_context():
        club = found()
        members = four(club)
        double = club.join("Carin")
        season = club.season()
        games = [played(1, deals=19) for _ in range(4)]
        for game in games:
            club.count(game, [members[0], double, *members[2:]])
        club_id = club.id
    last = deal_of_game(1, 19)

    def merge_and_part() -> None:
        for _ in range(3):
            club.say("take_back", club.merge(double, members[1]))

    def otherwise() -> None:
        for until in ("2026-06-30", "2026-12-31"):
            club.change_season(season, until=until)

    def anew() -> None:
        for _ in range(2):
            with write_transaction() as session:
                rebuild_club(session, club_id)

    finished = at_once(app, *(partial(tell, game, last) for game in games), merge_and_part, otherwise, anew)[:4]
    assert all(isinstance(one, Recorded) for one in finished)
    with app.app_context():
        assert holds()
        everybody = [members[0], double, *members[2:]]
        assert club.points(season) == {one: 4 * points for one, points in zip(everybody, points_of(1), strict=True)}


def test_a_game_and_a_club_that_two_hold_at_once_keep_their_order(app: Flask) -> None:
    """Nobody locks a club and then asks for a game."""
    with app.app_context():
        club: ClubHere = found()
        members = four(club)
        games = [played(1), played(2)]
        club_id, ids = club.id, [game_id(game) for game in games]
    asked: list[tuple[str, int]] = []
    lock = type(GAMES).lock

    def told(journals: Any, session: Any, number: int) -> Any:  # noqa: ANN401 - handed on
        asked.append((journals.heads.name, number))
        return lock(journals, session, number)

    with app.app_context(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(GAMES), "lock", told)
        club.count(games[0], members)
        tell(games[0], {"adjustment": {"A": 5, "B": -5}, "reason": "agreed"})
        club.withdraw(games[0])
    assert asked == [(GAMES.heads.name, ids[0]), (CLUBS.heads.name, club_id)] * 3
