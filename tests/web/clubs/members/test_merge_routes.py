"""Merging two members: previewed, undone, and combined with reinstating."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask

from tests.support.clubs.club import Clock, set_clock
from tests.support.clubs.club_nights import ClubNight, count_game, season_page
from tests.support.pages import start
from tests.support.people import new_club, refusal_text_of


def test_merge_is_previewed_and_undone(site: Flask) -> None:
    club = new_club(site)
    dana, danae = club.join("Dana"), club.join("Danae")
    game = start(site, players=["Danae", "K", "V", "W"])
    club.count_game(game, {"A": danae, "B": None, "C": None, "D": None})
    page = club.get(f"/members/{danae}/merge")
    entry_count = len(club.entries())
    preview = club.owner.send(page, f"/members/{danae}/merge", into=str(dana))
    assert "One game, with its points, moves to" in preview.text
    assert len(club.entries()) == entry_count
    form = next(form for form in preview.root.find("form") if form.attrs["method"] == "post")
    fields = {node.attrs["name"]: node.attrs.get("value", "") for node in form.find("input")}
    member_page = club.owner.post(form.attrs["action"], {**fields})
    assert member_page.path == club.path(f"/members/{dana}")
    assert club.get(f"/members/{danae}").path == club.path(f"/members/{dana}")
    separated = club.owner.send(member_page, "/unmerge")
    assert separated.status == 200
    assert {member.name for member in club.record.unmerged_members} == {"Basil", "Dana", "Danae"}


def test_merged_members_are_separated_one_by_one(site: Flask) -> None:
    """Members who were merged into a member that was merged later are separated too."""
    club = new_club(site)
    dan, danae, dana = (club.join(name) for name in ("Dan", "Danae", "Dana"))
    club.add_entry("merged", {"member": dan, "into": danae})
    club.add_entry("merged", {"member": danae, "into": dana})
    page = club.get(f"/members/{dana}")
    assert {node.text for node in page.root.find(class_="merged-member__name")} == {"Dan", "Danae"}
    response = club.owner.send(page, f"/members/{dan}/unmerge")
    assert (response.status, response.path) == (200, club.path(f"/members/{dana}"))
    assert {member.name for member in club.record.unmerged_members} == {"Basil", "Dan", "Dana"}
    assert [node.text for node in response.root.find(class_="merged-member__name")] == ["Danae"]


def test_undoing_a_merge_twice_is_no_error(site: Flask) -> None:
    club = new_club(site)
    dana, danae = club.join("Dana"), club.join("Danae")
    club.add_entry("merged", {"member": danae, "into": dana})
    page = club.get(f"/members/{dana}")
    for _ in range(2):
        response = club.owner.send(page, "/unmerge")
        assert "The merge is undone." in response.text
    entry_count = len(club.entries())
    assert club.owner.send(page, "/unmerge", key=str(uuid.uuid4())).status == 404
    assert len(club.entries()) == entry_count


def test_undoing_a_merge_names_the_way_if_the_name_is_taken(site: Flask) -> None:
    club = new_club(site)
    dana, danae, omar = (club.join(name) for name in ("Dana", "Danae", "Omar"))
    club.add_entry("merged", {"member": danae, "into": dana})
    page = club.get(f"/members/{dana}")
    club.add_entry("named", {"member": omar, "name": "Danae"})
    response = club.owner.send(page, "/unmerge")
    assert (response.status, response.problems) == (422, [refusal_text_of("name_taken_by_now")])
    club.add_entry("named", {"member": omar, "name": "Omar"})
    assert club.owner.send(page, "/unmerge").status == 200


def test_members_of_same_game_are_not_merged(site: Flask) -> None:
    club = new_club(site)
    dana, omar = club.join("Dana"), club.join("Omar")
    game = start(site, players=["Dana", "Omar", "V", "W"])
    club.count_game(game, {"A": dana, "B": omar, "C": None, "D": None})
    preview = club.get(f"/members/{dana}/merged?into={omar}")
    assert preview.problems == ["These two played in the same game, so they are different people."]
    assert not [form for form in preview.root.find("form") if form.attrs["method"] == "post"]
    token = str(club.owner.token)
    response = club.owner.post(club.path(f"/members/{dana}/merge"), {"csrf_token": token, "into": str(omar)})
    assert response.status == 422
    assert response.problems == preview.problems


def test_merge_reinstates_former_member(site: Flask) -> None:
    club = new_club(site)
    former, current = club.join("Dana"), club.join("Dana K.", signs_in=True)
    club.add_entry("left", {"member": former})
    preview = club.get(f"/members/{current}/merged?into={former}")
    assert "Dana, a former member, is reinstated" in preview.root.text
    form = next(form for form in preview.root.find("form") if form.attrs["method"] == "post")
    club.owner.post(
        form.attrs["action"], {node.attrs["name"]: node.attrs.get("value", "") for node in form.find("input")}
    )
    assert "This is you." in club.phones["Dana K."].get(club.path(f"/members/{former}")).text
    assert "is reinstated" not in club.get(f"/members/{club.join('Omar')}/merged?into={former}").text


@pytest.mark.parametrize("into", ["", "0", "x", "-3", "9" * 30, "9" * 5000, "\u0663"])
def test_merge_with_unknown_member_is_refused(site: Flask, into: str) -> None:
    club = new_club(site)
    dana = club.join("Dana")
    token = str(club.owner.token)
    response = club.owner.post(club.path(f"/members/{dana}/merge"), {"csrf_token": token, "into": into})
    assert response.status == 422
    assert response.problems
    assert club.get(f"/members/{dana}/merged?into={into}").status == 200


def test_merge_of_substitute_with_member_removes_substitute(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": "all"})
        elias, farah = club.members["Elias"], club.members["Farah"]
    uid = count_game(night, 1, "Basil", "Carine", "Dani", "Elias", substitutes={"D": farah})
    paths = (f"/games/{uid}", "/games", f"/seasons/{night.season}/players/{elias}")
    for name in ("Farah", None):
        texts = [night.owner.get(night.club_path(path)).root.find_one("main").text for path in paths]
        (game,) = night.stranger.client.get(f"/api/clubs/{club.uid}/games").get_json()["games"]
        substitute = game["seats"]["D"]["substitute"]
        assert [
            " played as substitute for " in texts[0],
            " played as substitute for " in texts[1],
            "Substitute: " in texts[2],
        ] == [name is not None] * 3
        assert (substitute and substitute["name"]) == name
        with night.app_context() as club:
            club.submit("merged", {"member": farah, "into": elias})


def test_past_day_survives_later_merge(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(datetime(2030, 1, 11, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    monkeypatch.setattr("trexscore.web.clubs.season_standings.today", lambda _zone: date(2030, 1, 12))
    count_game(night, 1, "Basil", "Carine", "Dani", "Farah")
    with night.app_context() as club:
        elias, farah = club.members["Elias"], club.members["Farah"]
        clock.moment += timedelta(days=1)
        club.merge_members(farah, elias)
    opponents_then, opponents_now = (
        season_page(night, suffix=f"/players/{suffix}")
        .root.find_one(class_="season-game")
        .find_one(class_="row__note")
        .text
        for suffix in (f"{farah}?on=2030-01-11", f"{elias}")
    )
    assert opponents_then == opponents_now
