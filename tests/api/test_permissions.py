"""Owner, scorer, view-only link and unknown token on every route, with every method."""

import pytest

from tests.support.databases import both_databases
from tests.support.tables import DIAMONDS, Client, envelope, start_game

READ_PATHS = ("", "/state", "/journal")
_UNKNOWN_TOKENS = ("AAAAAAAAAAAAAAAAAAAAAA", "x", "%00", "a%00b", "%ff", "أمل", "x" * 5000, "' OR 1=1 --")


@both_databases
@pytest.mark.parametrize("permission", ["own", "write", "read"])
def test_every_link_reads_everything(client: Client, permission: str) -> None:
    table = start_game(client)
    token = getattr(table, permission)
    for path in READ_PATHS:
        assert client.get(table.path(path, token)).status_code == 200
        head = client.head(table.path(path, token))
        assert (head.status_code, head.data) == (200, b"")
    assert client.get(table.path("/state", token)).json["may"] == permission


@pytest.mark.parametrize(("permission", "status"), [("own", 201), ("write", 201), ("read", 403)])
def test_view_only_link_saves_nothing(client: Client, permission: str, status: int) -> None:
    table = start_game(client)
    response = table.post_entry(envelope(DIAMONDS), getattr(table, permission))
    assert response.status_code == status
    assert (response.json.get("code") == "read_only") is (status == 403)
    assert table.state()["seq"] == (6 if status == 201 else 5)


@both_databases
@pytest.mark.parametrize("token", _UNKNOWN_TOKENS)
def test_unknown_token_is_not_found_with_any_method(client: Client, token: str) -> None:
    for path in (*READ_PATHS, "/entries", "/draft"):
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"):
            response = client.open(f"/api/games/{token}{path}", method=method)
            assert response.status_code == 404
            if method != "HEAD":
                assert response.json["code"] == "not_found"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("", "GET, HEAD"), ("/state", "GET, HEAD"), ("/journal", "GET, HEAD"), ("/entries", "POST")],
)
def test_wrong_method_names_allowed_ones(client: Client, path: str, allowed: str) -> None:
    table = start_game(client)
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} - set(allowed.split(", ")):
        response = client.open(table.path(path, table.read), method=method)
        assert response.status_code == 405  # a view-only link also gets 405, not 403
        assert response.json["code"] == "method_not_allowed"
        assert set(response.headers["Allow"].split(", ")) == set(allowed.split(", "))


def test_games_are_started_with_post_only(client: Client) -> None:
    response = client.get("/api/games")
    assert (response.status_code, response.json["code"]) == (405, "method_not_allowed")
    assert "POST" in response.headers["Allow"]


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/other", "/api/games/x/other", "/api/clubs"])
def test_unknown_address_leads_to_description(client: Client, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.json["code"]) == (404, "not_found")
    assert response.json["message"] == "Nothing is at this address. /api/openapi.json lists the addresses."
