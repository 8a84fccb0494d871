"""A game with other house rules is admitted to seasons by those who lead, after a preview."""

import json

from tests.support.clubs.rooms import Room
from tests.support.pages import Game, start
from tests.support.whole_games import whole_game

OURS = ["Basil", "Carine", "Dani", "Elias"]


def finished(room: Room, players: list[str]) -> Game:
    file = whole_game("denexa", 1, players)
    return start(room.site, *file.pop("deals"), **file)


def points(room: Room) -> dict[int, int]:
    with room.inside() as club:
        return club.points(room.season)


def test_admission_is_previewed(room: Room) -> None:
    game = finished(room, OURS)
    path = f"/games/from/{game.read}"
    room.scorer.send(room.scorer.get(room.in_club(path)), path)
    assert not points(room)
    listed = room.scorer.get(room.in_club("/games?only=not_counting"))
    assert "it was played under different house rules" in listed.text
    journal = game.site.test_client().get(f"/api/games/{game.read}/journal").text
    seats = room.in_club(f"/games/{json.loads(journal)['entries'][0]['key']}/seats")
    assert room.scorer.send(room.scorer.get(seats), "/seats", seasons=[str(room.season)]).status == 403
    preview = room.owner.send(room.owner.get(seats), "/seats", seasons=[str(room.season)])
    assert preview.root.one("h1").text == "Preview changes"
    assert "1 more game would count." in preview.text
    assert not points(room)
    back = room.owner.send(preview, "/seats", edit="yes")
    assert "checked" in back.root.one("input", name="seasons").attrs
    room.owner.send(preview, "/seats", previewed="yes")
    assert points(room)
    assert room.scorer.get(seats).status == 403, "what those who lead decided is not the scorer's to say again"


def test_previewed_guests_are_not_added_yet(room: Room) -> None:
    game = finished(room, ["Nadia", *OURS[1:]])
    path = f"/games/from/{game.read}"
    preview = room.owner.send(room.owner.get(room.in_club(path)), path, seasons=[str(room.season)])
    assert preview.root.one("h1").text == "Preview changes"
    assert "Nadia" in preview.text
    assert not points(room)
    with room.inside() as club:
        members = len(club.record.members)
    room.owner.send(preview, path, previewed="yes")
    assert points(room)
    with room.inside() as club:
        assert len(club.record.members) == members + 1
