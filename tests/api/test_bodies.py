"""Bodies of requests: content types, encodings and lengths."""

import json

import pytest

from tests.support.tables import NEW_GAME, Client

_FILE = json.dumps(NEW_GAME).encode()


def _status(client: Client, body: bytes, content_type: str | None = "application/json") -> int:
    return int(client.post("/api/games", data=body, content_type=content_type).status_code)


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"],
)
def test_charset_in_content_type_is_accepted(client: Client, content_type: str) -> None:
    assert _status(client, _FILE, content_type) == 201


@pytest.mark.parametrize(
    "content_type", [None, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/*"]
)
def test_other_content_types_are_refused(client: Client, content_type: str | None) -> None:
    assert _status(client, _FILE, content_type) == 415


def test_byte_order_mark_is_accepted(client: Client) -> None:
    assert _status(client, b"\xef\xbb\xbf" + _FILE) == 201


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b'{"a": "\xed\xa0\x80"}',
        b'{"a": "\\ud800"}',
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": 1e999}',
        b"[" * 51 + b"]" * 51,
        b"[" * 100_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        _FILE + b"{}",
    ],
    ids=range(12),
)
def test_invalid_json_is_refused(client: Client, body: bytes) -> None:
    response = client.post("/api/games", data=body, content_type="application/json")
    assert (response.status_code, response.json["code"]) == (400, "not_json")


def test_deeply_nested_json_is_parsed(client: Client) -> None:
    assert _status(client, b"[" * 50 + b"]" * 50) == 422


def test_last_of_repeated_keys_is_used(client: Client) -> None:
    assert _status(client, b'{"deals": 1, ' + _FILE[1:]) == 201


def test_body_length_is_limited(client: Client) -> None:
    limit = 256 * 1024
    assert _status(client, _FILE.ljust(limit)) == 201
    assert _status(client, _FILE.ljust(limit + 1)) == 413


def test_api_needs_no_csrf_token(client: Client) -> None:
    client.application.config["WTF_CSRF_ENABLED"] = True
    assert _status(client, _FILE) == 201
