"""Settings: language, numerals, theme, card names, and the phone's player."""

import json
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, Response, start
from tests.support.sites import site_in
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES

OTHER_SITES = (
    "http://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "/\t/evil.example/",
    "/\n/evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    "http://[",
    " //evil.example",
)


@pytest.mark.parametrize(
    ("accept_language", "code"),
    [
        ("en", "en"),
        ("ar", "ar"),
        ("ar-JO,ar;q=0.9,en;q=0.8", "ar"),
        ("fr-CA", "fr"),
        ("de-AT,en;q=0.5", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("en-GB,de;q=0.9,*;q=0.1", "en"),
        ("ar-LB,en;q=0.8", "ar"),
        ("en;q=0.2,FR-ch;q=0.7", "fr"),
        ("de;q=0,fr;q=0.1", "fr"),
        ("nl", "en"),
        ("nl,ar;q=0.5", "ar"),
        ("nl-BE,fr-BE;q=0.8,de-BE;q=0.6", "fr"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_browser_language_is_used(site: Flask, accept_language: str, code: str) -> None:
    html = Phone(site, accept_language).get("/").root.find_one("html")
    assert (html.attrs["lang"], html.attrs["dir"]) == (code, "rtl" if code == "ar" else "ltr")


@pytest.mark.parametrize("code", LANGUAGES)
def test_chosen_language_overrides_browser(site: Flask, game: Game, code: str) -> None:
    phone = Phone(site, "ar" if code == "en" else "en")
    home = phone.send(phone.get("/settings"), "/settings", language=code)
    assert home.root.find_one("html").attrs["lang"] == code
    assert phone.get(game.path()).root.find_one("html").attrs["lang"] == code
    assert phone.get("/g/x").root.find_one("html").attrs["lang"] == code


@pytest.mark.parametrize(("digits", "text"), [("latn", "20"), ("arab", "٢٠")])
def test_arabic_uses_chosen_numerals(arabic: Phone, game: Game, digits: str, text: str) -> None:
    arabic.send(arabic.get("/settings"), "/settings", language="ar", digits=digits)
    page = arabic.get(game.path())
    assert page.root.find_one("html").attrs["data-digits"] == digits
    assert text in page.root.find_one("main").text


@pytest.mark.parametrize("code", ["en", "fr", "de"])
def test_other_languages_have_one_kind_of_numerals(site: Flask, game: Game, code: str) -> None:
    phone = Phone(site, code)
    phone.client.set_cookie("digits", "arab")
    assert phone.get(game.path()).root.find_one("html").attrs["data-digits"] == "latn"
    assert not phone.get("/settings").root.find("input", name="digits")


def test_numerals_are_offered_in_arabic(arabic: Phone) -> None:
    assert [node.attrs["value"] for node in arabic.get("/settings").root.find("input", name="digits")] == [
        "latn",
        "arab",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_languages_are_offered_in_their_own_names(site: Flask, code: str) -> None:
    inputs = Phone(site, code).get("/settings").root.find("input", name="language")
    assert [node.attrs["value"] for node in inputs] == list(LANGUAGES)
    assert [node.attrs["value"] for node in inputs if "checked" in node.attrs] == [code]
    names = [node.parent.find_one("span").text for node in inputs if node.parent is not None]
    assert names == [language.name for language in LANGUAGES.values()]


@pytest.mark.parametrize(("theme", "attribute"), [("light", "light"), ("dark", "dark"), ("auto", None)])
def test_theme_is_kept(phone: Phone, theme: str, attribute: str | None) -> None:
    phone.send(phone.get("/settings"), "/settings", theme="dark")
    page = phone.send(phone.get("/settings"), "/settings", theme=theme)
    assert page.root.find_one("html").attrs.get("data-theme") == attribute


@pytest.mark.parametrize("name", ["language", "digits", "theme", "phone", "games", "session"])
@pytest.mark.parametrize("value", ["", "xx", '"><script>', "../../etc", "é"])
def test_forged_cookies_change_nothing(phone: Phone, game: Game, name: str, value: str) -> None:
    phone.client.set_cookie(name, value)
    for path in ("/", game.path(), game.path("/links")):
        page = phone.get(path)
        assert page.status == 200
        assert page.root.find_one("html").attrs["lang"] == "en"
        assert '"><script>' not in page.text


def test_invalid_settings_change_nothing(phone: Phone) -> None:
    page = phone.send(phone.get("/settings"), "/settings", language="xx", digits="roman", theme="pink", seat="\u202e")
    assert page.root.find_one("html").attrs["lang"] == "en"
    assert "data-theme" not in page.root.find_one("html").attrs


@pytest.mark.parametrize("address", OTHER_SITES)
def test_settings_redirect_only_to_this_site(phone: Phone, address: str) -> None:
    response = phone.send_only(phone.get("/settings"), "/settings", back_to=address)
    assert response.status == 303
    assert response.headers["Location"] == "/"


def test_settings_form_returns_to_its_page(phone: Phone, game: Game) -> None:
    response = phone.send_only(phone.get("/settings"), "/settings", back_to=game.path("/links?x=1#top"))
    assert response.headers["Location"] == game.path("/links?x=1#top")


def test_entries_carry_name_of_phone(site: Flask, arabic: Phone, game: Game) -> None:
    next_page = arabic.send(arabic.get(game.path("/phone")), "/settings", seat="Carine")
    assert next_page.path == game.path("/phone")
    assert chosen_names(next_page) == ["Carine"]
    form = arabic.get(game.path("/deals/new?contracts=king_of_hearts"))
    arabic.send(form, "/deals", KH_taken_by="B")
    with site.app_context():
        assert GAMES.read_entries(db.session(), game.game_id)[-1].author == "Carine"


def test_arabic_name_of_phone_is_accepted(site: Flask, phone: Phone) -> None:
    game = start(site, players=["أمل", "باسل", "كارين", "داني"])
    next_page = phone.send(phone.get(game.path("/phone")), "/settings", seat="أمل")
    assert chosen_names(next_page) == ["أمل"]


def test_second_tap_clears_name_of_phone(phone: Phone, game: Game) -> None:
    next_page = phone.send(phone.get(game.path("/phone")), "/settings", seat="Carine")
    (pressed,) = [
        node for node in next_page.root.find("button", class_="side__action") if node.attrs["aria-pressed"] == "true"
    ]
    assert pressed.attrs["value"] == ""
    assert chosen_names(phone.send(next_page, "/settings", seat="")) == []


def chosen_names(page: Response) -> list[str]:
    """The players marked as the phone's player."""
    return [
        node.text for node in page.root.find("button", class_="side__action") if node.attrs["aria-pressed"] == "true"
    ]


@pytest.mark.parametrize("name", ["games", "language", "digits", "theme", "phone"])
def test_cookies_are_limited_to_this_site(phone: Phone, game: Game, name: str) -> None:
    phone.get(game.path())
    phone.send(phone.get("/settings"), "/settings", language="ar", digits="arab", theme="dark", seat="Amal")
    cookie = phone.client.get_cookie(name)
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")


@pytest.mark.parametrize("address", OTHER_SITES)
def test_settings_link_back_only_to_this_site(phone: Phone, address: str) -> None:
    page = phone.get(f"/settings?{urlencode({'from': address})}")
    assert page.root.find_one("a", class_="top__back").attrs["href"] == "/"


def test_settings_link_back_to_previous_page(phone: Phone, game: Game) -> None:
    page = phone.get(f"/settings?{urlencode({'from': game.path('/sheet')})}")
    saved = phone.send(page, "/settings", theme="dark")
    assert saved.path == "/settings"
    assert saved.root.find_one("html").attrs["data-theme"] == "dark"
    assert saved.root.find_one("a", class_="top__back").attrs["href"] == game.path("/sheet")


def test_numerals_survive_change_of_language(arabic: Phone) -> None:
    for form_fields in ({"digits": "latn"}, {"language": "fr"}, {"language": "ar"}):
        page = arabic.send(arabic.get("/settings"), "/settings", **form_fields)
    assert page.root.find_one("html").attrs["data-digits"] == "latn"


KHITYAR = {"king": "khityar", "jack": "shab", "ace": "as", "passing": "bas"}


def test_card_names_are_offered_in_arabic_only(site: Flask, arabic: Phone) -> None:
    inputs = arabic.get("/settings").root.find("input", name="king")
    assert [node.attrs["value"] for node in inputs if "checked" in node.attrs] == ["sheikh"]
    assert not Phone(site, "en").get("/settings").root.find("input", name="king")


def test_card_names_appear_on_every_page_and_offline(arabic: Phone) -> None:
    arabic.send(arabic.get("/settings"), "/settings", language="ar", **KHITYAR)
    assert "ختيار الكبة" in arabic.get("/rules").text
    assert "شيخ الكبة" not in arabic.get("/rules").root.find_one("main").text
    worker = urlsplit(arabic.get("/rules").root.find_one("html").attrs["data-worker"])
    words = json.loads(arabic.get(f"/phone/reader.json?{worker.query}").text)["words"]
    assert "ختيار الكبة" in arabic.get(words).text
    assert "max-age" in arabic.get(words).headers["Cache-Control"]


def test_new_game_keeps_card_names_of_its_creator(site: Flask, arabic: Phone) -> None:
    arabic.send(arabic.get("/settings"), "/settings", language="ar", **KHITYAR)
    table = arabic.send(arabic.get("/games/new"), "/games").path
    guest = Phone(site, "ar")
    assert "ختيار الكبة" in guest.get(f"{table}/rules").text
    assert "ختيار الكبة" in guest.get("/rules").text  # the phone keeps the card names
    assert "ختيار الكبة" not in Phone(site, "ar").get("/rules").root.find_one("main").text


def test_card_names_of_game_need_scorer(site: Flask, arabic: Phone, game: Game) -> None:
    guest = Phone(site, "ar")
    assert "شيخ" in guest.get(game.path(permission="read")).text
    read_settings = guest.get(f"/settings?{urlencode({'from': game.path(permission='read')})}")
    assert not read_settings.root.find("input", name="king")
    guest.send(read_settings, "/settings", **KHITYAR)
    assert "شيخ" in guest.get(game.path(permission="read")).text
    for permission, king in (("write", "khityar"), ("own", "malik"), ("own", "sheikh")):
        settings = arabic.get(f"/settings?{urlencode({'from': game.path(permission=permission)})}")
        arabic.send(settings, "/settings", **(KHITYAR | {"king": king}))
        name = {"khityar": "ختيار", "malik": "ملك", "sheikh": "شيخ"}[king]
        assert f"{name} الكبة" in guest.get(game.path(permission="read")).text


@pytest.mark.parametrize("cookie", ["x", "sheikh.shab.as", "khityar.shab.as.bas\u2028", "%00", "-"])
def test_forged_card_names_are_ignored(arabic: Phone, cookie: str) -> None:
    arabic.client.set_cookie("card_names", cookie)
    assert "شيخ" in arabic.get("/rules").text


@pytest.mark.parametrize("name", ["ar-x", "en-khityar.shab.as.bas", "xx", "ar-", "xx-khityar.shab.as.bas"])
def test_words_of_unknown_language_are_not_found(arabic: Phone, name: str) -> None:
    assert arabic.get(f"/phone/x/{name}.js").status == 404


def test_settings_of_unknown_games_are_rate_limited(tmp_path: Path) -> None:
    with site_in(tmp_path, UNKNOWN_TOKENS_PER_MINUTE="2") as site:
        phone = Phone(site, "ar")
        table = phone.send(phone.get("/games/new"), "/games").path
        statuses = [phone.get(f"/settings?{urlencode({'from': f'/g/guess{number}'})}").status for number in range(3)]
        assert statuses == [200, 200, 429]
        assert phone.get(f"/settings?{urlencode({'from': table})}").status == 200
