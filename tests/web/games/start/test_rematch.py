"""A rematch is one game, and each link of the old game leads to it with the same permission."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests.support.pages import NAMES, PERMISSIONS, Game, Phone, start
from tests.support.tables import KING
from tests.support.whole_games import whole_game
from trexscore.commands.games.links import create_missing_seat_links, renew_link
from trexscore.db.game_links import read_seat_tokens, read_token_scope
from trexscore.db.models import Game as StoredGame
from trexscore.db.models import db

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
WHOLE_GAME = whole_game("standard", 5)["deals"]


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *WHOLE_GAME, house_rules={"preset": "denexa", "options": {"queen_points": 30}})


@pytest.fixture
def count_new_games(site: Flask) -> Callable[[], int]:
    """A function that counts the games started in this test."""

    def count_games() -> int:
        with site.app_context():
            return db.session.execute(select(func.count()).select_from(StoredGame)).scalar_one()

    count_before = count_games()
    return lambda: count_games() - count_before


def rematch(site: Flask, token: str) -> Any:  # noqa: ANN401 - Werkzeug's response
    return site.test_client().post(f"/api/games/{token}/rematch", json={})


def state(site: Flask, token: str) -> Any:  # noqa: ANN401 - any JSON
    return site.test_client().get(f"/api/games/{token}/state").json


def scope_of(site: Flask, token: str) -> tuple[int, str, str | None] | None:
    with site.app_context():
        scope = read_token_scope(token)
    return None if scope is None else (scope.game_id, scope.permission, scope.seat_letter)


@BOTH_DATABASES
def test_rematch_keeps_seats_and_rules(site: Flask, played: Game) -> None:
    response = rematch(site, played.write)
    assert response.status_code == 201
    new_state = response.json["state"]
    assert (new_state["players"], new_state["result"]["deals"]) == (list(NAMES), [])
    assert new_state["house_rules"] == state(site, played.read)["house_rules"]


@BOTH_DATABASES
def test_rematch_links_keep_their_permission(site: Flask, played: Game) -> None:
    with site.app_context():
        create_missing_seat_links(played.game_id)
        seats = read_seat_tokens(db.session(), played.game_id)
    before = {permission: scope_of(site, played.token(permission)) for permission in PERMISSIONS}
    rematch(site, played.write)
    for permission in PERMISSIONS:
        scope = scope_of(site, state(site, played.token(permission))["rematch"])
        assert scope is not None
        assert scope[1:] == before[permission][1:]  # type: ignore[index]
        assert scope[0] != played.game_id
    for seat, token in seats.items():
        scope = scope_of(site, state(site, token)["rematch"])
        assert scope is not None
        assert scope[1:] == ("seat", seat)


@BOTH_DATABASES
def test_rematch_requested_twice_is_one_game(site: Flask, count_new_games: Callable[[], int], played: Game) -> None:
    first = rematch(site, played.write)
    second = rematch(site, played.write)
    by_owner = rematch(site, played.own)
    assert [first.status_code, second.status_code, by_owner.status_code] == [201, 200, 200]
    assert first.json["token"] == second.json["token"] != by_owner.json["token"]
    assert scope_of(site, first.json["token"])[0] == scope_of(site, by_owner.json["token"])[0]  # type: ignore[index]
    assert count_new_games() == 2


@BOTH_DATABASES
def test_rematch_requested_concurrently_is_one_game(
    site: Flask, count_new_games: Callable[[], int], played: Game
) -> None:
    statuses: list[int] = []

    def request_rematch(permission: str) -> None:
        statuses.append(rematch(site, played.token(permission)).status_code)

    threads = [threading.Thread(target=request_rematch, args=(permission,)) for permission in ("own", "write") * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] * 7 + [201]
    assert count_new_games() == 2


def test_view_only_link_starts_no_rematch(site: Flask, count_new_games: Callable[[], int], played: Game) -> None:
    assert rematch(site, played.read).status_code == 403
    phone = Phone(site)
    assert phone.post(played.path("/rematch", "read"), {"csrf_token": phone.token}).status == 403
    assert count_new_games() == 1
    assert "rematch" not in state(site, played.read)
    rematch(site, played.write)
    tokens = [state(site, played.token(permission))["rematch"] for permission in ("own", "write")]
    text = "".join(phone.get(played.path(path, "read")).text for path in ("", "/result", "/sheet"))
    assert state(site, played.read)["rematch"] in text
    assert not [token for token in tokens if token in text]


def test_rematch_of_unknown_game_is_not_found(site: Flask, count_new_games: Callable[[], int], played: Game) -> None:
    response = site.test_client().post("/api/games/AAAAAAAAAAAAAAAAAAAAAA/rematch", json={})
    assert (response.status_code, count_new_games()) == (404, 1)
    assert site.test_client().get(f"/api/games/{played.write}/rematch").status_code == 405


def test_link_replaced_in_rematch_is_not_revealed(
    site: Flask, count_new_games: Callable[[], int], played: Game
) -> None:
    link = rematch(site, played.write).json["token"]
    game_id = scope_of(site, link)[0]  # type: ignore[index]
    with site.app_context():
        new_token = renew_link(game_id, "write")
    assert "rematch" not in state(site, played.write)
    assert rematch(site, played.write).status_code == 404
    phone = Phone(site)
    page = phone.post(played.path("/rematch"), {"csrf_token": phone.token})
    assert page.path == played.path()
    assert "does not open the rematch" in page.text
    assert new_token not in page.text
    assert count_new_games() == 2


def test_link_replaced_in_old_game_finds_no_rematch(site: Flask, played: Game) -> None:
    rematch(site, played.own)
    with site.app_context():
        new_token = renew_link(played.game_id, "write")
    assert scope_of(site, played.write) is None
    assert "rematch" not in state(site, new_token)


def test_rematch_keeps_policy_and_referee(site: Flask, played: Game) -> None:
    played.add_entry({"terms": {"second_person": True, "deadline": {"minutes": 30, "after": "game"}, "referee": True}})
    new_state = rematch(site, played.own).json["state"]
    assert new_state["terms"] == state(site, played.own)["terms"]
    with site.app_context():
        referee = renew_link(played.game_id, "referee")
    assert scope_of(site, referee) is not None


def test_rematch_changes_etag_of_state(site: Flask, played: Game) -> None:
    client = site.test_client()
    etag = client.get(f"/api/games/{played.read}/state").headers["ETag"]
    rematch(site, played.write)
    response = client.get(f"/api/games/{played.read}/state", headers={"If-None-Match": etag})
    assert response.status_code == 200
    assert response.headers["ETag"].replace("-rematch", "") == etag
    unchanged = client.get(f"/api/games/{played.read}/state", headers={"If-None-Match": response.headers["ETag"]})
    assert unchanged.status_code == 304


def test_undone_last_deal_keeps_rematch(site: Flask, played: Game) -> None:
    token = rematch(site, played.write).json["token"]
    last_deal = WHOLE_GAME[-1]
    played.add_entry({"take_back": played.seq()})
    assert "Join" not in Phone(site).get(played.path()).text
    played.add_entry(last_deal)
    assert rematch(site, played.write).json["token"] == token
    assert token in Phone(site).get(played.path("/result")).text


def test_rematch_has_its_own_rematch(site: Flask, count_new_games: Callable[[], int], played: Game) -> None:
    second_token = rematch(site, played.write).json["token"]
    third_token = rematch(site, second_token).json["token"]
    assert len({played.write, second_token, third_token}) == 3
    assert count_new_games() == 3
    assert KING["king"] in state(site, third_token)["candidates"]
