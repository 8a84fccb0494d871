"""Details of a game night: back links, calendar addresses, notes, weekly series."""

from datetime import date

import pytest

from tests.support.clubs.club import YEAR
from tests.support.clubs.club_nights import ClubNight, uid_of_game
from tests.support.pages import Phone
from trexscore.commands.clubs.links import create_club_link


def back_href(night: ClubNight, path: str) -> str:
    return night.member.get(path).root.find_one("a", class_="top__back").attrs["href"]


def test_game_leads_back_to_its_game_night(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    night.draw_tables()
    night.start_table_game()
    assert back_href(night, night.club_path(f"/games/{uid_of_game(night)}")) == night.path()
    assert back_href(night, night.club_path(f"/games?evening={night.game_night}")) == night.path()
    assert back_href(night, night.club_path("/games")) == night.club_path()


def test_calendar_event_has_game_night_address(night: ClubNight) -> None:
    assert f"URL:http://localhost{night.path()}" in night.member.client.get(
        night.club_path("/game-nights.ics")
    ).text.replace("\r\n ", "")


def test_calendar_link_leads_members_without_naming_club(night: ClubNight) -> None:
    with night.app_context() as club:
        token = create_club_link(club.id, "calendar")
    text = Phone(night.site).client.get(f"/calendar/{token}.ics").text.replace("\r\n ", "")
    path = f"/calendar/{token}/{night.game_night}"
    assert f"URL:http://localhost{path}" in text
    assert night.member.get(path).path == night.path()
    assert night.stranger.get(path).status == 404
    assert Phone(night.site).get(path).path == "/account/sign-in"
    assert night.member.get(f"/calendar/x/{night.game_night}").status == 404


def test_note_lines_are_joined(night: ClubNight) -> None:
    page = night.scorer.get(night.club_path("/game-nights/new"))
    planned = night.scorer.send(page, "/game-nights", on="2030-05-01", note="Bring cards\r\n\r\nand tea ")
    assert planned.status == 200
    number = int(planned.path.rpartition("/")[2])
    with night.app_context() as club:
        assert club.record.game_nights[number].note == "Bring cards · and tea"


def test_front_shows_number_checked_in(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    night.check_in("Basil", "Carine")
    monkeypatch.setattr("trexscore.web.clubs.front.presenter.current_night_date", lambda _zone: night.folded_night.day)
    monkeypatch.setattr(
        "trexscore.web.clubs.game_nights.presenter.current_night_date", lambda _zone: night.folded_night.day
    )
    assert "2 checked in" in night.member.get(night.club_path()).text


def test_front_orders_seasons_by_end(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.seasons.presenter.current_night_date", lambda _zone: date(2026, 11, 22))
    with night.app_context() as club:
        club.add_entry("season", YEAR | {"name": "November", "from": "2026-11-01", "until": "2026-11-30"})
        club.add_entry("season", YEAR | {"name": "Autumn", "until": "2026-12-31"})
    text = night.member.get(night.club_path()).text
    assert text.index(">November<") < text.index(">2026<") < text.index(">Autumn<")


def planned_days(night: ClubNight) -> list[str]:
    with night.app_context() as club:
        return sorted(
            game_night.day.isoformat() for game_night in club.record.game_nights.values() if game_night.day.year == 2030
        )


def test_weekly_game_nights_are_planned_at_once(night: ClubNight) -> None:
    page = night.scorer.get(night.club_path("/game-nights/new"))
    for _time in range(2):
        planned = night.scorer.send(page, "/game-nights", on="2030-05-02", at="20:30", until="2030-05-24")
        assert planned.path == night.club_path("/game-nights")
    assert "4 game nights planned." in planned.text
    assert planned_days(night) == ["2030-05-02", "2030-05-09", "2030-05-16", "2030-05-23"]


def test_invalid_series_plans_nothing(night: ClubNight, subtests: pytest.Subtests) -> None:
    for until in ["2030-05-01", "2035-05-01", "soon"]:
        with subtests.test(until=until):
            page = night.scorer.get(night.club_path("/game-nights/new"))
            response = night.scorer.send(page, "/game-nights", on="2030-05-02", place="Here", until=until)
            assert response.status == 422
            assert response.problems
            assert response.fields("/game-nights")["place"] == "Here"
            assert planned_days(night) == []


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Wednesday, 1 May 2030"),
        ("de", "Mittwoch, 1. Mai 2030"),
        ("fr", "Mercredi 1er mai 2030"),
        ("ar", "الأربعاء، \u0661 أيار \u0662\u0660\u0663\u0660"),
    ],
)
def test_day_of_game_night_is_written_as_language_does(night: ClubNight, language: str, expected: str) -> None:
    night.scorer.send(night.scorer.get(night.club_path("/game-nights/new")), "/game-nights", on="2030-05-01")
    night.scorer.language = language
    titles = night.scorer.get(night.club_path("/game-nights")).root.find("span", class_="row__title")
    assert expected in [title.text.replace("\u00a0", " ") for title in titles]
