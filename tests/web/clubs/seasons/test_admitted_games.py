"""A game with other house rules is admitted to seasons by club admins, after a preview."""

import json

from tests.support.clubs.club_nights import ClubNight
from tests.support.pages import Game, start
from tests.support.whole_games import whole_game

PLAYER_NAMES = ["Basil", "Carine", "Dani", "Elias"]


def finished_game(night: ClubNight, players: list[str]) -> Game:
    file = whole_game("denexa", 1, players)
    return start(night.site, *file.pop("deals"), **file)


def points(night: ClubNight) -> dict[int, int]:
    with night.app_context() as club:
        return club.points(night.season)


def test_admission_is_previewed(night: ClubNight) -> None:
    game = finished_game(night, PLAYER_NAMES)
    path = f"/games/from/{game.read}"
    night.scorer.send(night.scorer.get(night.club_path(path)), path)
    assert not points(night)
    list_page = night.scorer.get(night.club_path("/games?only=not_counting"))
    assert "it was played under different house rules" in list_page.text
    journal = game.site.test_client().get(f"/api/games/{game.read}/journal").text
    seats_path = night.club_path(f"/games/{json.loads(journal)['entries'][0]['key']}/seats")
    assert night.scorer.send(night.scorer.get(seats_path), "/seats", seasons=[str(night.season)]).status == 403
    preview = night.owner.send(night.owner.get(seats_path), "/seats", seasons=[str(night.season)])
    assert preview.root.find_one("h1").text == "Preview"
    assert "1 more game would count." in preview.text
    assert not points(night)
    form_page = night.owner.send(preview, "/seats", edit="yes")
    assert "checked" in form_page.root.find_one("input", name="seasons").attrs
    night.owner.send(preview, "/seats", previewed="yes")
    assert points(night)
    assert night.scorer.get(seats_path).status == 403, "scorers cannot change seats of an admitted game"


def test_previewed_guests_are_not_added_yet(night: ClubNight) -> None:
    game = finished_game(night, ["Nadia", *PLAYER_NAMES[1:]])
    path = f"/games/from/{game.read}"
    preview = night.owner.send(night.owner.get(night.club_path(path)), path, seasons=[str(night.season)])
    assert preview.root.find_one("h1").text == "Preview"
    assert "Nadia" in preview.text
    assert not points(night)
    with night.app_context() as club:
        member_count = len(club.record.members)
    night.owner.send(preview, path, previewed="yes")
    assert points(night)
    with night.app_context() as club:
        assert len(club.record.members) == member_count + 1
