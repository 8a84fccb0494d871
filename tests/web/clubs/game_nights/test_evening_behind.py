"""A game that was started at a club’s evening leads its members back there, and tells nobody else of the club."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.support.clubs.club import agree, game_id, played
from tests.support.clubs.rooms import PlayedTable, Room, play_a_table
from tests.support.pages import Answer, Phone
from trexscore.db.models import db
from trexscore.db.tokens import read_unseated_tokens

HOME = "/"
OURS = ("owner", "scorer", "member")
ASKED, COUNTS = "The game counts once all four have signed off.", "All four have signed off: the game counts."
Tonight = Callable[[int], None]


@pytest.fixture(autouse=True)
def tonight(room: Room, monkeypatch: pytest.MonkeyPatch) -> Tonight:
    """It is the evening of the room, or so many days later."""

    def later(days: int) -> None:
        now = room.now.on + timedelta(days=days)
        monkeypatch.setattr("trexscore.web.games.club_context.current_night", lambda _zone: now)

    later(0)
    return later


def back_from(page: Answer) -> str:
    return page.root.one("a", class_="top__back").attrs["href"]


def everybody(room: Room) -> dict[str, Phone]:
    return {**room.everybody, "nobody": Phone(room.site)}


@pytest.mark.parametrize("deals", [3, 20])
def test_the_table_leads_members_back_to_the_evening_and_others_to_their_games(room: Room, deals: int) -> None:
    table = play_a_table(room, deals, agreed=True)
    for right in ("own", "write", "read", "seat"):
        for name, phone in everybody(room).items():
            page = phone.get(table.path(right))
            assert back_from(page) == (room.path() if name in OURS else HOME), (name, right)
        back = room.member.get(table.path(right)).root.one("a", class_="top__back")
        assert back.attrs["aria-label"] == "Back to game night"


def test_when_the_evening_is_over_the_table_leads_to_the_games_of_the_phone(room: Room, tonight: Tonight) -> None:
    table = play_a_table(room)
    tonight(1)
    assert back_from(room.member.get(table.path())) == HOME
    assert room.path() not in room.member.get(table.path(rest="/result")).text


def test_whoever_has_left_the_club_is_led_there_no_more(room: Room) -> None:
    table = play_a_table(room)
    with room.inside() as club:
        club.say("left", {"member": club.members["Dani"]})
    assert back_from(room.member.get(table.path())) == HOME


def test_a_game_that_was_withdrawn_or_is_of_no_evening_leads_to_none(room: Room) -> None:
    table = play_a_table(room)
    with room.inside() as club:
        elsewhere = played(3)
        club.count(elsewhere, [3, *(club.members[name] for name in ("Carine", "Dani", "Elias"))])
        other = read_unseated_tokens(db.session(), game_id(elsewhere))["read"]
        club.withdraw(table.uid)
    assert back_from(room.member.get(table.path())) == HOME
    assert back_from(room.member.get(f"/g/{other}")) == HOME


@pytest.mark.parametrize("shows", ["nothing", "all"])
def test_no_page_of_a_game_names_the_club_to_whoever_does_not_belong_to_it(room: Room, shows: str) -> None:
    table = play_a_table(room, agreed=True, shows=shows)
    for rest in ("", "/result", "/sheet", "/sign-off", "/links", "/history"):
        assert room.member.get(table.path("write", rest)).status == 200, rest
        for phone in (room.stranger, Phone(room.site)):
            for right in ("own", "write", "read"):
                text = phone.get(table.path(right, rest)).text
                assert room.club.uid not in text, rest
                assert "Trex at Basil" not in text, rest


def test_who_is_not_signed_in_asks_for_no_club_while_a_game_goes_on_nor_anybody_for_a_plain_game(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play_a_table(room, 3)
    with room.inside():
        link = read_unseated_tokens(db.session(), game_id(played(4)))["write"]
    monkeypatch.setattr("trexscore.web.games.club_context.list_counting_clubs", None)
    for rest in ("", "/sign-off"):
        assert Phone(room.site).get(table.path(rest=rest)).status == 200
    for rest in ("", "/sign-off", "/result"):
        assert room.member.get(f"/g/{link}{rest}").status == 200


def says(room: Room, table: PlayedTable, what: str) -> set[bool]:
    """Whether table and result say something to everybody who has a link."""
    pages = [phone.get(table.path("read", rest)) for phone in everybody(room).values() for rest in ("", "/result")]
    return {what in page.text for page in pages}


def test_where_a_club_asks_for_agreement_table_and_result_lead_to_it_whoever_looks(room: Room) -> None:
    table = play_a_table(room, agreed=True)
    for phone in everybody(room).values():
        for rest in ("", "/result"):
            bars = phone.get(table.path("read", rest)).root.find("a", class_="bar")
            (bar,) = [one for one in bars if ASKED in one.text]
            assert bar.attrs["href"] == table.path("read", "/sign-off")
    with room.inside():
        agree(table.uid)
    assert says(room, table, ASKED) == {False}


def test_a_club_that_asks_for_none_or_lets_it_pass_or_does_not_count_it_anyway_wants_no_agreement(room: Room) -> None:
    table = play_a_table(room)
    assert says(room, table, ASKED) == {False}
    with room.inside() as club:
        club.say("settings", {"name": "Strict", "shows": "nothing", "agreed": True})
    assert says(room, table, ASKED) == {True}
    with room.inside() as club:
        club.change_season(room.season, until="2026-06-30")
    assert says(room, table, ASKED) == {False}, "no season includes its day, whoever agrees"
    with room.inside() as club:
        club.change_season(room.season)
        club.count(table.uid, table.members, on=room.now.on.isoformat(), although=["not_agreed"])
    assert says(room, table, ASKED) == {False}


def test_once_the_fourth_has_agreed_it_is_said_and_members_go_back_to_the_evening(room: Room) -> None:
    table = play_a_table(room, agreed=True)
    with room.inside():
        agree(table.uid)
    for name, phone in everybody(room).items():
        page = phone.get(table.path("write", "/sign-off"))
        assert COUNTS in page.text
        bars = [one.attrs["href"] for one in page.root.find("a", class_="bar")]
        assert bars == ([room.path()] if name in OURS else []), name


def test_the_way_back_from_agreeing_stays_after_the_evening(room: Room, tonight: Tonight) -> None:
    table = play_a_table(room, agreed=True)
    tonight(2)
    rows = room.member.get(table.path("write", "/sign-off")).root.find("a", class_="row")
    assert room.path() in [row.attrs["href"] for row in rows]


def test_the_evening_says_that_a_table_is_to_agree_and_leads_there(room: Room) -> None:
    table = play_a_table(room, agreed=True)
    for phone in (room.owner, room.scorer, room.member):
        page = phone.get(room.path())
        assert ASKED in page.text
        (way,) = [one for one in page.root.find("a", class_="button") if "Sign off" in one.text]
        there = phone.get(way.attrs["href"])
        assert there.path == table.path("own" if phone is room.owner else "write", "/sign-off")
    with room.inside():
        agree(table.uid)
    page = room.member.get(room.path())
    assert ASKED not in page.text
    (way,) = [one for one in page.root.find("a", class_="button") if one.text == "Go to game"]
    assert room.member.get(way.attrs["href"]).path == table.path("write")


def test_who_sits_elsewhere_reads_that_a_table_is_to_agree_and_gets_no_link_of_its_game(room: Room) -> None:
    play_a_table(room, agreed=True, names=("Basil", "Carine", "Farah", "Elias"))
    page = room.member.get(room.path())
    assert ASKED in page.text
    (way,) = [one for one in page.root.find("a", class_="button") if one.text == "Go to game"]
    assert "/g/" not in room.member.get(way.attrs["href"]).path


def test_the_way_into_a_game_leads_nowhere_else(room: Room) -> None:
    table = play_a_table(room)
    for to in ("", "links.show", "//elsewhere.example", "https://elsewhere.example", "/account"):
        answer = room.member.get(room.in_club(f"/games/{table.uid}/open?to={to}"), follow=False)
        assert answer.headers["Location"] == table.path("write"), to


def test_a_game_in_the_book_that_waits_for_agreement_leads_there(room: Room) -> None:
    table = play_a_table(room, agreed=True)
    for path in (f"/games/{table.uid}", "/games"):
        links = room.member.get(room.in_club(path)).root.find("a")
        (way,) = [one for one in links if "Sign off" in one.text]
        assert room.member.get(way.attrs["href"]).path == table.path("write", "/sign-off")
    with room.inside():
        agree(table.uid)
    for path in (f"/games/{table.uid}", "/games"):
        assert "Sign off" not in room.member.get(room.in_club(path)).text
