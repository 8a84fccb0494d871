"""Games outside clubs: deleted, names removed, and forgotten on a device, by those who may."""

import json

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests.support.clubs.club_nights import new_club_night, play_table
from tests.support.pages import NAMES, READ_PAGES, Game, Phone, start
from tests.support.tables import DIAMONDS, TREX
from trexscore.cli import main
from trexscore.commands.verify_games import verify_game
from trexscore.db.models import Base, db

OTHER_PERMISSIONS = ("write", "read")


def post_status(phone: Phone, path: str, **fields: str) -> int:
    return phone.post(path, {"csrf_token": phone.token, **fields}, follow=False).status


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, DIAMONDS, TREX)


@pytest.mark.parametrize("permission", OTHER_PERMISSIONS)
def test_only_owner_deletes_and_removes_names(phone: Phone, played: Game, permission: str) -> None:
    assert phone.get(played.path("/delete", permission)).status == 403
    assert post_status(phone, played.path("/delete", permission)) == 403
    assert post_status(phone, played.path("/names/removal", permission), seat="A") == 403
    unknown_path = f"/g/{'A' * 22}"
    assert phone.get(f"{unknown_path}/delete").status == 404
    assert [post_status(phone, unknown_path + path) for path in ("/delete", "/names/removal", "/forget")] == [404] * 3
    assert NAMES[0] in phone.get(played.path("/sheet")).text


def test_removed_name_leaves_points_unchanged(phone: Phone, played: Game) -> None:
    points = _totals(phone, played)
    page = phone.get(played.path("/delete", "own"))
    assert (page.status, page.page.faults) == (200, ())
    assert post_status(phone, played.path("/names/removal", "own"), seat="B") == 303
    for path in (*READ_PAGES, "/game.json", "/delete"):
        assert NAMES[1] not in phone.get(played.path(path, "own")).text, path
    assert NAMES[1] not in phone.client.get(f"/api/games/{played.read}/journal").text
    assert NAMES[0] in phone.get(played.path("/sheet")).text
    assert _totals(phone, played) == points
    with played.site.app_context():
        assert verify_game(db.session(), played.game_id) == []
    assert post_status(phone, played.path("/names/removal", "own"), seat="B") == 303
    assert post_status(phone, played.path("/names/removal", "own"), seat="X") == 400


def test_deleted_game_is_gone_on_every_phone(site: Flask, phone: Phone, played: Game) -> None:
    other_game = start(site)
    for game in (played, other_game):
        phone.get(game.path("", "own"))
    response = phone.send_only(phone.get(played.path("/delete", "own")), "/delete")
    assert (response.status, response.headers["Location"]) == (303, "/games")
    assert phone.cookie("games") == other_game.own
    assert phone.cookie("forget") == played.own
    for permission in ("own", *OTHER_PERMISSIONS):
        assert Phone(site).get(played.path("", permission)).status == 404
        assert phone.client.get(f"/api/games/{played.token(permission)}/state").status_code == 404
    with site.app_context():
        tables_left = [
            table.name
            for table in Base.metadata.sorted_tables
            if "game_id" in table.c
            and db.session.scalar(select(func.count()).select_from(table).where(table.c.game_id == played.game_id))
        ]
    assert tables_left == []
    assert Phone(site).get(other_game.path()).status == 200


def test_game_counted_by_club_is_not_deleted(site: Flask) -> None:
    night = new_club_night(site)
    table = play_table(night, 3)
    page = night.owner.get(table.path("own", "/delete"))
    assert "This game counts in a club." in page.text
    assert not page.root.find("details", class_="confirmed-action")
    assert post_status(night.owner, table.path("own", "/delete")) == 303
    assert post_status(night.owner, table.path("own", "/names/removal"), seat="A") == 303
    assert "Basil" in night.owner.get(table.path("own", "/sheet")).text


@pytest.mark.parametrize("permission", ["own", *OTHER_PERMISSIONS])
def test_device_forgets_game(site: Flask, phone: Phone, played: Game, permission: str) -> None:
    for other_right in OTHER_PERMISSIONS:
        phone.get(played.path("", other_right))
    response = phone.send_only(phone.get(played.path("/links", permission)), "/forget")
    assert response.status == 303
    assert not phone.cookie("games")
    assert {*(phone.cookie("forget") or "").split(".")} == {played.token(permission), played.write, played.read}
    assert played.write not in phone.get("/").text
    assert Phone(site).get(played.path("", permission)).status == 200


def test_sign_out_forgets_games_of_clubs(site: Flask, played: Game) -> None:
    night = new_club_night(site)
    table = play_table(night, 3)
    night.owner.get(table.path("own"))
    night.owner.get(played.path())
    token = night.owner.get("/account/name").token
    night.owner.post("/account/sign-out", {"csrf_token": token})
    assert night.owner.cookie("games") == played.write
    assert table.links["own"] in (night.owner.cookie("forget") or "")


def test_commands_delete_game_and_remove_name(
    site: Flask, phone: Phone, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    del tmp_path
    folder = site.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///").rpartition("/")[0]
    deleted, anonymized = start(site, DIAMONDS), start(site, DIAMONDS)
    uid = json.loads(phone.client.get(f"/api/games/{anonymized.read}/journal").text)["entries"][0]["key"]
    assert main(["game", "anonymize", uid, "--name", "nobody", "--data", folder]) == 2
    assert main(["game", "anonymize", uid, "--name", NAMES[2].upper(), "--data", folder]) == 0
    assert NAMES[2] not in phone.get(anonymized.path("/sheet")).text
    assert main(["game", "delete", f"https://x.example/g/{deleted.read}/sheet", "--data", folder]) == 0
    assert phone.get(deleted.path()).status == 404
    assert main(["game", "delete", f"https://x.example/g/{deleted.read}", "--data", folder]) == 2
    assert deleted.read not in capsys.readouterr().err


def _totals(phone: Phone, game: Game) -> object:
    return phone.client.get(f"/api/games/{game.read}/state").get_json()["result"]["totals"]
