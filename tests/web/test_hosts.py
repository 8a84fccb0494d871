"""The server accepts known host names only, so that no request makes it write links to another site."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.sites import site_in

UNKNOWN_HOSTS = (
    "evil.example",
    "trex.example.evil.example",
    "localhost.evil.example",
    "evil.example:8000",
    "1.2.3.4.example",
)
HOME_HOSTS = ("localhost", "localhost:8000", "127.0.0.1:8000", "192.168.1.7:8000", "[fe80::1]:8000", "[::1]")


@pytest.fixture
def public_site(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path, PUBLIC_URL="https://trex.example") as site:
        yield site


def status(site: Flask, host: str, path: str = "/", **headers: str) -> int:
    return site.test_client().get(path, headers={"Host": host, **headers}).status_code


@pytest.mark.parametrize("host", UNKNOWN_HOSTS)
def test_unknown_host_is_refused(site: Flask, public_site: Flask, game: Game, host: str) -> None:
    for app in (site, public_site):
        for path in ("/", game.path("/links", "own"), f"/api/games/{game.read}/state"):
            assert status(app, host, path) == 400
        assert status(app, host, "/healthz") == 200
        assert status(app, "localhost", "/", **{"X-Forwarded-Host": host}) == 200


@pytest.mark.parametrize("host", HOME_HOSTS)
def test_home_network_hosts_are_accepted(site: Flask, public_site: Flask, host: str) -> None:
    name = socket.gethostname().partition(".")[0]
    for app in (site, public_site):
        assert [status(app, address) for address in (host, name, f"{name}.local:8000", f"{name.upper()}.LOCAL")] == [
            200
        ] * 4


def test_public_host_is_used_in_links(public_site: Flask) -> None:
    assert [status(public_site, host) for host in ("trex.example", "TREX.example:443", "trex.example.")] == [200] * 3
    links = Phone(public_site).get(start(public_site).path("/links", "own"))
    addresses = [node.attrs["value"] for node in links.root.find("input", type="text")]
    assert addresses
    assert all(address.startswith("https://trex.example/g/") for address in addresses)


def test_trusted_proxy_decides_host_without_public_url(tmp_path: Path) -> None:
    with site_in(tmp_path, TRUSTED_PROXIES="1") as site:
        assert status(site, "127.0.0.1", "/", **{"X-Forwarded-Host": "trex.example"}) == 200


def test_public_host_sends_hsts(public_site: Flask, site: Flask) -> None:
    def hsts_header(app: Flask, base_url: str) -> str | None:
        return app.test_client().get("/", base_url=base_url).headers.get("Strict-Transport-Security")

    assert hsts_header(public_site, "https://trex.example") == "max-age=31536000"
    assert hsts_header(public_site, "https://localhost") is None
    assert hsts_header(public_site, "http://trex.example") is None
    assert hsts_header(site, "https://localhost") is None
