"""A game added by its link and again as a file is reported before it counts twice."""

import json

import pytest

from tests.support.clubs.club import sign_off_kingdoms
from tests.support.clubs.club_nights import ClubNight
from tests.support.pages import Game, Response, start
from tests.support.whole_games import whole_game

PLAYER_NAMES = ["Basil", "Carine", "Dani", "Elias"]
DUPLICATE_WARNING = "The club already counts a game with exactly the same points."


def played_game(night: ClubNight, seed: int = 1, deals: int = 20) -> Game:
    file = whole_game("standard", seed, PLAYER_NAMES)
    return start(night.site, *file.pop("deals")[:deals], **file)


def add_page(night: ClubNight, **source_fields: str) -> Response:
    """The page that asks for the players of a game."""
    return night.scorer.send(night.scorer.get(night.club_path("/games/new")), "/games/new", **source_fields)


def add_page_by_file(night: ClubNight, game: Game) -> Response:
    return add_page(night, pasted=game.site.test_client().get(f"/api/games/{game.read}").text)


def add_page_by_link(night: ClubNight, game: Game) -> Response:
    return add_page(night, link=f"https://x.example/g/{game.read}")


def uid_of(game: Game) -> str:
    return str(json.loads(game.site.test_client().get(f"/api/games/{game.read}/journal").text)["entries"][0]["key"])


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_file_of_counted_game_is_recognized(night: ClubNight) -> None:
    game = played_game(night)
    page = add_page_by_link(night, game)
    assert DUPLICATE_WARNING not in page.text
    night.scorer.send(page, f"/from/{game.read}")
    with night.app_context():
        sign_off_kingdoms(uid_of(game))
    page = add_page_by_file(night, game)
    assert DUPLICATE_WARNING in page.text
    assert night.club_path(f"/games/{uid_of(game)}") in {link.attrs["href"] for link in page.root.find("a")}
    assert DUPLICATE_WARNING not in add_page_by_file(night, played_game(night, seed=2)).text


def test_excluded_or_barely_begun_game_is_no_duplicate(night: ClubNight) -> None:
    complete_game, barely_begun_game = played_game(night), played_game(night, deals=1)
    for game in (complete_game, barely_begun_game):
        night.scorer.send(add_page_by_link(night, game), f"/from/{game.read}")
    with night.app_context() as club:
        club.exclude_game(uid_of(complete_game))
    assert DUPLICATE_WARNING not in add_page_by_file(night, complete_game).text
    assert DUPLICATE_WARNING not in add_page_by_file(night, barely_begun_game).text
