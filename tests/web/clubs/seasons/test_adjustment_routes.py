"""Adjustments of points: for sitting out, as a penalty, shown wherever the score is."""

import uuid
from datetime import UTC, datetime

import pytest
from flask import Flask

from tests.support.clubs.club import YEAR
from tests.support.pages import Fields, Phone, Response, start
from tests.support.people import DAY, PagesClub, new_club
from tests.support.whole_games import whole_game
from trexscore.commands import clock


@pytest.fixture
def club(site: Flask) -> PagesClub:
    club = new_club(site)
    seats: dict[str, int | None] = {"A": 3}
    for letter, name in zip("BCD", ("Carine", "Dani", "Elias"), strict=True):
        seats[letter] = club.join(name)
    club.add_entry("season", YEAR)
    deals = whole_game("standard", 5)["deals"]
    club.count_game(start(site, *deals, first_king=deals[0]["king"]), seats)
    return club


def current_season(club: PagesClub) -> int:
    return max(club.record.seasons)


def season_page(club: PagesClub, suffix: str = "") -> Response:
    return club.owner.get(club.path(f"/seasons/{current_season(club)}{suffix}"))


def adjust(club: PagesClub, points: str, *members: int, reason: str = "Sat out") -> Response:
    path = club.path(f"/seasons/{current_season(club)}/adjustments")
    owner = club.owner
    fields: Fields = {"csrf_token": owner.token, "members": [str(member) for member in members], "points": points}
    return owner.post(path, {**fields, "reason": reason, "on": DAY})


def scores(club: PagesClub) -> dict[str, int]:
    uid = club.path().removeprefix("/c/")
    rows = club.site.test_client().get(f"/api/clubs/{uid}/seasons/{current_season(club)}").get_json()["rows"]
    return {row["members"][0]["name"]: row["score"] for row in rows}


def plain(response: Response) -> str:
    return response.root.text.replace("\u2068", "").replace("\u2069", "")


def test_adjustment_changes_score_and_is_undone(club: PagesClub) -> None:
    club.add_entry("settings", {"name": "Trex", "shows": "standings"})
    scores_before = scores(club)
    carine = next(member.number for member in club.record.members.values() if member.name == "Carine")
    response = adjust(club, "٢٠", carine)
    assert (response.status, "Adjustment for Carine: +20" in plain(response)) == (200, True)
    assert scores(club) == scores_before | {"Carine": scores_before["Carine"] + 20}
    row_page = season_page(club, f"/players/{carine}")
    assert "Adjustments" in row_page.text
    assert "Sat out" in row_page.text
    change = season_page(club, "/changes").root.find("li", class_="change")[0]
    assert "Adjustment for Carine: +20" in change.text.replace("\u2068", "").replace("\u2069", "")
    assert "+20" in change.find_one("table", class_="change__rows").text
    assert "Adjustment for Carine: +20" in plain(club.owner.get(club.path("/history")))
    form = season_page(club, "/adjustments").form("/undo")
    club.owner.post(form.attrs["action"], {node.attrs["name"]: node.attrs["value"] for node in form.find("input")})
    assert scores(club) == scores_before
    assert "Undone: Adjustment for Carine: +20" in plain(season_page(club, "/changes"))


def test_penalty_changes_ranks(club: PagesClub) -> None:
    club.add_entry("settings", {"name": "Trex", "shows": "standings"})
    leader_name = next(iter(scores(club)))
    number = next(member.number for member in club.record.members.values() if member.name == leader_name)
    adjust(club, "−5000", number, reason="Left the table")
    assert [*scores(club)][-1] == leader_name
    assert "Left the table" in plain(season_page(club, "/changes"))
    stranger_page = Phone(club.site).get(club.path(f"/seasons/{current_season(club)}/players/{number}"))
    assert stranger_page.status == 200
    assert "Left the table" not in stranger_page.text, "only members see reasons"


def test_invalid_adjustment_is_refused(club: PagesClub, subtests: pytest.Subtests) -> None:
    members: list[int]
    for points, members, reason in [
        ("x", [3], "why"),
        ("0", [3], "why"),
        ("100001", [3], "why"),
        ("5", [], "why"),
        ("5", [999], "why"),
        ("5", [3], " "),
    ]:
        with subtests.test(points=points, members=members, reason=reason):
            response = adjust(club, points, *members, reason=reason)
            assert response.status == 422
            assert response.problems
            assert not club.record.adjustments


def test_adjustment_without_players_asks_for_one(club: PagesClub) -> None:
    response = adjust(club, "5")
    assert response.problems == ["Choose at least one player."]
    assert "Choose at least one player." in response.root.find_one("fieldset", class_="field").text


def test_undoing_an_adjustment_twice_is_no_error(club: PagesClub) -> None:
    adjust(club, "20", 3)
    page = season_page(club, "/adjustments")
    for _ in range(2):
        assert "Undone." in club.owner.send(page, "/undo").text
    assert club.owner.send(page, "/undo", key=str(uuid.uuid4())).status == 404
    assert not club.record.adjustments


def test_form_preselects_players_sitting_out(club: PagesClub) -> None:
    numbers = [member.number for member in club.record.active_members]
    club.join("Fadi")
    fadi = max(club.record.members)
    game_night = club.add_entry("evening", {"on": DAY})
    club.add_entry("arrived", {"evening": game_night, "members": [*numbers, fadi]})
    draw = {"method": "random", "seed": 1, "tables": [numbers], "sitting_out": [fadi]}
    club.add_entry("drawn", {"evening": game_night, "behind": 0, **draw})
    night_page = club.owner.get(club.path(f"/game-nights/{game_night}")).root
    link = next(node for node in night_page.find("a") if "sitting out" in node.text)
    form = club.owner.get(link.attrs["href"]).root
    checked_values = [node.attrs["value"] for node in form.find("input", name="members") if "checked" in node.attrs]
    assert checked_values == [str(fadi)]
    assert form.find("input", name="reason")[0].attrs["value"] == "Sat out"


def test_day_after_midnight_is_that_of_the_night(club: PagesClub, monkeypatch: pytest.MonkeyPatch) -> None:
    class OneInTheMorning(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "OneInTheMorning":
            assert tz is UTC
            return cls(2026, 11, 22, 23, 0, tzinfo=UTC)

    club.add_entry("settings", {"name": "Trex", "shows": "nothing", "zone": "Asia/Beirut"})
    monkeypatch.setattr(clock, "datetime", OneInTheMorning)
    assert season_page(club, "/adjustments").fields("/adjustments")["on"] == "2026-11-22"
