"""A table's game: started from the draw, once, and who may write in it."""

import json

import pytest

from tests.support.clubs.club import enter
from tests.support.clubs.rooms import MORE, Room, names, uid_of_game
from tests.support.server.jobs import do_jobs, jobs_wait
from tests.support.tables import DIAMONDS
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.games import find_game
from trexscore.db.models import db
from trexscore.db.tokens import read_seat_links

EIGHT = ("Basil", "Carine", "Dani", "Amal", *MORE[:4])


def test_starting_a_table_fills_in_names_and_house_rules(room: Room) -> None:
    with room.inside() as club:
        club.change_season(room.season, house_rules={"preset": "denexa"})
    room.arrive(*EIGHT)
    four = room.draw().draws[-1].tables[0]
    answer = room.start()
    assert all(name in answer.text for name in names(room, four))
    token = answer.path.removeprefix("/g/")
    assert room.scorer.cookie("games") == token
    file = json.loads(room.scorer.client.get(f"/g/{token}/game.json").text)
    assert file["house_rules"] == {"preset": "denexa"}
    with room.inside() as club:
        names_there = {club.record.members[number].name for number in four}
    assert {*file["players"]} == names_there


def test_all_tables_start_with_one_tap_and_once(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    page = room.scorer.get(room.path())
    assert not [form for form in room.member.get(room.path()).root.find("form") if "tables" in form.attrs["action"]]
    for _ in range(2):
        assert room.scorer.send(page, "/tables/all").path == room.path()
    with room.inside() as club:
        games = game_rows.games_of_night(db.session(), club.id, room.evening)
        seated = [[*game.counted.members] for game in games if game.counted is not None]
    assert seated == [[*table] for table in room.now.draws[-1].tables]
    assert not [form for form in room.scorer.get(room.path()).root.find("form") if "/tables" in form.attrs["action"]]


def test_many_tables_start_outside_of_requests_and_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.game_nights.table_routes.FEW_TABLES", 1)
    room.arrive(*EIGHT)
    room.draw()
    page = room.scorer.get(room.path())
    with jobs_wait(room.site):
        waiting = [room.scorer.send(page, "/tables/all") for _ in range(2)]
    assert waiting[0].path == waiting[1].path
    assert waiting[0].root.find("progress")
    assert room.member.get(waiting[0].path).status == 403
    assert room.scorer.get(waiting[0].path.replace("/game-nights/", "/game-nights/9")).status == 404
    do_jobs(room.site)
    assert room.scorer.get(waiting[0].path).path == room.path()
    with room.inside() as club:
        assert len(game_rows.games_of_night(db.session(), club.id, room.evening)) == 2


def test_tables_of_many_that_could_not_start_are_named(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.game_nights.table_routes.FEW_TABLES", 1)
    room.arrive(*EIGHT)
    room.draw()
    page = room.scorer.get(room.path())
    with jobs_wait(room.site):
        waiting = room.scorer.send(page, "/tables/all")
    room.draw("balanced")
    do_jobs(room.site)
    refused = room.scorer.get(waiting.path)
    assert (refused.status, bool(refused.problems)) == (422, True)


def test_tables_that_were_drawn_anew_meanwhile_are_not_started_unseen(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    page = room.scorer.get(room.path())
    room.draw("balanced")
    answer = room.scorer.send(page, "/tables/all")
    assert (answer.status, len(answer.problems)) == (422, 1)
    with room.inside() as club:
        assert not game_rows.games_of_night(db.session(), club.id, room.evening)


def test_tapping_twice_starts_one_game(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    form = room.start_form()
    first, second = (room.scorer.post(room.path("/tables"), form).path for _ in range(2))
    other = room.owner.post(
        room.path("/tables"), {**form, "csrf_token": room.owner.get(room.path()).fields("/tables")["csrf_token"]}
    )
    assert first == second
    assert other.path != first, "who leads the club gets the owner's link, a scorer the writing one"
    with room.inside() as club:
        assert len(game_rows.games_of_night(db.session(), club.id, room.evening)) == 1


def test_a_second_game_at_a_table_waits_for_the_first(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    form = room.start_form()
    room.scorer.post(room.path("/tables"), form)
    answer = room.scorer.post(room.path("/tables"), {**form, "nth": "2"})
    assert answer.status == 422
    assert answer.problems
    assert room.scorer.post(room.path("/tables"), {**form, "nth": "7"}).status == 422


def test_a_table_that_there_is_not_starts_nothing(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    wrong: dict[str, str]
    for wrong in ({"since": "1"}, {"at": "9"}, {"since": "x"}, {"nth": "0"}, {"nth": ""}):
        answer = room.scorer.post(room.path("/tables"), {**room.start_form(), **wrong})
        assert answer.status in (400, 422), wrong
        assert not room.scorer.get(room.in_club("/games")).root.find("li", class_="club-game"), wrong


def test_those_at_the_table_write_in_their_game_and_others_read(room: Room) -> None:
    room.arrive("Basil", "Dani", "Elias", "Farah")
    room.draw()
    writing = room.start().path
    path = room.in_club(f"/games/{uid_of_game(room)}/open")
    of_member = room.member.get(path)
    assert of_member.path.startswith("/g/")
    assert of_member.path == writing, "who plays gets the writing link, as scorers do"
    assert room.owner.get(path).path != writing, "who leads the club gets the owner's"
    assert room.member.get(f"{of_member.path}/deals/new?contracts=queens").status == 200
    assert room.scorer.get(path).path == writing
    watching = room.referee.client.get(path)
    assert room.stranger.get(path, follow=False).status == 404
    assert "/g/" in watching.headers["Location"], "referees run evenings, too"


def test_a_member_of_another_table_gets_no_writing_link(room: Room) -> None:
    room.arrive("Basil", "Carine", "Elias", "Farah")
    room.draw()
    room.start()
    answer = room.member.get(room.in_club(f"/games/{uid_of_game(room)}/open"), follow=False)
    assert (answer.status, "/g/" in answer.headers["Location"]) == (303, False)
    assert "/g/" not in room.member.get(room.path()).text


def test_a_referee_rules_in_the_clubs_games_and_a_scorer_does_not(room: Room) -> None:
    room.arrive("Basil", "Carine", "Elias", "Farah")
    room.draw()
    room.start()
    path = room.in_club(f"/games/{uid_of_game(room)}/referee")
    ruled = room.referee.get(path)
    assert ruled.path.startswith("/g/")
    assert room.referee.get(f"{ruled.path}/deals/new?contracts=queens").status in (403, 302, 303)
    assert room.scorer.get(path).status == 403
    assert room.member.get(path).status == 403
    assert room.stranger.get(path).status == 404


def test_where_the_club_asks_for_agreement_every_seat_has_its_link(room: Room) -> None:
    with room.inside() as club:
        club.say("settings", {"name": "Club", "shows": "nothing", "agreed": True})
    room.arrive("Basil", "Carine", "Elias", "Farah")
    room.draw()
    room.start()
    with room.inside():
        named = find_game(db.session(), uid_of_game(room))
        assert named is not None
        assert {*read_seat_links(db.session(), named.id)} == {*"ABCD"}


def test_a_table_shows_its_points_once_there_are_any(room: Room) -> None:
    room.arrive("Basil", "Carine", "Elias", "Farah")
    room.draw()
    room.start()
    with room.inside():
        enter(uid_of_game(room), DIAMONDS)
    page = room.member.get(room.path())
    assert "\u221250" in page.text


def test_who_has_sat_out_plays_next(room: Room) -> None:
    room.arrive(*EIGHT, "Ibrahim")
    out = room.draw("mixing").draws[-1].sitting_out
    room.start(0)
    with room.inside() as club:
        later = club.say("evening", {"on": "2026-11-29"})
        club.say("arrived", {"evening": later, "members": list(room.now.present)})
    room.evening = later
    for _ in range(3):
        assert not {*out} & {*room.draw("mixing").draws[-1].sitting_out}
