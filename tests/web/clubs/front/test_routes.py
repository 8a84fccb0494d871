"""A club's first page leads to what is needed now, and a row of the standings to whose it is."""

from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask

from tests.support.clubs.club import PARTNERS, YEAR, played
from tests.support.clubs.rooms import MORE, Room, count, open_room
from tests.support.pages import Answer, Phone, start
from tests.support.people import OWNER, People, found
from tests.support.whole_games import whole_game
from trexscore.commands.clock import current_night, night_of
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.web.rendering import isolated, translate_in


def leads_to(page: Answer, path: str) -> bool:
    return any(link.attrs.get("href") == path for link in page.root.find("a"))


def test_tonights_evening_is_one_tap_from_the_front_for_members_alone(site: Flask) -> None:
    room = open_room(site, "standings")
    with room.inside() as club:
        room.evening = club.say("evening", {"on": current_night().isoformat(), "place": "Café Central"})
    assert [leads_to(one.get(room.in_club()), room.path()) for one in room.everybody.values()] == [True] * 3 + [False]
    first, *_ = room.member.get(room.in_club()).root.one("main").find("a")
    assert first.attrs["href"] == room.path()


def test_players_and_pairs_who_play_at_once_both_stand_on_the_front(room: Room) -> None:
    with room.inside() as club:
        days = {"from": "2000-01-01", "until": "2099-12-31"}
        pairs = club.season(name="Pairs", house_rules=PARTNERS, **days)
        players = club.season(name="Players", **days)
        over = club.season(name="Long ago", **{"from": "1999-01-01", "until": "1999-12-31"})
    page = room.owner.get(room.in_club())
    titles = [one.text for one in page.root.find("h2", class_="front-league__title")]
    assert titles.index("Players") < titles.index("Pairs")
    assert [leads_to(page, room.in_club(f"/seasons/{number}")) for number in (players, pairs, over)] == [
        True,
        True,
        False,
    ]


def test_an_evening_lasts_until_the_next_morning() -> None:
    first = date(2026, 11, 21)
    assert night_of(datetime(2026, 11, 21, 6, 0, tzinfo=UTC)) == first
    assert night_of(datetime(2026, 11, 22, 5, 59, tzinfo=UTC)) == first
    assert night_of(datetime(2026, 11, 22, 6, 0, tzinfo=UTC)) == date(2026, 11, 22)


def test_a_table_of_a_past_evening_offers_to_write_down_and_not_to_play(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.arrive("Carine", "Dani", *MORE[:2])
    room.draw()
    room.start()
    with room.inside() as club:
        uid = game_rows.games_of_night(db.session(), club.id, room.evening)[0].uid
        club.say("withdrawn", {"uid": uid, "reason": "by mistake"})
    day = room.now.on
    for now, offers in ((day, "Play another game"), (day + timedelta(days=1), "Add another game")):
        monkeypatch.setattr("trexscore.web.clubs.game_nights.pages.current_night", lambda _zone, now=now: now)
        buttons = [node.text for node in room.scorer.get(room.path()).root.find("button")]
        assert buttons.count(offers) == 1, buttons


def test_of_a_past_evening_it_is_said_who_was_here(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.arrive("Carine", "Dani", *MORE[:2])
    room.draw()
    for days, asks in ((0, "Who is here?"), (1, "Who was here?")):
        now = room.now.on + timedelta(days=days)
        for module in ("web.clubs.game_nights.pages", "web.clubs.game_nights.presenter"):
            monkeypatch.setattr(f"trexscore.{module}.current_night", lambda _zone, now=now: now)
        assert room.member.get(room.path("/check-in")).root.one("h2", class_="ask__question").text == asks
        for path in (room.path(), room.in_club("/game-nights")):
            assert "Attendance" in room.member.get(path).text, path


def test_preview_counts_games_without_sign_off(room: Room) -> None:
    seats = ("Basil", "Carine", "Dani", "Elias")
    for seed in (1, 2):
        count(room, seed, *seats)
    count(room, 3, *seats, although=["not_agreed"])
    answer = room.owner.send(room.owner.get(room.in_club("/settings")), "/settings", agreed="y", agreed_from="")
    assert "2 games would no longer count." in answer.text
    room.owner.send(answer, "/settings", previewed="yes")
    answer = room.owner.send(room.owner.get(room.in_club("/settings")), "/settings", agreed="y")
    assert "Saved." in answer.text
    answer = room.owner.send(room.owner.get(room.in_club("/settings")), "/settings", agreed=None)
    assert "2 more games would count." in answer.text


def next_step(club: People, phone: Phone) -> tuple[str, str] | None:
    """What the front asks for, and where it leads."""
    bars = phone.get(club.path()).root.one("main").find("a", class_="bar")
    return (bars[0].one(class_="bar__word").text, bars[0].attrs["href"]) if bars else None


def test_next_step_leads_from_a_new_club_to_its_first_game_night(site: Flask) -> None:
    club = found(site)
    assert next_step(club, club.owner) == ("Add members", club.path("/members/list"))
    for name, role in (("Carine", "scorer"), ("Dani", "member")):
        club.join(name, role, signs_in=True)
    scorer, member, outsider = club.phones["Carine"], club.phones["Dani"], Phone(site)
    assert next_step(club, club.owner) == ("Create a season", club.path("/seasons/new"))
    assert next_step(club, scorer) == next_step(club, member) is None
    club.say("season", YEAR)
    for phone in (club.owner, scorer):
        assert next_step(club, phone) == ("Plan a game night", club.path("/game-nights/new"))
    assert next_step(club, member) is None
    club.say("evening", {"on": "2030-01-01", "at": None, "place": ""})
    assert [next_step(club, phone) for phone in (club.owner, scorer, member)] == [None] * 3
    assert outsider.get(club.path()).status == 404


def test_next_step_asks_a_club_with_games_for_no_game_night(site: Flask) -> None:
    club = found(site)
    club.join("Carine")
    club.say("season", YEAR)
    club.count(start(site, *whole_game("standard", 1)["deals"]), {"A": OWNER, "B": None, "C": None, "D": None})
    assert next_step(club, club.owner) is None


def test_a_row_leads_to_its_players_page_whoever_may_see_it(site: Flask) -> None:
    room = open_room(site, "standings")
    with room.inside() as club:
        club.count(played(), [club.members[name] for name in ("Basil", "Carine", "Dani", "Elias")])
    row, player = room.in_club(f"/seasons/{room.season}/players/3"), room.in_club("/players/3")
    assert leads_to(room.member.get(row), player)
    assert room.stranger.get(row).status == 200
    assert not leads_to(room.stranger.get(row), player)
    assert room.stranger.get(player).status == 404


def test_a_list_of_names_runs_as_the_sentence_does() -> None:
    names = f"{isolated('Amal')}، {isolated('باسل')}"
    assert translate_in(LANGUAGES["ar"], "With %(names)s", names=names) == f"مع {names}"
    assert translate_in(LANGUAGES["ar"], "With %(names)s", names="Amal") == f"مع {isolated('Amal')}"


def test_whoever_renames_the_club_does_not_show_again_what_another_has_hidden_meanwhile(room: Room) -> None:
    with room.inside() as club:
        club.say("settings", {"name": "Trex", "shows": "all"})
    page = room.owner.get(room.in_club("/settings"))
    with room.inside() as club:
        club.say("settings", {"name": "Trex", "shows": "nothing"})
    answer = room.owner.send(page, "/settings", name="Trex at the corner")
    assert (answer.status, answer.fields("/settings")["name"]) == (422, "Trex at the corner")
    assert "Someone else changed this" in answer.text
    with room.inside() as club:
        assert (club.record.settings.name, club.record.settings.shows) == ("Trex", "nothing")
    assert room.owner.send(answer, "/settings", shows="nothing").status == 200
    with room.inside() as club:
        assert (club.record.settings.name, club.record.settings.shows) == ("Trex at the corner", "nothing")
