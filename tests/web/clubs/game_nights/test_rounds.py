"""A game night's rounds, its result, and somebody who goes home in the middle of a game."""

import uuid

from tests.support.clubs.club import enter
from tests.support.clubs.rooms import MORE, Room, proof, uid_of_game
from tests.support.pages import Fields, Phone
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.links import create_club_link

FOUR = ("Basil", "Carine", "Dani", "Elias")
EIGHT = (*FOUR, "Amal", *MORE[1:4])


def play_out(room: Room, uid: str, seed: int = 11) -> None:
    with room.inside():
        for deal in whole_game("standard", seed)["deals"]:
            enter(uid, deal)


def places(room: Room) -> list[str]:
    page = room.owner.get(room.in_club(f"/games?evening={room.evening}"))
    return [one.find("span")[-1].text for one in page.root.find("span", class_="club-game__head")]


def test_tables_of_two_rounds_have_two_names(room: Room) -> None:
    room.arrive(*FOUR)
    room.draw()
    room.start()
    play_out(room, uid_of_game(room))
    room.draw("by_rating")
    assert "Round 2" in room.scorer.get(room.path()).text
    room.start()
    later, earlier = places(room)
    assert later.startswith("Round 2 · Table 1 · ")
    assert earlier.startswith("Round 1 · Table 1 · ")


def test_tables_of_one_draw_play_one_round(room: Room) -> None:
    room.arrive(*EIGHT)
    room.draw()
    room.start()
    play_out(room, uid_of_game(room))
    room.start(1)
    assert {one.partition(" · ")[0] for one in places(room)} == {"Round 1"}


def test_a_late_table_plays_the_round_of_the_others(room: Room) -> None:
    room.arrive(*FOUR)
    room.draw()
    room.start()
    room.arrive(*EIGHT[4:])
    room.draw()
    room.start()
    assert {one.partition(" · ")[0] for one in places(room)} == {"Round 1"}


def test_a_night_has_a_result_on_its_page_and_on_the_board(room: Room) -> None:
    room.arrive(*FOUR)
    room.draw()
    room.start()
    with room.inside() as club:
        board = f"/live-board/{create_club_link(club.id, 'screen')}"
    for path in (room.path(), board):
        assert "Points of the night" not in Phone(room.site).get(path).text
    play_out(room, uid_of_game(room))
    lines = room.member.get(room.path()).root.find("li", class_="night__line")
    assert {name for line in lines for name in FOUR if name in line.text} == {*FOUR}
    assert "won" in lines[0].text
    assert "won" not in lines[-1].text
    assert "Points of the night" in Phone(room.site).get(board).text


def test_who_plays_is_named_with_the_table_and_the_way_to_abandon_its_game(room: Room) -> None:
    room.arrive(*FOUR)
    room.draw()
    room.start()
    said: Fields = {"went": str(room.club.members["Elias"]), "key": str(uuid.uuid4()), **proof(room.scorer)}
    page = room.scorer.post(room.path("/check-in"), said)
    assert page.status == 422
    assert "Elias is playing at table 1. Finish or abandon that game first." in page.text
    way = next(link for link in page.root.find("a") if "Abandon the game at table 1" in link.text)
    game = room.scorer.get(way.attrs["href"])
    assert [form for form in game.root.find("form") if form.attrs["action"].endswith("/abandon")]
    as_script = room.scorer.client.post(room.path("/check-in"), data=said, headers={"Accept": "application/json"})
    told = as_script.get_json()
    assert told["way"]["url"] == way.attrs["href"]
