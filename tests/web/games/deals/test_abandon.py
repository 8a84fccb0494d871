"""Abandoning a game keeps what was played, and Undo reopens it."""

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, Response, start
from tests.support.tables import KING
from tests.support.whole_games import whole_game

ONE_KINGDOM = whole_game("standard", 5)["deals"][:6]


@pytest.fixture
def running(site: Flask) -> Game:
    return start(site, *ONE_KINGDOM)


def abandon_game(phone: Phone, game: Game) -> Response:
    return phone.send(phone.get(game.path("/abandon")), "/abandon")


def status(page: Response) -> str:
    return page.root.find_one("section", class_="status").text


@pytest.mark.parametrize("permission", ["own", "write"])
def test_owner_and_scorer_abandon_game(site: Flask, running: Game, permission: str) -> None:
    phone, seq = Phone(site), running.seq()
    form = phone.get(running.path("/abandon", permission))
    assert running.seq() == seq
    table = phone.send(form, "/abandon")
    assert table.path == running.path("", permission)
    assert running.seq() == seq + 1
    assert "Abandoned" in status(table)
    assert not table.root.find("a", class_="contract-tile__link")
    assert "Game abandoned" in phone.get(running.path("", "read")).text


def test_view_only_link_cannot_abandon(site: Flask, running: Game) -> None:
    assert Phone(site).get(running.path("/abandon", "read")).status == 403
    assert Phone(site).get("/g/nobody/abandon").status == 404


def test_abandon_is_undone_and_redone(phone: Phone, running: Game) -> None:
    table = phone.send(abandon_game(phone, running), "/undo")
    assert "Abandoned undone" in status(table)
    assert table.root.find("a", class_="contract-tile__link")
    assert "Abandoned" in status(phone.send(table, "/redo"))


def test_new_deal_reopens_abandoned_game(phone: Phone, site: Flask) -> None:
    game = start(site)
    abandon_game(phone, game)
    assert site.test_client().get(f"/api/games/{game.read}/state").json["abandoned"] == 6  # type: ignore[index]
    game.add_entry(KING)
    assert "abandoned" not in site.test_client().get(f"/api/games/{game.read}/state").json  # type: ignore[operator]
    game.add_entry({"take_back": game.seq()})
    assert site.test_client().get(f"/api/games/{game.read}/state").json["abandoned"] == 6  # type: ignore[index]


def test_abandon_twice_saves_once(phone: Phone, running: Game) -> None:
    form = phone.get(running.path("/abandon"))
    abandon_game(phone, running)
    seq = running.seq()
    refused = phone.send(form, "/abandon", after=str(seq), key="")
    assert refused.problems == ["This game has already been abandoned."]
    assert running.seq() == seq
    assert phone.get(running.path("/abandon")).path == running.path()


def test_finished_game_cannot_be_abandoned(phone: Phone, site: Flask) -> None:
    game = start(site, *whole_game("standard", 5)["deals"])
    assert phone.get(game.path("/abandon")).path == game.path()
    body = {"key": "0" * 8 + "-0000-0000-0000-" + "0" * 12, "after": game.seq(), "entry": {"abandoned": {}}}
    response = site.test_client().post(f"/api/games/{game.write}/entries", json=body)
    assert response.status_code == 422
    assert "already_over" in response.text


@pytest.mark.parametrize("body", [None, True, [], {"why": "late"}])
def test_invalid_abandon_body_is_refused(site: Flask, running: Game, body: object) -> None:
    payload = {"key": "0" * 8 + "-0000-0000-0000-" + "0" * 12, "after": running.seq(), "entry": {"abandoned": body}}
    assert site.test_client().post(f"/api/games/{running.write}/entries", json=payload).status_code == 422


@pytest.mark.parametrize(
    ("rule", "deal_count", "text", "player_count"),
    [
        ("completed_kingdoms", 6, "Only complete kingdoms and adjustments count.", 4),
        ("as_it_stands", 6, "Every deal that was played counts.", 4),
        ("no_result", 6, "No result counts.", 0),
        ("completed_kingdoms", 3, "No result counts.", 0),
    ],
)
def test_result_of_abandoned_game_follows_house_rule(
    site: Flask, rule: str, deal_count: int, text: str, player_count: int
) -> None:
    phone = Phone(site)
    game = start(
        site, *ONE_KINGDOM[:deal_count], house_rules={"preset": "standard", "options": {"unfinished_game": rule}}
    )
    assert phone.get(game.path("/result")).path == game.path()
    abandon_game(phone, game)
    page = phone.get(game.path("/result", "read"))
    assert text in page.text
    assert len(page.root.find("li", class_="standing")) == player_count


def test_abandon_keeps_history_and_game_file(phone: Phone, running: Game) -> None:
    before = running.file()
    abandon_game(phone, running)
    assert running.file() == before
    assert "Game abandoned" in phone.get(running.path("/history")).text
