"""Tables of a game night: drawn, redrawn, and players swapped."""

import uuid

import pytest

from tests.support.clubs.club_nights import MORE_NAMES, ClubNight, csrf_fields

EIGHT_NAMES = ("Basil", "Carine", "Dani", "Amal", *MORE_NAMES[:4])


@pytest.mark.parametrize("method", ["random", "mixing", "by_rating", "balanced"])
def test_draw_seats_everyone_present(night: ClubNight, method: str) -> None:
    night.check_in(*EIGHT_NAMES, "Ibrahim")
    game_night = night.draw_tables(method)
    draw = game_night.draws[-1]
    assert draw.method == method
    assert len(draw.tables) == 2
    assert len(draw.sitting_out) == 1
    assert {*game_night.present_member_numbers} == {*draw.tables[0], *draw.tables[1], *draw.sitting_out}
    page = night.member.get(night.path())
    assert all(name in page.text for name in EIGHT_NAMES)


def test_draw_needs_four_players(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani")
    page = night.scorer.get(night.path("/draw"))
    response = night.scorer.send(page, "/draw", method="random")
    assert (response.status, len(night.folded_night.draws)) == (422, 0)
    assert response.problems


def test_unknown_draw_method_is_refused(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    for method in ("by_magic", "by_hand", ""):
        assert night.scorer.send(night.scorer.get(night.path("/draw")), "/draw", method=method).status == 400, method
        assert not night.folded_night.draws, method


def test_same_draw_sent_twice_is_one(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    page = night.scorer.get(night.path("/draw"))
    for _ in range(2):
        assert night.scorer.send(page, "/draw", method="random").path == night.path()
    assert len(night.folded_night.draws) == 1


def test_stale_page_does_not_draw(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    page = night.scorer.get(night.path("/draw"))
    stale_page = night.owner.get(night.path("/draw"))
    night.scorer.send(page, "/draw", method="random")
    response = night.owner.send(stale_page, "/draw", method="random")
    assert response.status == 422
    assert response.problems
    assert len(night.folded_night.draws) == 1
    assert night.owner.send(response, "/draw", method="random").status == 200, "the form with the warning can be saved"


def test_members_do_not_draw_or_swap(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    game_night = night.draw_tables()
    member_token, stranger_token = csrf_fields(night.member), csrf_fields(night.stranger)
    for path, data in (
        ("/draw", {"method": "random", "behind": str(game_night.last_draw_seq)}),
        (
            "/seats",
            {
                "first_member": "3",
                "second_member": str(game_night.present_member_numbers[1]),
                "behind": str(game_night.last_draw_seq),
            },
        ),
        ("/tables", {"first_draw": str(game_night.last_draw_seq), "index_in_draw": "0", "game_number": "1"}),
    ):
        assert night.member.post(night.path(path), {**data, **member_token, "key": str(uuid.uuid4())}).status == 403
        assert night.stranger.post(night.path(path), {**data, **stranger_token, "key": str(uuid.uuid4())}).status == 404
    assert len(night.folded_night.draws) == 1


def test_tapped_players_swap_seats(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES, "Ibrahim")
    draw = night.draw_tables().draws[-1]
    first_player, second_player = draw.tables[0].A, draw.tables[1].C
    page = night.scorer.get(night.path(f"/seats?pick={first_player}"))
    response = night.scorer.send(page, "/seats", second_member=str(second_player))
    assert response.status == 200
    draw_after = night.folded_night.draws[-1]
    assert (draw_after.method, draw_after.tables[0].A, draw_after.tables[1].C) == (
        "by_hand",
        second_player,
        first_player,
    )
    assert draw_after.sitting_out == draw.sitting_out


def test_table_is_removed_and_formed_again(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    table = night.draw_tables().draws[-1].tables[0]
    page = night.scorer.get(night.path("/seats"))
    page = night.scorer.send(page, "/seats", break_up="0")
    assert {*night.folded_night.draws[-1].sitting_out} == {*table}
    night.scorer.send(page, "/seats", join="y")
    assert {*night.folded_night.draws[-1].tables[-1]} == {*table}


def test_incomplete_move_is_refused(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    fields: dict[str, str]
    for fields in ({}, {"first_member": "3"}, {"first_member": "x", "second_member": "y"}, {"break_up": "x"}):
        assert night.scorer.send(night.scorer.get(night.path("/seats")), "/seats", **fields).status == 400, fields


@pytest.mark.parametrize(
    "fields",
    [{"first_member": "3", "second_member": "3"}, {"first_member": "3", "second_member": "99999"}, {"break_up": "9"}],
)
def test_impossible_move_is_refused(night: ClubNight, fields: dict[str, str]) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    response = night.scorer.send(night.scorer.get(night.path("/seats")), "/seats", **fields)
    assert response.status == 422
    assert response.problems


def test_playing_table_stays_through_redraw(night: ClubNight) -> None:
    night.check_in(*EIGHT_NAMES)
    night.draw_tables()
    table = night.folded_night.draws[-1].tables[1]
    night.start_table_game(1)
    night.check_in("Ibrahim", "Jana")
    night.draw_tables()
    draw_after = night.folded_night.draws[-1]
    assert draw_after.tables[1] == table
    page = night.scorer.get(night.path("/seats"))
    response = night.scorer.send(
        page, "/seats", first_member=str(table.A), second_member=str(draw_after.sitting_out[0])
    )
    assert response.status == 422
    assert night.folded_night.draws[-1].tables[1] == table
    assert night.scorer.get(night.path()).root.find_one(id="table-2").find("a"), "the table keeps its game"
