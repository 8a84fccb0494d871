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
    said: dict[str, Any] = json.loads(phone.client.get(f"/manifest/{code}.webmanifest").data)
    return said


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_link_manifest_of_their_language(site: Flask, game: Game, code: str) -> None:
    phone = Phone(site, code)
    for path in ("/", "/games", game.path(), game.path("/sheet"), "/g/nowhere"):
        link = phone.get(path).root.one("link", rel="manifest")
        assert link.attrs["href"] == f"/manifest/{code}.webmanifest"
    answer = phone.client.get(f"/manifest/{code}.webmanifest")
    said = json.loads(answer.data)
    assert answer.mimetype == "application/manifest+json"
    assert "max-age" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert (said["lang"], said["dir"]) == (code, "rtl" if code == "ar" else "ltr")
    assert said["name"]
    assert said["description"]


def test_manifests_describe_the_same_app(phone: Phone) -> None:
    said = [manifest(phone, code) for code in LANGUAGES]
    same = ("id", "start_url", "scope", "display", "icons", "theme_color", "background_color")
    assert all(one[name] == said[0][name] for one in said for name in same)
    assert (said[0]["id"], said[0]["scope"], said[0]["start_url"]) == ("/", "/", "/start")


def test_manifest_of_unknown_language_is_not_found(phone: Phone) -> None:
    assert phone.get("/manifest/xx.webmanifest").status == 404


def test_unchanged_manifest_is_not_resent(phone: Phone) -> None:
    first = phone.client.get("/manifest/en.webmanifest")
    again = phone.client.get("/manifest/en.webmanifest", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_icons_have_their_declared_size(phone: Phone) -> None:
    icons = manifest(phone)["icons"]
    touch = phone.get("/").root.one("link", rel="apple-touch-icon").attrs["href"]
    sizes = [*((icon["src"], icon["sizes"]) for icon in icons), (touch, "180x180")]
    for address, size in sizes:
        answer = phone.client.get(address)
        assert answer.mimetype == "image/png"
        assert answer.data.startswith(PNG)
        assert "{}x{}".format(*struct.unpack(">II", answer.data[16:24])) == size
        assert len(answer.data) < 16_000
        assert "immutable" in answer.headers["Cache-Control"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons if icon["purpose"] == "any"}


def test_shortcuts_lead_to_pages(phone: Phone) -> None:
    for shortcut in manifest(phone)["shortcuts"]:
        assert phone.get(shortcut["url"]).status == 200


def test_app_starts_with_last_opened_game(site: Flask, phone: Phone, game: Game) -> None:
    phone.get(game.path())
    phone.get(start(site).path())
    phone.get(game.path())
    answer = phone.client.get("/start")
    assert (answer.status_code, answer.headers["Location"]) == (302, game.path())
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_app_without_games_starts_on_home_page(phone: Phone) -> None:
    assert phone.client.get("/start").headers["Location"] == "/"


def test_app_start_skips_replaced_link(site: Flask, phone: Phone, game: Game) -> None:
    other = start(site)
    for path in (other.path(), game.path()):
        phone.get(path)
    owner = Phone(site)
    links = owner.get(game.path("/links/replacement?link=scorer", "own"))
    owner.send(links, "/links")
    assert phone.client.get("/start").headers["Location"] == other.path()


@pytest.mark.parametrize("right", ["own", "write", "read"])
def test_app_starts_with_link_of_phone(phone: Phone, game: Game, right: str) -> None:
    path = game.path("", right)
    phone.get(path)
    assert phone.client.get("/start").headers["Location"] == path
