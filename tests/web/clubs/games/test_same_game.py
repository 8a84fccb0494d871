"""A game that was brought in by its link comes once more as a file: nobody counts it twice without being told."""

import json

import pytest

from tests.support.clubs.club import agree
from tests.support.clubs.rooms import Room
from tests.support.pages import Answer, Game, start
from tests.support.whole_games import whole_game

OURS = ["Basil", "Carine", "Dani", "Elias"]
SAID = "The club already counts a game with exactly the same points."


def played(room: Room, seed: int = 1, deals: int = 20) -> Game:
    file = whole_game("standard", seed, OURS)
    return start(room.site, *file.pop("deals")[:deals], **file)


def asked(room: Room, **by: str) -> Answer:
    """The page that asks whose game it is."""
    return room.scorer.send(room.scorer.get(room.in_club("/games/new")), "/games/new", **by)


def by_file(room: Room, game: Game) -> Answer:
    return asked(room, pasted=game.site.test_client().get(f"/api/games/{game.read}").text)


def by_link(room: Room, game: Game) -> Answer:
    return asked(room, link=f"https://x.example/g/{game.read}")


def uid_of(game: Game) -> str:
    return str(json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"][0]["key"])


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_the_file_of_a_game_that_counts_is_known_by_its_points(room: Room) -> None:
    game = played(room)
    page = by_link(room, game)
    assert SAID not in page.text
    room.scorer.send(page, f"/from/{game.read}")
    with room.inside():
        agree(uid_of(game))
    page = by_file(room, game)
    assert SAID in page.text
    assert room.in_club(f"/games/{uid_of(game)}") in {link.attrs["href"] for link in page.root.find("a")}
    assert SAID not in by_file(room, played(room, seed=2)).text


def test_one_that_was_withdrawn_or_has_no_result_is_no_such_game(room: Room) -> None:
    game, barely_begun = played(room), played(room, deals=1)
    for one in (game, barely_begun):
        room.scorer.send(by_link(room, one), f"/from/{one.read}")
    with room.inside() as club:
        club.withdraw(uid_of(game))
    assert SAID not in by_file(room, game).text
    assert SAID not in by_file(room, barely_begun).text
