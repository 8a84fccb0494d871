"""Merging two members: previewed, undone, and combined with reinstating."""

from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask

from tests.support.clubs.club import Clock, set_clock
from tests.support.clubs.club_nights import ClubNight, count, season_page
from tests.support.pages import start
from tests.support.people import new_club


def test_merge_is_previewed_and_undone(site: Flask) -> None:
    club = new_club(site)
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
    assert {one.name for one in club.record.unmerged_members} == {"Basil", "Dana", "Danae"}


def test_merged_members_are_separated_one_by_one(site: Flask) -> None:
    """Also members who were merged into a member that was merged later."""
    club = new_club(site)
    dan, danae, dana = (club.join(name) for name in ("Dan", "Danae", "Dana"))
    club.add_entry("merged", {"member": dan, "into": danae})
    club.add_entry("merged", {"member": danae, "into": dana})
    page = club.get(f"/members/{dana}")
    assert {node.text for node in page.root.find(class_="same__name")} == {"Dan", "Danae"}
    parted = club.owner.send(page, f"/members/{dan}/unmerge")
    assert (parted.status, parted.path) == (200, club.path(f"/members/{dana}"))
    assert {one.name for one in club.record.unmerged_members} == {"Basil", "Dan", "Dana"}
    assert [node.text for node in parted.root.find(class_="same__name")] == ["Danae"]


def test_members_of_same_game_are_not_merged(site: Flask) -> None:
    club = new_club(site)
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


def test_merge_reinstates_former_member(site: Flask) -> None:
    club = new_club(site)
    old, new = club.join("Dana"), club.join("Dana K.", signs_in=True)
    club.add_entry("left", {"member": old})
    looked = club.get(f"/members/{new}/merged?into={old}")
    assert "Dana, a former member, is reinstated" in looked.root.text
    form = next(one for one in looked.root.find("form") if one.attrs["method"] == "post")
    club.owner.post(
        form.attrs["action"], {node.attrs["name"]: node.attrs.get("value", "") for node in form.find("input")}
    )
    assert "This is you." in club.phones["Dana K."].get(club.path(f"/members/{old}")).text
    assert "is reinstated" not in club.get(f"/members/{club.join('Omar')}/merged?into={old}").text


@pytest.mark.parametrize("into", ["", "0", "x", "-3", "9" * 30, "9" * 5000, "\u0663"])
def test_merge_with_unknown_member_is_refused(site: Flask, into: str) -> None:
    club = new_club(site)
    dana = club.join("Dana")
    token = str(club.owner.token)
    answer = club.owner.post(club.path(f"/members/{dana}/merge"), {"csrf_token": token, "into": into})
    assert answer.status == 422
    assert answer.problems
    assert club.get(f"/members/{dana}/merged?into={into}").status == 200


def test_merge_of_substitute_with_member_removes_substitute(night: ClubNight) -> None:
    with night.inside() as club:
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": "all"})
        elias, farah = club.members["Elias"], club.members["Farah"]
    uid = count(night, 1, "Basil", "Carine", "Dani", "Elias", substitutes={"D": farah})
    pages = (f"/games/{uid}", "/games", f"/seasons/{night.season}/players/{elias}")
    for name in ("Farah", None):
        told = [night.owner.get(night.in_club(page)).root.one("main").text for page in pages]
        (game,) = night.stranger.client.get(f"/api/clubs/{club.uid}/games").get_json()["games"]
        sat_in = game["seats"]["D"]["substitute"]
        assert [
            " played as substitute for " in told[0],
            " played as substitute for " in told[1],
            "Substitute: " in told[2],
        ] == [name is not None] * 3
        assert (sat_in and sat_in["name"]) == name
        with night.inside() as club:
            club.submit("merged", {"member": farah, "into": elias})


def test_past_day_survives_later_merge(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(datetime(2030, 1, 11, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    monkeypatch.setattr("trexscore.web.clubs.standings.past_day.today", lambda _zone: date(2030, 1, 12))
    count(night, 1, "Basil", "Carine", "Dani", "Farah")
    with night.inside() as club:
        elias, farah = club.members["Elias"], club.members["Farah"]
        clock.moment += timedelta(days=1)
        club.merge(farah, elias)
    then, now = (
        season_page(night, rest=f"/players/{rest}").root.one(class_="game-behind").one(class_="row__note").text
        for rest in (f"{farah}?on=2030-01-11", f"{elias}")
    )
    assert then == now
