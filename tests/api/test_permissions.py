"""Owner, scorer, view-only link and unknown token on every route, with every method."""

import pytest

from tests.support.databases import both_databases
from tests.support.tables import DIAMONDS, Client, envelope, start

READING = ("", "/state", "/journal")
_STRANGERS = ("AAAAAAAAAAAAAAAAAAAAAA", "x", "%00", "a%00b", "%ff", "أمل", "x" * 5000, "' OR 1=1 --")


@both_databases
@pytest.mark.parametrize("may", ["own", "write", "read"])
def test_every_link_reads_everything(client: Client, may: str) -> None:
    table = start(client)
    token = getattr(table, may)
    for what in READING:
        assert client.get(table.path(what, token)).status_code == 200
        head = client.head(table.path(what, token))
        assert (head.status_code, head.data) == (200, b"")
    assert client.get(table.path("/state", token)).json["may"] == may


@pytest.mark.parametrize(("may", "status"), [("own", 201), ("write", 201), ("read", 403)])
def test_view_only_link_saves_nothing(client: Client, may: str, status: int) -> None:
    table = start(client)
    answer = table.send(envelope(DIAMONDS), getattr(table, may))
    assert answer.status_code == status
    assert (answer.json.get("code") == "read_only") is (status == 403)
    assert table.state()["seq"] == (6 if status == 201 else 5)


@both_databases
@pytest.mark.parametrize("token", _STRANGERS)
def test_unknown_token_is_not_found_with_any_method(client: Client, token: str) -> None:
    for what in (*READING, "/entries", "/draft"):
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"):
            answer = client.open(f"/api/games/{token}{what}", method=method)
            assert answer.status_code == 404
            if method != "HEAD":
                assert answer.json["code"] == "not_found"


@pytest.mark.parametrize(
    ("what", "allowed"),
    [("", "GET, HEAD"), ("/state", "GET, HEAD"), ("/journal", "GET, HEAD"), ("/entries", "POST")],
)
def test_wrong_method_names_allowed_ones(client: Client, what: str, allowed: str) -> None:
    table = start(client)
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} - set(allowed.split(", ")):
        answer = client.open(table.path(what, table.read), method=method)
        assert answer.status_code == 405  # also for a reader: before 403
        assert answer.json["code"] == "method_not_allowed"
        assert set(answer.headers["Allow"].split(", ")) == set(allowed.split(", "))


def test_games_are_started_with_post_only(client: Client) -> None:
    answer = client.get("/api/games")
    assert (answer.status_code, answer.json["code"]) == (405, "method_not_allowed")
    assert "POST" in answer.headers["Allow"]


def test_unknown_address_is_answered_in_json(client: Client) -> None:
    assert client.get("/api/other").json["code"] == "not_found"
