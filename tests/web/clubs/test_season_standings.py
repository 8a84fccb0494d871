"""Standings of a past day: as known on that day, or as games until then count now."""

import re
import time
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.support.clubs.club import OPPOSITE_SEATS, Clock, add_game_entry, set_clock, totals_of_whole_game
from tests.support.clubs.club_nights import ClubNight, count_game, season_page
from tests.support.pages import Response
from trexscore.commands.clock import last_timestamp_of_day
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.db.clubs import counted_games
from trexscore.db.models import db

PLAYER_NAMES = ("Basil", "Elias", "Farah", "Ghassan")
HAS_ZONES = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be changed here")


def points_on(page: Response) -> dict[str, int]:
    """The points in the standings, by name."""
    lines = page.root.find("tr", class_="standings-table__line")
    return {line.find_one("a").text: int(line.find_one("data").attrs["value"]) for line in lines}


def count_games_on(night: ClubNight, *days: str) -> list[str]:
    """A game on each of these days, all added today."""
    return [count_game(night, seed, *PLAYER_NAMES, on=day) for seed, day in enumerate(days, 1)]


def expected_points(*seeds: int) -> dict[str, int]:
    """What these games give to the four players."""
    return dict(zip(PLAYER_NAMES, map(sum, zip(*map(totals_of_whole_game, seeds), strict=True)), strict=True))


def test_later_added_games_count_on_their_day(night: ClubNight) -> None:
    count_games_on(night, "2026-03-01", "2026-03-08", "2026-04-02")
    assert points_on(season_page(night, suffix="?on=2026-03-07&known=now")) == expected_points(1)
    assert points_on(season_page(night, suffix="?on=2026-03-08&known=now")) == expected_points(1, 2)
    assert points_on(season_page(night, suffix="?on=2026-04-01&known=now")) == expected_points(1, 2)
    assert (
        points_on(season_page(night, suffix="?on=2026-04-02&known=now"))
        == expected_points(1, 2, 3)
        == points_on(season_page(night))
    )
    assert (
        "After the games of 8 March 2026, as they count now"
        in season_page(night, suffix="?on=2026-03-08&known=now").text
    )


def days_behind_first_row(night: ClubNight, page: Response) -> list[str]:
    """The days of the games behind the first row."""
    address = page.root.find("tr", class_="standings-table__line")[0].find_one("a").attrs["href"]
    links = night.scorer.get(address).root.find("a", class_="season-game")
    uids = [game.attrs["href"].rpartition("/")[2] for game in links]
    with night.app_context() as club:
        rows = counted_games.find_game_rows_by_uid(db.session(), club.id, uids)
        return [rows[uid].sort_key[:10] for uid in uids]


def test_day_before_season_creation_is_explained(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    count_games_on(night, "2026-03-01", "2026-03-08")
    page = season_page(night, suffix="?on=2026-03-05")
    assert points_on(page) == expected_points(1)
    assert "No standings for this date: the season was created later." in page.text
    document: Any = night.stranger.client.get(f"/api/clubs/{night.club.uid}/seasons/{night.season}?on=2026-03-05").json
    assert (document["known"], [row["score"] for row in document["rows"]]) == ("now", [*points_on(page).values()])
    assert days_behind_first_row(night, page) == ["2026-03-01"]
    empty_page = season_page(night, suffix="?on=2026-02-01")
    assert points_on(empty_page) == {}
    assert "No games of this season counted by that day." in empty_page.text


def test_past_day_follows_corrections_and_exclusions(night: ClubNight) -> None:
    first, second, third = count_games_on(night, "2026-03-01", "2026-03-08", "2026-03-09")
    day = "?on=2026-03-08&known=now"
    with night.app_context() as club:
        numbers = [club.members[name] for name in PLAYER_NAMES]
        add_game_entry(first, {"corrected": {"reason": "a photograph", "changes": [{"seats": OPPOSITE_SEATS}]}})
        club.exclude_game(second)
        club.count_game(third, numbers, on="2026-03-02")
    a, b, c, d = totals_of_whole_game(1)
    reseated_points = dict(zip(PLAYER_NAMES, (c, d, a, b), strict=True))
    assert points_on(season_page(night, suffix=day)) == {
        name: reseated_points[name] + points for name, points in expected_points(3).items()
    }
    with night.app_context() as club:
        club.count_game(third, numbers, on="2026-05-02")
        club.count_game(second, numbers, on="2026-03-08")
        assert verify_club(db.session(), club.id).faults == []
    assert points_on(season_page(night, suffix=day)) == {
        name: reseated_points[name] + points for name, points in expected_points(2).items()
    }


def test_row_of_past_day_lists_games_until_then(night: ClubNight) -> None:
    uids = count_games_on(night, "2026-03-01", "2026-03-08", "2026-04-02")
    row_page = night.scorer.get(
        season_page(night, suffix="?on=2026-03-08&known=now")
        .root.find("tr", class_="standings-table__line")[0]
        .find_one("a")
        .attrs["href"]
    )
    games = [game.attrs["href"].rpartition("/")[2] for game in row_page.root.find("a", class_="season-game")]
    assert games == [uids[1], uids[0]]
    assert "After the games of 8 March 2026, as they count now" in row_page.text
    back_href = next(a.attrs["href"] for a in row_page.root.find("a") if "known=now" in a.attrs["href"])
    assert points_on(night.scorer.get(back_href)) == expected_points(1, 2)


def known_opponents(night: ClubNight, day: str) -> list[str]:
    """The opponents in each game behind Basil's row, as known at the end of a day."""
    page = night.scorer.get(night.club_path(f"/seasons/{night.season}/players/3?on={day}"))
    return [
        re.sub("[\u2066-\u2069]", "", game.find(class_="row__note")[0].text)
        for game in page.root.find("a", class_="season-game")
    ]


def test_row_of_past_day_keeps_games_as_known(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(datetime(2030, 1, 10, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    monkeypatch.setattr("trexscore.web.clubs.season_standings.today", lambda _zone: date.max)
    corrected_uid, excluded_uid = (count_game(night, seed, *PLAYER_NAMES) for seed in (1, 2))
    opponents = ["With Elias, Farah and Ghassan"] * 2
    assert known_opponents(night, "2030-01-10") == opponents
    clock.moment = datetime(2030, 1, 12, 12, tzinfo=UTC)
    with night.app_context() as club:
        club.count_game(corrected_uid, [3, club.members["Jana"], None, club.members["Ghassan"]], on="2026-11-01")
        club.exclude_game(excluded_uid)
    assert known_opponents(night, "2030-01-11") == opponents
    assert known_opponents(night, "2030-01-12") == ["With Ghassan, Jana and someone from outside the club"]


def test_past_day_is_same_in_files_and_api(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    count_games_on(night, "2026-03-01", "2026-03-08", "2026-04-02")
    day = "?on=2026-03-08&known=now"
    shown_points = points_on(season_page(night, suffix=day))
    file: Any = night.owner.client.get(night.club_path(f"/data/json/standings/{night.season}{day}")).json
    document: Any = night.stranger.client.get(f"/api/clubs/{night.club.uid}/seasons/{night.season}{day}").json
    assert (
        [row["score"] for row in file["rows"]] == [row["score"] for row in document["rows"]] == [*shown_points.values()]
    )
    assert (document["on"], document["known"]) == ("2026-03-08", "now")
    queries = ("?known=now", "?on=2026-03-08&known=then", "?on=2026-03-08&known=", "?on=x&known=now")
    for query in queries:
        response = night.stranger.client.get(f"/api/clubs/{night.club.uid}/seasons/{night.season}{query}")
        assert response.status_code == 422, query
        assert night.owner.client.get(night.club_path(f"/data/json/standings/{night.season}{query}")).status_code == 404


@HAS_ZONES
@pytest.mark.parametrize(("zone", "expected_rows"), [("AMT-3", 0), ("UTC0", 4), ("EST5", 4)])
def test_past_day_ends_at_same_time_everywhere(
    night: ClubNight, monkeypatch: pytest.MonkeyPatch, zone: str, expected_rows: int
) -> None:
    clock = Clock(datetime(2030, 1, 11, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    with night.app_context() as club:
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    clock.moment = datetime(2030, 1, 11, 21, 30, tzinfo=UTC)
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    monkeypatch.setattr("trexscore.web.clubs.season_standings.today", lambda _zone: date.max)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        day = "?on=2030-01-11"
        row_count = len(season_page(night, suffix=day).root.find("tr", class_="standings-table__line"))
        file: Any = night.owner.client.get(night.club_path(f"/data/json/standings/{night.season}{day}")).json
        document: Any = night.stranger.client.get(f"/api/clubs/{night.club.uid}/seasons/{night.season}{day}").json
    time.tzset()
    assert (row_count, len(file["rows"]), len(document["rows"])) == (expected_rows, expected_rows, expected_rows)


@HAS_ZONES
def test_repeated_hour_before_midnight_belongs_to_its_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "EET-2EEST,M3.5.0/0,M10.5.0/0")
        time.tzset()
        day_ends = [last_timestamp_of_day(date(2026, *day)) for day in ((3, 28), (3, 29), (10, 23), (10, 24), (10, 25))]
    time.tzset()
    assert day_ends == [
        "2026-03-28T21:59:59.999Z",
        "2026-03-29T20:59:59.999Z",
        "2026-10-23T20:59:59.999Z",
        "2026-10-24T21:59:59.999Z",
        "2026-10-25T21:59:59.999Z",
    ]
