"""A rematch is one game, and each link of the old game leads to it with the same permission."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests.support.pages import NAMES, RIGHTS, Game, Phone, start
from tests.support.tables import KING
from tests.support.whole_games import whole_game
from trexscore.commands.games.links import create_missing_seat_links, renew_link
from trexscore.db.game_links import read_seat_tokens, read_token_scope
from trexscore.db.models import Game as StoredGame
from trexscore.db.models import db

BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
WHOLE = whole_game("standard", 5)["deals"]


@pytest.fixture
def played(site: Flask) -> Game:
    return start(site, *WHOLE, house_rules={"preset": "denexa", "options": {"queen_points": 30}})


@pytest.fixture
def games(site: Flask) -> Callable[[], int]:
    """The number of games besides those of other tests."""

    def counted() -> int:
        with site.app_context():
            return db.session.execute(select(func.count()).select_from(StoredGame)).scalar_one()

    before = counted()
    return lambda: counted() - before


def rematch(site: Flask, token: str) -> Any:  # noqa: ANN401 - Werkzeug's answer
    return site.test_client().post(f"/api/games/{token}/rematch", json={})


def state(site: Flask, token: str) -> Any:  # noqa: ANN401 - any JSON
    return site.test_client().get(f"/api/games/{token}/state").json


def scope_of(site: Flask, token: str) -> tuple[int, str, str | None] | None:
    with site.app_context():
        scope = read_token_scope(token)
    return None if scope is None else (scope.game_id, scope.permission, scope.seat)


@BOTH_DATABASES
def test_rematch_keeps_seats_and_rules(site: Flask, played: Game) -> None:
    answer = rematch(site, played.write)
    assert answer.status_code == 201
    said = answer.json["state"]
    assert (said["players"], said["result"]["deals"]) == (list(NAMES), [])
    assert said["house_rules"] == state(site, played.read)["house_rules"]


@BOTH_DATABASES
def test_rematch_links_keep_their_permission(site: Flask, played: Game) -> None:
    with site.app_context():
        create_missing_seat_links(played.game_id)
        seats = read_seat_tokens(db.session(), played.game_id)
    before = {right: scope_of(site, played.token(right)) for right in RIGHTS}
    rematch(site, played.write)
    for right in RIGHTS:
        joined = scope_of(site, state(site, played.token(right))["rematch"])
        assert joined is not None
        assert joined[1:] == before[right][1:]  # type: ignore[index]
        assert joined[0] != played.game_id
    for seat, token in seats.items():
        joined = scope_of(site, state(site, token)["rematch"])
        assert joined is not None
        assert joined[1:] == ("seat", seat)


@BOTH_DATABASES
def test_rematch_requested_twice_is_one_game(site: Flask, games: Callable[[], int], played: Game) -> None:
    first = rematch(site, played.write)
    again = rematch(site, played.write)
    by_owner = rematch(site, played.own)
    assert [first.status_code, again.status_code, by_owner.status_code] == [201, 200, 200]
    assert first.json["token"] == again.json["token"] != by_owner.json["token"]
    assert scope_of(site, first.json["token"])[0] == scope_of(site, by_owner.json["token"])[0]  # type: ignore[index]
    assert games() == 2


@BOTH_DATABASES
def test_rematch_requested_concurrently_is_one_game(site: Flask, games: Callable[[], int], played: Game) -> None:
    statuses: list[int] = []

    def ask(right: str) -> None:
        statuses.append(rematch(site, played.token(right)).status_code)

    threads = [threading.Thread(target=ask, args=(right,)) for right in ("own", "write") * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] * 7 + [201]
    assert games() == 2


def test_view_only_link_starts_no_rematch(site: Flask, games: Callable[[], int], played: Game) -> None:
    assert rematch(site, played.read).status_code == 403
    phone = Phone(site)
    assert phone.post(played.path("/rematch", "read"), {"csrf_token": phone.token}).status == 403
    assert games() == 1
    assert "rematch" not in state(site, played.read)
    rematch(site, played.write)
    tokens = [state(site, played.token(right))["rematch"] for right in ("own", "write")]
    shown = "".join(phone.get(played.path(what, "read")).text for what in ("", "/result", "/sheet"))
    assert state(site, played.read)["rematch"] in shown
    assert not [token for token in tokens if token in shown]


def test_rematch_of_unknown_game_is_not_found(site: Flask, games: Callable[[], int], played: Game) -> None:
    unknown = site.test_client().post("/api/games/AAAAAAAAAAAAAAAAAAAAAA/rematch", json={})
    assert (unknown.status_code, games()) == (404, 1)
    assert site.test_client().get(f"/api/games/{played.write}/rematch").status_code == 405


def test_link_replaced_in_rematch_is_not_revealed(site: Flask, games: Callable[[], int], played: Game) -> None:
    link = rematch(site, played.write).json["token"]
    game_id = scope_of(site, link)[0]  # type: ignore[index]
    with site.app_context():
        renewed = renew_link(game_id, "write")
    assert "rematch" not in state(site, played.write)
    assert rematch(site, played.write).status_code == 404
    phone = Phone(site)
    page = phone.post(played.path("/rematch"), {"csrf_token": phone.token})
    assert page.path == played.path()
    assert "does not open the rematch" in page.text
    assert renewed not in page.text
    assert games() == 2


def test_link_replaced_in_old_game_finds_no_rematch(site: Flask, played: Game) -> None:
    rematch(site, played.own)
    with site.app_context():
        renewed = renew_link(played.game_id, "write")
    assert scope_of(site, played.write) is None
    assert "rematch" not in state(site, renewed)


def test_rematch_keeps_policy_and_referee(site: Flask, played: Game) -> None:
    played.add_entry({"terms": {"second_person": True, "deadline": {"minutes": 30, "after": "game"}, "referee": True}})
    said = rematch(site, played.own).json["state"]
    assert said["terms"] == state(site, played.own)["terms"]
    with site.app_context():
        referee = renew_link(played.game_id, "referee")
    assert scope_of(site, referee) is not None


def test_rematch_changes_etag_of_state(site: Flask, played: Game) -> None:
    client = site.test_client()
    tag = client.get(f"/api/games/{played.read}/state").headers["ETag"]
    rematch(site, played.write)
    answer = client.get(f"/api/games/{played.read}/state", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer.headers["ETag"].replace("-rematch", "") == tag
    same = client.get(f"/api/games/{played.read}/state", headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304


def test_undone_last_deal_keeps_rematch(site: Flask, played: Game) -> None:
    first = rematch(site, played.write).json["token"]
    last = WHOLE[-1]
    played.add_entry({"take_back": played.seq()})
    assert "Join" not in Phone(site).get(played.path()).text
    played.add_entry(last)
    assert rematch(site, played.write).json["token"] == first
    assert first in Phone(site).get(played.path("/result")).text


def test_rematch_has_its_own_rematch(site: Flask, games: Callable[[], int], played: Game) -> None:
    second = rematch(site, played.write).json["token"]
    third = rematch(site, second).json["token"]
    assert len({played.write, second, third}) == 3
    assert games() == 3
    assert KING["king"] in state(site, third)["candidates"]
