"""Tables of an evening: drawn, drawn again, moved by hand, and their games started."""

import uuid

import pytest

from tests.support.clubs.rooms import MORE, Room, proof

EIGHT = ("Basil", "Carine", "Dani", "Amal", *MORE[:4])


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


def test_what_is_no_way_of_drawing_draws_nothing(room: Room) -> None:
    room.arrive(*EIGHT)
    for method in ("by_magic", "by_hand", ""):
        assert room.scorer.send(room.scorer.get(room.path("/draw")), "/draw", method=method).status == 400, method
        assert not room.now.draws, method


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


def test_a_move_that_says_nothing_moves_nobody(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    wrong: dict[str, str]
    for wrong in ({}, {"one": "3"}, {"one": "x", "other": "y"}, {"break_up": "x"}):
        assert room.scorer.send(room.scorer.get(room.path("/seats")), "/seats", **wrong).status == 400, wrong


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
