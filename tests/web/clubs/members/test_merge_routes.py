"""Two names that are one person, by the pages: shown before it is done, undone, and what becomes of who had left."""

from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask

from tests.support.clubs.club import Clock, set_clock
from tests.support.clubs.rooms import Room, count, table
from tests.support.pages import start
from tests.support.people import found


def test_merging_is_shown_first_and_can_be_undone(site: Flask) -> None:
    club = found(site)
    dana, danae = club.join("Dana"), club.join("Danae")
    game = start(site, players=["Danae", "K", "V", "W"])
    club.count(game, {"A": danae, "B": None, "C": None, "D": None})
    page = club.get(f"/members/{danae}/merge")
    before = len(club.entries())
    looked = club.owner.send(page, f"/members/{danae}/merge", into=str(dana))
    assert "One game, with its points, moves to" in looked.text
    assert len(club.entries()) == before
    form = next(one for one in looked.root.find("form") if one.attrs["method"] == "post")
    sent = {node.attrs["name"]: node.attrs.get("value", "") for node in form.find("input")}
    done = club.owner.post(form.attrs["action"], {**sent})
    assert done.path == club.path(f"/members/{dana}")
    assert club.get(f"/members/{danae}").path == club.path(f"/members/{dana}")
    apart = club.owner.send(done, "/unmerge")
    assert apart.status == 200
    assert {one.name for one in club.record.all_members} == {"Basil", "Dana", "Danae"}


def test_everybody_who_turned_out_to_be_somebody_can_be_parted_from_them(site: Flask) -> None:
    """Also who had turned out to be the one who turned out to be this one."""
    club = found(site)
    dan, danae, dana = (club.join(name) for name in ("Dan", "Danae", "Dana"))
    club.say("merged", {"member": dan, "into": danae})
    club.say("merged", {"member": danae, "into": dana})
    page = club.get(f"/members/{dana}")
    assert {node.text for node in page.root.find(class_="same__name")} == {"Dan", "Danae"}
    parted = club.owner.send(page, f"/members/{dan}/unmerge")
    assert (parted.status, parted.path) == (200, club.path(f"/members/{dana}"))
    assert {one.name for one in club.record.all_members} == {"Basil", "Dan", "Dana"}
    assert [node.text for node in parted.root.find(class_="same__name")] == ["Danae"]


def test_two_who_sat_at_one_table_are_not_one(site: Flask) -> None:
    club = found(site)
    dana, omar = club.join("Dana"), club.join("Omar")
    game = start(site, players=["Dana", "Omar", "V", "W"])
    club.count(game, {"A": dana, "B": omar, "C": None, "D": None})
    looked = club.get(f"/members/{dana}/merged?into={omar}")
    assert looked.problems == ["These two played in the same game, so they are different people."]
    assert not [form for form in looked.root.find("form") if form.attrs["method"] == "post"]
    token = str(club.owner.token)
    answer = club.owner.post(club.path(f"/members/{dana}/merge"), {"csrf_token": token, "into": str(omar)})
    assert answer.status == 422
    assert answer.problems == looked.problems


def test_whoever_came_back_under_a_new_name_stays_when_that_is_made_one_with_the_old(site: Flask) -> None:
    club = found(site)
    old, new = club.join("Dana"), club.join("Dana K.", signs_in=True)
    club.say("left", {"member": old})
    looked = club.get(f"/members/{new}/merged?into={old}")
    assert "Dana, a former member, is reinstated" in looked.root.text
    form = next(one for one in looked.root.find("form") if one.attrs["method"] == "post")
    club.owner.post(
        form.attrs["action"], {node.attrs["name"]: node.attrs.get("value", "") for node in form.find("input")}
    )
    assert "This is you." in club.phones["Dana K."].get(club.path(f"/members/{old}")).text
    assert "is reinstated" not in club.get(f"/members/{club.join('Omar')}/merged?into={old}").text


@pytest.mark.parametrize("into", ["", "0", "x", "-3", "9" * 30, "9" * 5000, "\u0663"])
def test_nobody_is_made_one_with_somebody_who_is_not_there(site: Flask, into: str) -> None:
    club = found(site)
    dana = club.join("Dana")
    token = str(club.owner.token)
    answer = club.owner.post(club.path(f"/members/{dana}/merge"), {"csrf_token": token, "into": into})
    assert answer.status == 422
    assert answer.problems
    assert club.get(f"/members/{dana}/merged?into={into}").status == 200


def test_whoever_sat_in_and_turned_out_to_be_the_one_they_sat_in_for_sat_in_for_nobody(room: Room) -> None:
    with room.inside() as club:
        club.say("settings", {"name": "Trex at Basil’s", "shows": "all"})
        elias, farah = club.members["Elias"], club.members["Farah"]
    uid = count(room, 1, "Basil", "Carine", "Dani", "Elias", substitutes={"D": farah})
    pages = (f"/games/{uid}", "/games", f"/seasons/{room.season}/players/{elias}")
    for name in ("Farah", None):
        told = [room.owner.get(room.in_club(page)).root.one("main").text for page in pages]
        (game,) = room.stranger.client.get(f"/api/clubs/{club.uid}/games").get_json()["games"]
        sat_in = game["seats"]["D"]["substitute"]
        assert [
            " played as substitute for " in told[0],
            " played as substitute for " in told[1],
            "Substitute: " in told[2],
        ] == [name is not None] * 3
        assert (sat_in and sat_in["name"]) == name
        with room.inside() as club:
            club.ask("merged", {"member": farah, "into": elias})


def test_a_row_of_a_past_day_names_nobody_as_their_own_opponent(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(datetime(2030, 1, 11, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    monkeypatch.setattr("trexscore.web.clubs.standings.past_day.today", lambda _zone: date(2030, 1, 12))
    count(room, 1, "Basil", "Carine", "Dani", "Farah")
    with room.inside() as club:
        elias, farah = club.members["Elias"], club.members["Farah"]
        clock.moment += timedelta(days=1)
        club.merge(farah, elias)
    then, now = (
        table(room, rest=f"/players/{rest}").root.one(class_="game-behind").one(class_="row__note").text
        for rest in (f"{farah}?on=2030-01-11", f"{elias}")
    )
    assert then == now
