"""Small things of a game night: where arrows lead back, calendar addresses, names filled in, pasted notes."""

import pytest
from flask import Flask

from tests.support.clubs.club import YEAR
from tests.support.clubs.rooms import Room, uid_of_game
from tests.support.pages import Phone
from tests.support.people import found
from trexscore.commands.clubs.links import create_club_link
from trexscore.web.clubs.links.presenter import invited_name


def back_of(room: Room, path: str) -> str:
    return room.member.get(path).root.one("a", class_="top__back").attrs["href"]


def test_a_game_of_a_night_leads_back_to_it(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias")
    room.draw()
    room.start()
    assert back_of(room, room.in_club(f"/games/{uid_of_game(room)}")) == room.path()
    assert back_of(room, room.in_club(f"/games?evening={room.evening}")) == room.path()
    assert back_of(room, room.in_club("/games")) == room.in_club()


def test_a_calendar_entry_has_the_address_of_its_night(room: Room) -> None:
    assert f"URL:http://localhost{room.path()}" in room.member.client.get(
        room.in_club("/game-nights.ics")
    ).text.replace("\r\n ", "")


def test_a_followed_calendar_leads_members_to_the_night_and_names_no_club(room: Room) -> None:
    with room.inside() as club:
        token = create_club_link(club.id, "calendar")
    text = Phone(room.site).client.get(f"/calendar/{token}.ics").text.replace("\r\n ", "")
    place = f"/calendar/{token}/{room.evening}"
    assert f"URL:http://localhost{place}" in text
    assert room.member.get(place).path == room.path()
    assert room.stranger.get(place).status == 404
    assert Phone(room.site).get(place).path == "/account/sign-in"
    assert room.member.get(f"/calendar/x/{room.evening}").status == 404


def test_a_personal_invitation_fills_in_the_name(site: Flask) -> None:
    club = found(site)
    amal = club.join("Amal")
    club_id = club.id
    with site.app_context():
        personal, general = (f"/join/{create_club_link(club_id, 'join', member)}" for member in (amal, None))
    phone = Phone(site)
    page = phone.send(phone.get(personal), personal)
    assert page.path == "/account/new"
    assert page.fields("/account/new")["name"] == "Amal"
    page = phone.send(phone.get(general), general)
    assert page.fields("/account/new")["name"] == ""
    with site.app_context():
        assert {invited_name(place) for place in ("", "/join/x", "/c/x", f"//x{personal}")} == {""}


def test_a_note_of_two_lines_becomes_one(room: Room) -> None:
    page = room.scorer.get(room.in_club("/game-nights/new"))
    planned = room.scorer.send(page, "/game-nights", on="2030-05-01", note="Bring cards\r\n\r\nand tea ")
    assert planned.status == 200
    number = int(planned.path.rpartition("/")[2])
    with room.inside() as club:
        assert club.record.game_nights[number].note == "Bring cards · and tea"


def test_the_front_page_says_how_many_are_checked_in(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.arrive("Basil", "Carine")
    monkeypatch.setattr("trexscore.web.clubs.front.presenter.current_night", lambda _zone: room.now.on)
    monkeypatch.setattr("trexscore.web.clubs.game_nights.presenter.current_night", lambda _zone: room.now.on)
    assert "2 checked in" in room.member.get(room.in_club()).text


def test_seasons_on_the_front_page_are_ordered_by_their_end(room: Room) -> None:
    with room.inside() as club:
        club.say("season", YEAR | {"name": "November", "from": "2026-11-01", "until": "2026-11-30"})
        club.say("season", YEAR | {"name": "Autumn", "until": "2026-12-31"})
    text = room.member.get(room.in_club()).text
    assert text.index(">November<") < text.index(">2026<") < text.index(">Autumn<")


def nights(room: Room) -> list[str]:
    with room.inside() as club:
        return sorted(one.on.isoformat() for one in club.record.game_nights.values() if one.on.year == 2030)


def test_a_night_every_week_is_planned_at_once(room: Room) -> None:
    page = room.scorer.get(room.in_club("/game-nights/new"))
    for _time in range(2):
        planned = room.scorer.send(page, "/game-nights", on="2030-05-02", at="20:30", until="2030-05-24")
        assert planned.path == room.in_club("/game-nights")
    assert "4 game nights planned." in planned.text
    assert nights(room) == ["2030-05-02", "2030-05-09", "2030-05-16", "2030-05-23"]


def test_a_series_that_cannot_be_plans_nothing(room: Room, subtests: pytest.Subtests) -> None:
    for until in ["2030-05-01", "2035-05-01", "soon"]:
        with subtests.test(until=until):
            page = room.scorer.get(room.in_club("/game-nights/new"))
            answer = room.scorer.send(page, "/game-nights", on="2030-05-02", place="Here", until=until)
            assert answer.status == 422
            assert answer.problems
            assert answer.fields("/game-nights")["place"] == "Here"
            assert nights(room) == []
