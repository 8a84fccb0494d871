"""The site as an installable app: manifest, icons, and start page."""

import json
import struct
from typing import Any

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from trexscore.i18n import LANGUAGES

PNG = b"\x89PNG\r\n\x1a\n"


def manifest(phone: Phone, code: str = "en") -> dict[str, Any]:
    content: dict[str, Any] = json.loads(phone.client.get(f"/manifest/{code}.webmanifest").data)
    return content


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_link_manifest_of_their_language(site: Flask, game: Game, code: str) -> None:
    phone = Phone(site, code)
    for path in ("/", "/games", game.path(), game.path("/sheet"), "/g/nowhere"):
        link = phone.get(path).root.find_one("link", rel="manifest")
        assert link.attrs["href"] == f"/manifest/{code}.webmanifest"
    response = phone.client.get(f"/manifest/{code}.webmanifest")
    content = json.loads(response.data)
    assert response.mimetype == "application/manifest+json"
    assert "max-age" in response.headers["Cache-Control"]
    assert "Set-Cookie" not in response.headers
    assert (content["lang"], content["dir"]) == (code, "rtl" if code == "ar" else "ltr")
    assert content["name"]
    assert content["description"]


def test_manifests_describe_the_same_app(phone: Phone) -> None:
    manifests = [manifest(phone, code) for code in LANGUAGES]
    shared_fields = ("id", "start_url", "scope", "display", "icons", "theme_color", "background_color")
    assert all(content[name] == manifests[0][name] for content in manifests for name in shared_fields)
    assert (manifests[0]["id"], manifests[0]["scope"], manifests[0]["start_url"]) == ("/", "/", "/start")


def test_manifest_of_unknown_language_is_not_found(phone: Phone) -> None:
    assert phone.get("/manifest/xx.webmanifest").status == 404


def test_unchanged_manifest_is_not_resent(phone: Phone) -> None:
    first_response = phone.client.get("/manifest/en.webmanifest")
    second_response = phone.client.get(
        "/manifest/en.webmanifest", headers={"If-None-Match": first_response.headers["ETag"]}
    )
    assert (second_response.status_code, second_response.data) == (304, b"")


def test_icons_have_their_declared_size(phone: Phone) -> None:
    icons = manifest(phone)["icons"]
    touch = phone.get("/").root.find_one("link", rel="apple-touch-icon").attrs["href"]
    sizes = [*((icon["src"], icon["sizes"]) for icon in icons), (touch, "180x180")]
    for address, size in sizes:
        response = phone.client.get(address)
        assert response.mimetype == "image/png"
        assert response.data.startswith(PNG)
        assert "{}x{}".format(*struct.unpack(">II", response.data[16:24])) == size
        assert len(response.data) < 16_000
        assert "immutable" in response.headers["Cache-Control"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons if icon["purpose"] == "any"}


def test_shortcuts_lead_to_pages(phone: Phone) -> None:
    for shortcut in manifest(phone)["shortcuts"]:
        assert phone.get(shortcut["url"]).status == 200


def test_app_starts_with_last_opened_game(site: Flask, phone: Phone, game: Game) -> None:
    phone.get(game.path())
    phone.get(start(site).path())
    phone.get(game.path())
    response = phone.client.get("/start")
    assert (response.status_code, response.headers["Location"]) == (302, game.path())
    assert response.headers["Cache-Control"] == "private, no-store"


def test_app_without_games_starts_on_home_page(phone: Phone) -> None:
    assert phone.client.get("/start").headers["Location"] == "/"


def test_app_start_skips_replaced_link(site: Flask, phone: Phone, game: Game) -> None:
    other_game = start(site)
    for path in (other_game.path(), game.path()):
        phone.get(path)
    owner = Phone(site)
    links = owner.get(game.path("/links/replacement?link=scorer", "own"))
    owner.send(links, "/links")
    assert phone.client.get("/start").headers["Location"] == other_game.path()


@pytest.mark.parametrize("permission", ["own", "write", "read"])
def test_app_starts_with_link_of_phone(phone: Phone, game: Game, permission: str) -> None:
    path = game.path("", permission)
    phone.get(path)
    assert phone.client.get("/start").headers["Location"] == path
