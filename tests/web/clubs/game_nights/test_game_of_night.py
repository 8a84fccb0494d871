"""A game of a game night links members back to the game night, and does not reveal the club to others."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.support.clubs.club import game_id, play_game, sign_off_kingdoms
from tests.support.clubs.club_nights import ClubNight, PlayedTable, play_table
from tests.support.pages import Phone, Response
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db

HOME = "/"
MEMBER_PERSONAS = ("owner", "scorer", "member")
SIGN_OFF_NEEDED, SIGN_OFF_COMPLETE = (
    "The game counts once all four have signed off.",
    "All four have signed off: the game counts.",
)
SetDay = Callable[[int], None]


@pytest.fixture(autouse=True)
def set_day(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> SetDay:
    """Set today to the day of the game night, or to this many days later."""

    def set_days_later(days: int) -> None:
        day = night.folded_night.day + timedelta(days=days)
        monkeypatch.setattr("trexscore.web.games.counting_clubs.current_night_date", lambda _zone: day)

    set_days_later(0)
    return set_days_later


def back_href(page: Response) -> str:
    return page.root.find_one("a", class_="top__back").attrs["href"]


def all_phones(night: ClubNight) -> dict[str, Phone]:
    return {**night.phones_by_persona, "nobody": Phone(night.site)}


@pytest.mark.parametrize("deals", [3, 20])
def test_table_leads_members_back_to_game_night(night: ClubNight, deals: int) -> None:
    table = play_table(night, deals, agreed=True)
    for permission in ("own", "write", "read", "seat"):
        for name, phone in all_phones(night).items():
            page = phone.get(table.path(permission))
            assert back_href(page) == (night.path() if name in MEMBER_PERSONAS else HOME), (name, permission)
        back_link = night.member.get(table.path(permission)).root.find_one("a", class_="top__back")
        assert back_link.attrs["aria-label"] == "Back to game night"


def test_table_leads_home_after_game_night(night: ClubNight, set_day: SetDay) -> None:
    table = play_table(night)
    set_day(1)
    assert back_href(night.member.get(table.path())) == HOME
    assert night.path() not in night.member.get(table.path(suffix="/result")).text


def test_former_member_is_not_led_to_game_night(night: ClubNight) -> None:
    table = play_table(night)
    with night.app_context() as club:
        club.add_entry("left", {"member": club.members["Dani"]})
    assert back_href(night.member.get(table.path())) == HOME


def test_excluded_game_leads_to_no_game_night(night: ClubNight) -> None:
    table = play_table(night)
    with night.app_context() as club:
        other_uid = play_game(3)
        club.count_game(other_uid, [3, *(club.members[name] for name in ("Carine", "Dani", "Elias"))])
        other_token = read_tokens_by_permission(db.session(), game_id(other_uid))["read"]
        club.exclude_game(table.uid)
    assert back_href(night.member.get(table.path())) == HOME
    assert back_href(night.member.get(f"/g/{other_token}")) == HOME


@pytest.mark.parametrize("shows", ["nothing", "all"])
def test_game_pages_hide_club_from_outsiders(night: ClubNight, shows: str) -> None:
    table = play_table(night, agreed=True, shows=shows)
    for suffix in ("", "/result", "/sheet", "/sign-off", "/links", "/history"):
        assert night.member.get(table.path("write", suffix)).status == 200, suffix
        for phone in (night.stranger, Phone(night.site)):
            for permission in ("own", "write", "read"):
                text = phone.get(table.path(permission, suffix)).text
                assert night.club.uid not in text, suffix
                assert "Trex at Basil" not in text, suffix


def test_game_pages_query_clubs_only_when_needed(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_table(night, 3)
    with night.app_context():
        token = read_tokens_by_permission(db.session(), game_id(play_game(4)))["write"]
    monkeypatch.setattr("trexscore.web.games.counting_clubs.list_counting_clubs", None)
    for suffix in ("", "/sign-off"):
        assert Phone(night.site).get(table.path(suffix=suffix)).status == 200
    for suffix in ("", "/sign-off", "/result"):
        assert night.member.get(f"/g/{token}{suffix}").status == 200


def shows_text(night: ClubNight, table: PlayedTable, text: str) -> set[bool]:
    """Whether the table and result show a text: the answers for all links and phones."""
    pages = [
        phone.get(table.path("read", suffix)) for phone in all_phones(night).values() for suffix in ("", "/result")
    ]
    return {text in page.text for page in pages}


def test_table_and_result_lead_to_sign_off(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    for phone in all_phones(night).values():
        for suffix in ("", "/result"):
            bars = phone.get(table.path("read", suffix)).root.find("a", class_="bar")
            (bar,) = [bar for bar in bars if SIGN_OFF_NEEDED in bar.text]
            assert bar.attrs["href"] == table.path("read", "/sign-off")
    with night.app_context():
        sign_off_kingdoms(table.uid)
    assert shows_text(night, table, SIGN_OFF_NEEDED) == {False}


def test_sign_off_is_asked_only_where_it_counts(night: ClubNight) -> None:
    table = play_table(night)
    assert shows_text(night, table, SIGN_OFF_NEEDED) == {False}
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Strict", "shows": "nothing", "agreed": True})
    assert shows_text(night, table, SIGN_OFF_NEEDED) == {True}
    with night.app_context() as club:
        club.change_season(night.season, until="2026-06-30")
    assert shows_text(night, table, SIGN_OFF_NEEDED) == {False}, "without a season on its day, no sign-off is needed"
    with night.app_context() as club:
        club.change_season(night.season)
        club.count_game(table.uid, table.members, on=night.folded_night.day.isoformat(), although=["not_agreed"])
    assert shows_text(night, table, SIGN_OFF_NEEDED) == {False}


def test_completed_sign_off_leads_back_to_game_night(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    with night.app_context():
        sign_off_kingdoms(table.uid)
    for name, phone in all_phones(night).items():
        page = phone.get(table.path("write", "/sign-off"))
        assert SIGN_OFF_COMPLETE in page.text
        hrefs = [bar.attrs["href"] for bar in page.root.find("a", class_="bar")]
        assert hrefs == ([night.path()] if name in MEMBER_PERSONAS else []), name


def test_sign_off_page_links_to_past_game_night(night: ClubNight, set_day: SetDay) -> None:
    table = play_table(night, agreed=True)
    set_day(2)
    rows = night.member.get(table.path("write", "/sign-off")).root.find("a", class_="row")
    assert night.path() in [row.attrs["href"] for row in rows]


def test_game_night_leads_to_missing_sign_off(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    for phone in (night.owner, night.scorer, night.member):
        page = phone.get(night.path())
        assert SIGN_OFF_NEEDED in page.text
        (button,) = [link for link in page.root.find("a", class_="button") if "Sign off" in link.text]
        sign_off_page = phone.get(button.attrs["href"])
        assert sign_off_page.path == table.path("own" if phone is night.owner else "write", "/sign-off")
    with night.app_context():
        sign_off_kingdoms(table.uid)
    page = night.member.get(night.path())
    assert SIGN_OFF_NEEDED not in page.text
    (button,) = [link for link in page.root.find("a", class_="button") if link.text == "Go to game"]
    assert night.member.get(button.attrs["href"]).path == table.path("write")


def test_other_members_get_no_link_to_sign_off(night: ClubNight) -> None:
    play_table(night, agreed=True, names=("Basil", "Carine", "Farah", "Elias"))
    page = night.member.get(night.path())
    assert SIGN_OFF_NEEDED in page.text
    (button,) = [link for link in page.root.find("a", class_="button") if link.text == "Go to game"]
    assert "/g/" not in night.member.get(button.attrs["href"]).path


def test_open_game_redirects_only_to_game_pages(night: ClubNight) -> None:
    table = play_table(night)
    for target in ("", "links.show", "//elsewhere.example", "https://elsewhere.example", "/account"):
        response = night.member.get(night.club_path(f"/games/{table.uid}/open?to={target}"), follow=False)
        assert response.headers["Location"] == table.path("write"), target


def test_listed_game_leads_to_missing_sign_off(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    for path in (f"/games/{table.uid}", "/games"):
        links = night.member.get(night.club_path(path)).root.find("a")
        (sign_off_link,) = [link for link in links if "Sign off" in link.text]
        assert night.member.get(sign_off_link.attrs["href"]).path == table.path("write", "/sign-off")
    with night.app_context():
        sign_off_kingdoms(table.uid)
    for path in (f"/games/{table.uid}", "/games"):
        assert "Sign off" not in night.member.get(night.club_path(path)).text
