"""A game of a club's game night leads members back there, and shows nobody else the club."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.support.clubs.club import game_id, play_game, sign_off_kingdoms
from tests.support.clubs.club_nights import ClubNight, PlayedTable, play_table
from tests.support.pages import Answer, Phone
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.models import db

HOME = "/"
OURS = ("owner", "scorer", "member")
ASKED, COUNTS = "The game counts once all four have signed off.", "All four have signed off: the game counts."
Tonight = Callable[[int], None]


@pytest.fixture(autouse=True)
def tonight(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> Tonight:
    """It is the day of the game night, or the given number of days later."""

    def later(days: int) -> None:
        now = night.now.on + timedelta(days=days)
        monkeypatch.setattr("trexscore.web.games.counting_context.current_night", lambda _zone: now)

    later(0)
    return later


def back_from(page: Answer) -> str:
    return page.root.one("a", class_="top__back").attrs["href"]


def all_phones(night: ClubNight) -> dict[str, Phone]:
    return {**night.everybody, "nobody": Phone(night.site)}


@pytest.mark.parametrize("deals", [3, 20])
def test_table_leads_members_back_to_game_night(night: ClubNight, deals: int) -> None:
    table = play_table(night, deals, agreed=True)
    for right in ("own", "write", "read", "seat"):
        for name, phone in all_phones(night).items():
            page = phone.get(table.path(right))
            assert back_from(page) == (night.path() if name in OURS else HOME), (name, right)
        back = night.member.get(table.path(right)).root.one("a", class_="top__back")
        assert back.attrs["aria-label"] == "Back to game night"


def test_table_leads_home_after_game_night(night: ClubNight, tonight: Tonight) -> None:
    table = play_table(night)
    tonight(1)
    assert back_from(night.member.get(table.path())) == HOME
    assert night.path() not in night.member.get(table.path(rest="/result")).text


def test_former_member_is_not_led_to_game_night(night: ClubNight) -> None:
    table = play_table(night)
    with night.inside() as club:
        club.add_entry("left", {"member": club.members["Dani"]})
    assert back_from(night.member.get(table.path())) == HOME


def test_excluded_game_leads_to_no_game_night(night: ClubNight) -> None:
    table = play_table(night)
    with night.inside() as club:
        elsewhere = play_game(3)
        club.count(elsewhere, [3, *(club.members[name] for name in ("Carine", "Dani", "Elias"))])
        other = read_tokens_by_permission(db.session(), game_id(elsewhere))["read"]
        club.withdraw(table.uid)
    assert back_from(night.member.get(table.path())) == HOME
    assert back_from(night.member.get(f"/g/{other}")) == HOME


@pytest.mark.parametrize("shows", ["nothing", "all"])
def test_game_pages_hide_club_from_outsiders(night: ClubNight, shows: str) -> None:
    table = play_table(night, agreed=True, shows=shows)
    for rest in ("", "/result", "/sheet", "/sign-off", "/links", "/history"):
        assert night.member.get(table.path("write", rest)).status == 200, rest
        for phone in (night.stranger, Phone(night.site)):
            for right in ("own", "write", "read"):
                text = phone.get(table.path(right, rest)).text
                assert night.club.uid not in text, rest
                assert "Trex at Basil" not in text, rest


def test_game_pages_query_clubs_only_when_needed(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_table(night, 3)
    with night.inside():
        link = read_tokens_by_permission(db.session(), game_id(play_game(4)))["write"]
    monkeypatch.setattr("trexscore.web.games.counting_context.list_counting_clubs", None)
    for rest in ("", "/sign-off"):
        assert Phone(night.site).get(table.path(rest=rest)).status == 200
    for rest in ("", "/sign-off", "/result"):
        assert night.member.get(f"/g/{link}{rest}").status == 200


def shows_text(night: ClubNight, table: PlayedTable, what: str) -> set[bool]:
    """Whether the table and the result show a text, for everyone with a link."""
    pages = [phone.get(table.path("read", rest)) for phone in all_phones(night).values() for rest in ("", "/result")]
    return {what in page.text for page in pages}


def test_table_and_result_lead_to_sign_off(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    for phone in all_phones(night).values():
        for rest in ("", "/result"):
            bars = phone.get(table.path("read", rest)).root.find("a", class_="bar")
            (bar,) = [one for one in bars if ASKED in one.text]
            assert bar.attrs["href"] == table.path("read", "/sign-off")
    with night.inside():
        sign_off_kingdoms(table.uid)
    assert shows_text(night, table, ASKED) == {False}


def test_sign_off_is_asked_only_where_it_counts(night: ClubNight) -> None:
    table = play_table(night)
    assert shows_text(night, table, ASKED) == {False}
    with night.inside() as club:
        club.add_entry("settings", {"name": "Strict", "shows": "nothing", "agreed": True})
    assert shows_text(night, table, ASKED) == {True}
    with night.inside() as club:
        club.change_season(night.season, until="2026-06-30")
    assert shows_text(night, table, ASKED) == {False}, "no season includes its day, whoever agrees"
    with night.inside() as club:
        club.change_season(night.season)
        club.count(table.uid, table.members, on=night.now.on.isoformat(), although=["not_agreed"])
    assert shows_text(night, table, ASKED) == {False}


def test_completed_sign_off_leads_back_to_game_night(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    with night.inside():
        sign_off_kingdoms(table.uid)
    for name, phone in all_phones(night).items():
        page = phone.get(table.path("write", "/sign-off"))
        assert COUNTS in page.text
        bars = [one.attrs["href"] for one in page.root.find("a", class_="bar")]
        assert bars == ([night.path()] if name in OURS else []), name


def test_sign_off_page_keeps_link_to_past_game_night(night: ClubNight, tonight: Tonight) -> None:
    table = play_table(night, agreed=True)
    tonight(2)
    rows = night.member.get(table.path("write", "/sign-off")).root.find("a", class_="row")
    assert night.path() in [row.attrs["href"] for row in rows]


def test_game_night_leads_to_missing_sign_off(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    for phone in (night.owner, night.scorer, night.member):
        page = phone.get(night.path())
        assert ASKED in page.text
        (way,) = [one for one in page.root.find("a", class_="button") if "Sign off" in one.text]
        there = phone.get(way.attrs["href"])
        assert there.path == table.path("own" if phone is night.owner else "write", "/sign-off")
    with night.inside():
        sign_off_kingdoms(table.uid)
    page = night.member.get(night.path())
    assert ASKED not in page.text
    (way,) = [one for one in page.root.find("a", class_="button") if one.text == "Go to game"]
    assert night.member.get(way.attrs["href"]).path == table.path("write")


def test_other_members_get_no_link_to_sign_off(night: ClubNight) -> None:
    play_table(night, agreed=True, names=("Basil", "Carine", "Farah", "Elias"))
    page = night.member.get(night.path())
    assert ASKED in page.text
    (way,) = [one for one in page.root.find("a", class_="button") if one.text == "Go to game"]
    assert "/g/" not in night.member.get(way.attrs["href"]).path


def test_open_game_redirects_only_to_game_pages(night: ClubNight) -> None:
    table = play_table(night)
    for to in ("", "links.show", "//elsewhere.example", "https://elsewhere.example", "/account"):
        answer = night.member.get(night.in_club(f"/games/{table.uid}/open?to={to}"), follow=False)
        assert answer.headers["Location"] == table.path("write"), to


def test_listed_game_leads_to_missing_sign_off(night: ClubNight) -> None:
    table = play_table(night, agreed=True)
    for path in (f"/games/{table.uid}", "/games"):
        links = night.member.get(night.in_club(path)).root.find("a")
        (way,) = [one for one in links if "Sign off" in one.text]
        assert night.member.get(way.attrs["href"]).path == table.path("write", "/sign-off")
    with night.inside():
        sign_off_kingdoms(table.uid)
    for path in (f"/games/{table.uid}", "/games"):
        assert "Sign off" not in night.member.get(night.in_club(path)).text
