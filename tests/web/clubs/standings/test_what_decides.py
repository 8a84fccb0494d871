"""Between equals: what has put one before another stands at the line, and what the words mean below the table."""

from typing import Any

from tests.support.clubs.rooms import Room, count, table


def notes(room: Room) -> list[str]:
    return [note.text for note in table(room).root.find("span", class_="league__note")]


def change(room: Room, basis: dict[str, Any], *tie_breaks: str) -> None:
    with room.inside() as club:
        club.change_season(room.season, counting={"basis": basis, "tie_breaks": list(tie_breaks)})


def places(*awards: int) -> dict[str, Any]:
    return {"kind": "places", "awards": list(awards)}


def test_a_head_to_head_of_three_is_told_in_shares_and_one_of_two_in_games(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    change(room, places(1, 1, 1, 0), "head_to_head")
    assert len(notes(room)) == 2
    assert all("head to head among those still tied" in note and note.endswith("%") for note in notes(room))
    change(room, places(1, 1, 0, 0), "head_to_head")
    assert "head to head: 1 to 0 of 1" in notes(room)[0]


def test_a_head_to_head_of_two_is_told_in_games_though_a_third_had_their_score(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    count(room, 2, "Elias", "Hala", "Ibrahim", "Jana")
    count(room, 2, "Jana", "Hala", "Ibrahim", "Basil")
    change(room, places(2, 2, 1, 0), "more_games", "head_to_head")
    assert "more games: 2 to 1" in notes(room)[1]
    assert "head to head: 1 to 0 of 1" in notes(room)[2]


def test_whoever_reads_the_table_is_told_what_its_words_mean(room: Room) -> None:
    change(room, {"kind": "best", "best": 1, "of": 2}, "head_to_head", "best_game")
    with room.inside() as club:
        club.say("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    meanings = table(room, room.stranger).root.one("dl", class_="meanings").text
    assert "level counts half" in meanings
    assert "those still tied start again from the first tiebreaker" in meanings
    assert "First games are those of the earliest dates" in meanings
