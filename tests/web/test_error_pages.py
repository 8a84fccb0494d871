"""Error pages say in every language what happened, which data is safe, and what to do."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from tests.support.html import name_of
from tests.support.pages import Phone, Response, start
from tests.support.people import new_account, new_club
from tests.support.sites import close_database, make_tables
from trexscore.config import Settings
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.i18n.texts.error_pages import ERROR_TEXTS


@pytest.fixture
def limited_site(tmp_path: Path, make_app: Callable[[Settings], Flask]) -> Iterator[Flask]:
    """An app in production mode with the lowest limits."""
    limits = dict.fromkeys(("WRITES", "UNKNOWN_TOKENS", "NEW_GAMES", "SEARCHES"), "2")
    environment = {f"TREXSCORE_{name}_PER_MINUTE": value for name, value in limits.items()}
    strict_app = make_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path), **environment}))
    make_tables(strict_app)
    yield strict_app
    close_database(strict_app)


def expect_error_page(response: Response, status: int, language: str, texts: tuple[str, ...] = ()) -> None:
    """Check for a complete error page in the reader's language."""
    assert response.status == status
    html = response.root.find_one("html")
    assert (html.attrs["lang"], html.attrs["dir"]) == (language, "rtl" if language == "ar" else "ltr")
    assert not response.page.faults
    section = response.root.find_one("section", class_="empty")
    assert len(section.find("p")) == 2
    english = {section.find_one("h2").text, *(node.text for node in section.find("p"))}
    assert (english == {*(texts or ERROR_TEXTS.by_status[status])}) == (language == "en")
    assert response.root.find("a", href="/")
    assert all(name_of(response.page, link) for link in response.root.find("a"))
    assert "Traceback" not in response.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_error_pages_for_common_statuses(limited_site: Flask, language: str) -> None:
    phone = Phone(limited_site, language)
    game = start(limited_site)
    expect_error_page(phone.post(game.path("/deals"), {}), 400, language, ERROR_TEXTS.invalid_csrf_token)
    forbidden, wrong_method = phone.get(game.path("/voids/new", "read")), phone.get(game.path("/deals"))
    expect_error_page(forbidden, 403, language)
    expect_error_page(wrong_method, 405, language)
    assert forbidden.root.find("a", href=game.path("", "read"))
    assert wrong_method.root.find("a", href=game.path())
    expect_error_page(phone.get("/g/x"), 404, language)
    expect_error_page(phone.get("/nothing"), 404, language)
    token = phone.token
    expect_error_page(phone.post("/open", {"csrf_token": token, "link": "x" * 600_000}), 413, language)


def test_hidden_club_page_offers_sign_in(site: Flask) -> None:
    club = new_club(site)
    stranger, (member, _account) = Phone(site, "en"), new_account(site, "Omar")
    token = stranger.token
    for response in (stranger.get(club.path("/members")), stranger.post(club.path("/settings"), {"csrf_token": token})):
        expect_error_page(response, 404, "en", ERROR_TEXTS.club_signed_out)
    assert stranger.get(club.path("/members")).root.find("a", href=f"/account/sign-in?next={club.path('/members')}")
    expect_error_page(member.get(club.path()), 404, "en", ERROR_TEXTS.club_by_status[404])
    club.join("Dana", signs_in=True)
    forbidden = club.get("/settings", club.phones["Dana"])
    expect_error_page(forbidden, 403, "en", ERROR_TEXTS.club_by_status[403])
    assert forbidden.root.find("a", href=club.path())


@pytest.mark.parametrize("language", LANGUAGES)
def test_429_for_guessed_links(limited_site: Flask, language: str) -> None:
    phone = Phone(limited_site, language)
    game = start(limited_site)
    assert [phone.get("/g/x").status for _time in range(3)] == [404, 404, 429]
    response = phone.get("/g/x")
    expect_error_page(response, 429, language)
    assert int(response.headers["Retry-After"]) > 0
    assert {link.attrs["href"] for link in response.root.find_one("section", class_="empty").find("a")} == {"/"}
    assert phone.get(game.path()).status == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_429_for_too_many_entries(limited_site: Flask, language: str) -> None:
    phone = Phone(limited_site, language)
    game = start(limited_site)
    responses = [phone.send(phone.get(game.path("/voids/new")), "/voids", reason="misdeal") for _time in range(3)]
    assert [response.status for response in responses] == [200, 200, 429]
    expect_error_page(responses[-1], 429, language)
    assert responses[-1].root.find("a", href=game.path(""))
    assert game.seq() == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_429_for_searches_links_back(limited_site: Flask, language: str) -> None:
    phone, game = Phone(limited_site, language), start(limited_site)
    pages = [phone.send(phone.get(game.path("/paper")), "/paper", A_1="-75") for _time in range(3)]
    expect_error_page(pages[-1], 429, language)
    assert pages[-1].root.find("a", href=game.path("/paper"))
    searched = phone.get(game.path("/from-points?A=-75&B=0&C=0&D=0"))
    expect_error_page(searched, 429, language)
    assert searched.root.find("a", href=game.path(""))


@pytest.mark.parametrize("language", LANGUAGES)
def test_429_for_too_many_new_games(limited_site: Flask, language: str) -> None:
    phone = Phone(limited_site, language)
    responses = [phone.send(phone.get("/games/new"), "/games") for _time in range(3)]
    assert [response.status for response in responses] == [200, 200, 429]
    expect_error_page(responses[-1], 429, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_500_reports_safety_and_logs_no_token(
    limited_site: Flask, language: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = start(limited_site)

    def broken(*_args: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("trexscore.web.games.table.board.kingdom_progress_by_seat", broken)
    expect_error_page(Phone(limited_site, language).get(game.path()), 500, language)
    assert "broken on purpose" in caplog.text
    assert game.write not in caplog.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_503_without_database(limited_site: Flask, language: str, caplog: pytest.LogCaptureFixture) -> None:
    game = start(limited_site)
    with limited_site.app_context():
        db.session.execute(text("ALTER TABLE game_state RENAME TO lost"))
        db.session.commit()
    response = Phone(limited_site, language).get(game.path())
    expect_error_page(response, 503, language)
    assert int(response.headers["Retry-After"]) > 0
    assert {link.attrs["href"] for link in response.root.find_one("section", class_="empty").find("a")} == {"/"}
    assert game.write not in caplog.text
