"""Tables of an evening: drawn, drawn again, moved by hand, and their games started."""

import json
import uuid

import pytest

from tests.support.club_rooms import MORE, Room, proof, uid_of_game
from tests.support.clubs import enter
from tests.support.tables import DIAMONDS
from trexscore.storage import game_rows
from trexscore.storage.games import game_named
from trexscore.storage.links import seat_links_of
from trexscore.storage.models import db

EIGHT = ("Basil", "Carine", "Dani", "Amal", *MORE[:4])


def names(room: Room, numbers: object) -> set[str]:
    by_number = {number: name for name, number in room.club.members.items()}
    return {by_number[number] for number in numbers}  # type: ignore[attr-defined]  # member numbers


@pytest.mark.parametrize("method", ["random", "mixing", "by_rating", "balanced"])
def test_a_draw_seats_everybody_who_is_here(room: Room, method: str) -> None:
    room.arrive(*EIGHT, "Ibrahim")
    evening = room.draw(method)
    draw = evening.draws[-1]
    assert draw.method == method
    assert len(draw.tables) == 2
    assert len(draw.sitting_out) == 1
    assert {*evening.present} == {*draw.tables[0], *draw.tables[1], *draw.sitting_out}
    page = room.member.get(room.path())
    assert all(name in page.text for name in EIGHT)


def test_with_fewer_than_four_nothing_is_drawn(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani")
    page = room.scorer.get(room.path("/draw"))
    answer = room.scorer.send(page, "/draw", method="random")
    assert (answer.status, len(room.now.draws)) == (422, 0)
    assert answer.problems


@pytest.mark.parametrize("said", [{"method": "by_magic"}, {"method": "by_hand"}, {"method": ""}])
def test_what_is_no_way_of_drawing_draws_nothing(room: Room, said: dict[str, str]) -> None:
    room.arrive(*EIGHT)
    assert room.scorer.send(room.scorer.get(room.path("/draw")), "/draw", **said).status == 400
    assert not room.now.draws


def test_the_same_draw_sent_again_is_one(room: Room) -> None:
    room.arrive(*EIGHT)
    page = room.scorer.get(room.path("/draw"))
    for _ in range(2):
        assert room.scorer.send(page, "/draw", method="random").path == room.path()
    assert len(room.now.draws) == 1


def test_whoever_draws_on_an_old_page_is_told(room: Room) -> None:
    room.arrive(*EIGHT)
    page = room.scorer.get(room.path("/draw"))
    old = room.owner.get(room.path("/draw"))
    room.scorer.send(page, "/draw", method="random")
    answer = room.owner.send(old, "/draw", method="random")
    assert answer.status == 422
    assert answer.problems
    assert len(room.now.draws) == 1
    assert room.owner.send(answer, "/draw", method="random").status == 200, "the page that told so can draw"


def test_a_member_draws_and_moves_nobody(room: Room) -> None:
    room.arrive(*EIGHT)
    evening = room.draw()
    token, outside = proof(room.member), proof(room.stranger)
    for path, data in (
        ("/draw", {"method": "random", "behind": str(evening.last_draw)}),
        ("/seats", {"one": "3", "other": str(evening.present[1]), "behind": str(evening.last_draw)}),
        ("/tables", {"since": str(evening.last_draw), "at": "0", "nth": "1"}),
    ):
        assert room.member.post(room.path(path), {**data, **token, "key": str(uuid.uuid4())}).status == 403
        assert room.stranger.post(room.path(path), {**data, **outside, "key": str(uuid.uuid4())}).status == 404
    assert len(room.now.draws) == 1


def test_two_who_are_tapped_change_places(room: Room) -> None:
    room.arrive(*EIGHT, "Ibrahim")
    draw = room.draw().draws[-1]
    one, other = draw.tables[0].A, draw.tables[1].C
    page = room.scorer.get(room.path(f"/seats?pick={one}"))
    moved = room.scorer.send(page, "/seats", other=str(other))
    assert moved.status == 200
    after = room.now.draws[-1]
    assert (after.method, after.tables[0].A, after.tables[1].C) == ("by_hand", other, one)
    assert after.sitting_out == draw.sitting_out


def test_a_table_is_broken_up_and_another_made_of_those_who_wait(room: Room) -> None:
    room.arrive(*EIGHT)
    first = room.draw().draws[-1].tables[0]
    page = room.scorer.get(room.path("/seats"))
    page = room.scorer.send(page, "/seats", break_up="0")
    assert {*room.now.draws[-1].sitting_out} == {*first}
    room.scorer.send(page, "/seats", join="y")
    assert {*room.now.draws[-1].tables[-1]} == {*first}


@pytest.mark.parametrize("said", [{}, {"one": "3"}, {"one": "x", "other": "y"}, {"break_up": "x"}])
def test_a_move_that_says_nothing_moves_nobody(room: Room, said: dict[str, str]) -> None:
    room.arrive(*EIGHT)
    room.draw()
    assert room.scorer.send(room.scorer.get(room.path("/seats")), "/seats", **said).status == 400


@pytest.mark.parametrize("said", [{"one": "3", "other": "3"}, {"one": "3", "other": "99999"}, {"break_up": "9"}])
def test_a_move_that_cannot_be_is_told(room: Room, said: dict[str, str]) -> None:
    room.arrive(*EIGHT)
    room.draw()
    answer = room.scorer.send(room.scorer.get(room.path("/seats")), "/seats", **said)
    assert answer.status == 422
    assert answer.problems


def test_a_table_that_plays_stays_through_late_comers_and_hands(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    table = room.now.draws[-1].tables[1]
    room.start(1)
    room.arrive("Ibrahim", "Jana")
    room.draw()
    after = room.now.draws[-1]
    assert after.tables[1] == table
    page = room.scorer.get(room.path("/seats"))
    answer = room.scorer.send(page, "/seats", one=str(table.A), other=str(after.sitting_out[0]))
    assert answer.status == 422
    assert room.now.draws[-1].tables[1] == table
    assert room.scorer.get(room.path()).root.one(id="table-2").find("a"), "and its game is still its own"


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
        games = game_rows.games_of_evening(db.session(), club.id, room.evening)
        seated = [[*game.counted.members] for game in games if game.counted is not None]
    assert seated == [[*table] for table in room.now.draws[-1].tables]
    assert not [form for form in room.scorer.get(room.path()).root.find("form") if "/tables" in form.attrs["action"]]


def test_tables_that_were_drawn_anew_meanwhile_are_not_started_unseen(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    page = room.scorer.get(room.path())
    room.draw("balanced")
    answer = room.scorer.send(page, "/tables/all")
    assert (answer.status, len(answer.problems)) == (422, 1)
    with room.inside() as club:
        assert not game_rows.games_of_evening(db.session(), club.id, room.evening)


def test_tapping_twice_starts_one_game(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    form = room.start_form()
    first, second = (room.scorer.post(room.path("/tables"), form).path for _ in range(2))
    other = room.owner.post(
        room.path("/tables"), {**form, "csrf_token": room.owner.get(room.path()).fields("/tables")["csrf_token"]}
    )
    assert first == second == other.path


def test_a_second_game_at_a_table_waits_for_the_first(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    form = room.start_form()
    room.scorer.post(room.path("/tables"), form)
    answer = room.scorer.post(room.path("/tables"), {**form, "nth": "2"})
    assert answer.status == 422
    assert answer.problems
    assert room.scorer.post(room.path("/tables"), {**form, "nth": "7"}).status == 422


@pytest.mark.parametrize("said", [{"since": "1"}, {"at": "9"}, {"since": "x"}, {"nth": "0"}, {"nth": ""}])
def test_a_table_that_there_is_not_starts_nothing(room: Room, said: dict[str, str]) -> None:
    room.arrive(*EIGHT)
    room.draw()
    answer = room.scorer.post(room.path("/tables"), {**room.start_form(), **said})
    assert answer.status in (400, 422)
    assert not room.scorer.get(room.in_club("/games")).root.find("li", class_="club-game")


def test_those_at_the_table_write_in_their_game_and_others_read(room: Room) -> None:
    room.arrive("Basil", "Dani", "Elias", "Farah")
    room.draw()
    own = room.start().path
    path = room.in_club(f"/games/{uid_of_game(room)}/open")
    of_member = room.member.get(path)
    assert of_member.path.startswith("/g/")
    assert of_member.path != own, "who plays gets the writing link, not the owner's"
    assert room.member.get(f"{of_member.path}/deals/new?contracts=queens").status == 200
    assert room.scorer.get(path).path == own
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
        named = game_named(db.session(), uid_of_game(room))
        assert named is not None
        assert {*seat_links_of(db.session(), named.id)} == {*"ABCD"}


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
