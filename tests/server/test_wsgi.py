"""WSGI: the environment of a request, and responses in pieces."""

import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from trexscore.server.wsgi import call_application, environ_of
from trexscore.web.limits import address_or_network


def scope(**changed: object) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "GET",
        "raw_path": b"/g/%D8%AA%D8%B1%D9%83%D8%B3",
        "query_string": b"day=1",
        "headers": [(b"host", b"trex.example")],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.2", 5000),
        **changed,
    }


def test_environ_has_the_path_as_bytes() -> None:
    environ = environ_of(scope(), None)
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/g/تركس"
    assert (environ["QUERY_STRING"], environ["REMOTE_ADDR"], environ["HTTP_HOST"]) == (
        "day=1",
        "127.0.0.2",
        "trex.example",
    )


def test_environ_joins_repeated_headers() -> None:
    headers = [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"accept", b"x"), (b"accept", b"y")]
    environ = environ_of(scope(headers=headers), None)
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"]) == ("a=1; b=2", "x,y")


def test_environ_takes_no_header_with_an_underscore() -> None:
    headers = [(b"x_forwarded_for", b"10.0.0.1"), (b"content-length", b"3")]
    environ = environ_of(scope(headers=headers), io.BytesIO(b"abc"))
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert environ["CONTENT_LENGTH"] == "3"
    assert environ["wsgi.input"].read() == b"abc"


@pytest.mark.parametrize("length", [10, 3 * 2**20])
def test_response_in_pieces_is_read_and_closed(length: int) -> None:
    closed: list[bool] = []

    class Pieces:
        def __iter__(self) -> Iterator[bytes]:
            yield from (b"x" for _ in range(3)) if length == 10 else (b"y" * 2**20 for _ in range(3))

        def close(self) -> None:
            closed.append(True)

    def application(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("X-One", "1")])
        return Pieces()

    response = call_application(application, {})
    assert (response.status_code, response.headers, closed) == (200, [(b"x-one", b"1")], [True])
    if isinstance(response.body, bytes):
        assert response.body == b"xxx"
    else:
        with response.body as file:
            assert len(file.read()) == length


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("no:address", "no:address"),
    ],
)
def test_network_of_an_address(address: str, network: str) -> None:
    assert address_or_network(address) == network
