"""Old addresses redirect to the new ones."""

import re

import pytest
from flask import Flask

from tests.support.pages import Phone, fields_of, start
from tests.support.tables import KING
from trexscore.web.moved_urls import NEW_URL_BY_OLD

PART = re.compile(r"<(?:\w+:)?(\w+)>")
PARTS = {"rest": "7/edit", "number": "7", "seq": "7", "game": "7"}


def fill_parts(address: str) -> str:
    return PART.sub(lambda part: PARTS.get(part[1], "abc-123_X"), address)


@pytest.mark.parametrize("old", NEW_URL_BY_OLD)
def test_old_address_redirects(site: Flask, old: str) -> None:
    response = site.test_client().get(fill_parts(old), query_string="a=%D8%A3&b=2")
    assert (response.status_code, response.headers["Location"]) == (
        308,
        f"{fill_parts(NEW_URL_BY_OLD[old])}?a=%D8%A3&b=2",
    )


@pytest.mark.parametrize("old", NEW_URL_BY_OLD)
def test_new_address_exists(site: Flask, old: str) -> None:
    rules = site.url_map.bind("localhost")
    assert any(rules.test(fill_parts(NEW_URL_BY_OLD[old]), method) for method in ("GET", "POST"))


def test_form_sent_to_old_address_is_saved(site: Flask) -> None:
    game, phone = start(site, KING), Phone(site)
    form = phone.get(game.path()).form("/undo")
    response = phone.post(game.path("/taking-back"), fields_of(form))
    assert response.path == game.path()
    assert game.file()["deals"] == []


@pytest.mark.parametrize(
    "path", ["/g/abc/taking-backs", "/c/abc/evening", "/c/abc/evenings//evil.example", "/c/abc/evenings/%0d%0aX"]
)
def test_unknown_addresses_stay_unknown(site: Flask, path: str) -> None:
    assert site.test_client().get(path).status_code == 404


@pytest.mark.parametrize("subpath", ["..", "evil.example", "\u202eأمل", "a%2F%2Fb", "7?next=//evil.example"])
def test_redirect_stays_in_club(site: Flask, subpath: str) -> None:
    location = site.test_client().get(f"/c/abc/evenings/{subpath}").headers["Location"]
    assert location.startswith("/c/abc/game-nights")
    assert location.isascii()
