"""A game added by its link and again as a file is reported before it counts twice."""

import json

import pytest

from tests.support.clubs.club import sign_off_kingdoms
from tests.support.clubs.club_nights import ClubNight
from tests.support.pages import Answer, Game, start
from tests.support.whole_games import whole_game

OURS = ["Basil", "Carine", "Dani", "Elias"]
SAID = "The club already counts a game with exactly the same points."


def played(night: ClubNight, seed: int = 1, deals: int = 20) -> Game:
    file = whole_game("standard", seed, OURS)
    return start(night.site, *file.pop("deals")[:deals], **file)


def add_page(night: ClubNight, **by: str) -> Answer:
    """The page that asks for the players of a game."""
    return night.scorer.send(night.scorer.get(night.in_club("/games/new")), "/games/new", **by)


def by_file(night: ClubNight, game: Game) -> Answer:
    return add_page(night, pasted=game.site.test_client().get(f"/api/games/{game.read}").text)


def by_link(night: ClubNight, game: Game) -> Answer:
    return add_page(night, link=f"https://x.example/g/{game.read}")


def uid_of(game: Game) -> str:
    return str(json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"][0]["key"])


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_file_of_counted_game_is_recognized(night: ClubNight) -> None:
    game = played(night)
    page = by_link(night, game)
    assert SAID not in page.text
    night.scorer.send(page, f"/from/{game.read}")
    with night.inside():
        sign_off_kingdoms(uid_of(game))
    page = by_file(night, game)
    assert SAID in page.text
    assert night.in_club(f"/games/{uid_of(game)}") in {link.attrs["href"] for link in page.root.find("a")}
    assert SAID not in by_file(night, played(night, seed=2)).text


def test_excluded_or_barely_begun_game_is_no_duplicate(night: ClubNight) -> None:
    game, barely_begun = played(night), played(night, deals=1)
    for one in (game, barely_begun):
        night.scorer.send(by_link(night, one), f"/from/{one.read}")
    with night.inside() as club:
        club.withdraw(uid_of(game))
    assert SAID not in by_file(night, game).text
    assert SAID not in by_file(night, barely_begun).text
