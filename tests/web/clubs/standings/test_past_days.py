"""The table of a past day: as it stood when that day ended, and as the games played until then count now."""

import re
import time
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.support.clubs.club import ROUND, Clock, enter, points_of, set_clock
from tests.support.clubs.rooms import Room, count, table
from tests.support.pages import Answer
from trexscore.commands.clock import end_of
from trexscore.commands.league.verify import verify_club
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db

FOUR = ("Basil", "Elias", "Farah", "Ghassan")
HAS_ZONES = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be changed here")


def points(page: Answer) -> dict[str, int]:
    """The lines of a table."""
    lines = page.root.find("tr", class_="league__line")
    return {line.one("a").text: int(line.one("data").attrs["value"]) for line in lines}


def played_on(room: Room, *days: str) -> list[str]:
    """A game on each of these days, all of them written down today."""
    return [count(room, seed, *FOUR, on=day) for seed, day in enumerate(days, 1)]


def due(*seeds: int) -> dict[str, int]:
    """What these games give to the four."""
    return dict(zip(FOUR, map(sum, zip(*map(points_of, seeds), strict=True)), strict=True))


def test_games_written_down_later_are_in_the_table_of_their_day_as_they_count_now(room: Room) -> None:
    played_on(room, "2026-03-01", "2026-03-08", "2026-04-02")
    assert points(table(room, rest="?on=2026-03-07&known=now")) == due(1)
    assert points(table(room, rest="?on=2026-03-08&known=now")) == due(1, 2)
    assert points(table(room, rest="?on=2026-04-01&known=now")) == due(1, 2)
    assert points(table(room, rest="?on=2026-04-02&known=now")) == due(1, 2, 3) == points(table(room))
    assert "After the games of 8 March 2026, as they count now" in table(room, rest="?on=2026-03-08&known=now").text


def behind_first(room: Room, page: Answer) -> list[str]:
    """The days of the games behind the first line."""
    address = page.root.find("tr", class_="league__line")[0].one("a").attrs["href"]
    found = room.scorer.get(address).root.find("a", class_="game-behind")
    uids = [game.attrs["href"].rpartition("/")[2] for game in found]
    with room.inside() as club:
        rows = game_rows.find_game_rows(db.session(), club.id, uids)
        return [rows[uid].sort_key[:10] for uid in uids]


def test_a_day_before_the_season_was_set_up_shows_what_its_games_give_and_says_so(room: Room) -> None:
    with room.inside() as club:
        club.say("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    played_on(room, "2026-03-01", "2026-03-08")
    page = table(room, rest="?on=2026-03-05")
    assert points(page) == due(1)
    assert "No standings for this date: the season was created later." in page.text
    said: Any = room.stranger.client.get(f"/api/clubs/{room.club.uid}/seasons/{room.season}?on=2026-03-05").json
    assert (said["known"], [row["score"] for row in said["rows"]]) == ("now", [*points(page).values()])
    assert behind_first(room, page) == ["2026-03-01"]
    empty = table(room, rest="?on=2026-02-01")
    assert points(empty) == {}
    assert "No games of this season counted by that day." in empty.text


def test_what_was_put_right_withdrawn_or_moved_since_is_so_in_the_table_of_a_past_day(room: Room) -> None:
    first, second, third = played_on(room, "2026-03-01", "2026-03-08", "2026-03-09")
    day = "?on=2026-03-08&known=now"
    with room.inside() as club:
        numbers = [club.members[name] for name in FOUR]
        enter(first, {"corrected": {"reason": "a photograph", "changes": [{"seats": ROUND}]}})
        club.withdraw(second)
        club.count(third, numbers, on="2026-03-02")
    a, b, c, d = points_of(1)
    elsewhere = dict(zip(FOUR, (c, d, a, b), strict=True))
    assert points(table(room, rest=day)) == {name: elsewhere[name] + had for name, had in due(3).items()}
    with room.inside() as club:
        club.count(third, numbers, on="2026-05-02")
        club.count(second, numbers, on="2026-03-08")
        assert verify_club(db.session(), club.id).chain_faults == []
    assert points(table(room, rest=day)) == {name: elsewhere[name] + had for name, had in due(2).items()}


def test_the_games_behind_a_row_of_a_past_day_are_those_played_until_then(room: Room) -> None:
    uids = played_on(room, "2026-03-01", "2026-03-08", "2026-04-02")
    change = room.scorer.get(
        table(room, rest="?on=2026-03-08&known=now").root.find("tr", class_="league__line")[0].one("a").attrs["href"]
    )
    games = [game.attrs["href"].rpartition("/")[2] for game in change.root.find("a", class_="game-behind")]
    assert games == [uids[1], uids[0]]
    assert "After the games of 8 March 2026, as they count now" in change.text
    back = next(a.attrs["href"] for a in change.root.find("a") if "known=now" in a.attrs["href"])
    assert points(room.scorer.get(back)) == due(1, 2)


def with_whom(room: Room, day: str) -> list[str]:
    """Of each game behind Basil’s row, whatever was known at the end of a day."""
    page = room.scorer.get(room.in_club(f"/seasons/{room.season}/players/3?on={day}"))
    return [
        re.sub("[\u2066-\u2069]", "", game.find(class_="row__note")[0].text)
        for game in page.root.find("a", class_="game-behind")
    ]


def test_the_games_behind_a_row_of_a_past_day_are_told_as_they_counted_then(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(datetime(2030, 1, 10, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    monkeypatch.setattr("trexscore.web.clubs.standings.past_day.today", lambda _zone: date.max)
    put_right, withdrawn = (count(room, seed, *FOUR) for seed in (1, 2))
    stood = ["With Elias, Farah, Ghassan"] * 2
    assert with_whom(room, "2030-01-10") == stood
    clock.moment = datetime(2030, 1, 12, 12, tzinfo=UTC)
    with room.inside() as club:
        club.count(put_right, [3, club.members["Jana"], None, club.members["Ghassan"]], on="2026-11-01")
        club.withdraw(withdrawn)
    assert with_whom(room, "2030-01-11") == stood
    assert with_whom(room, "2030-01-12") == ["With Ghassan, Jana, someone from outside the club"]


def test_files_and_the_interface_give_the_same_table_of_a_past_day(room: Room) -> None:
    with room.inside() as club:
        club.say("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    played_on(room, "2026-03-01", "2026-03-08", "2026-04-02")
    day = "?on=2026-03-08&known=now"
    shown = points(table(room, rest=day))
    file: Any = room.owner.client.get(room.in_club(f"/data/json/standings/{room.season}{day}")).json
    said: Any = room.stranger.client.get(f"/api/clubs/{room.club.uid}/seasons/{room.season}{day}").json
    assert [row["score"] for row in file["rows"]] == [row["score"] for row in said["rows"]] == [*shown.values()]
    assert (said["on"], said["known"]) == ("2026-03-08", "now")
    wrong = ("?known=now", "?on=2026-03-08&known=then", "?on=2026-03-08&known=", "?on=x&known=now")
    for one in wrong:
        answer = room.stranger.client.get(f"/api/clubs/{room.club.uid}/seasons/{room.season}{one}")
        assert answer.status_code == 422, one
        assert room.owner.client.get(room.in_club(f"/data/json/standings/{room.season}{one}")).status_code == 404


@HAS_ZONES
@pytest.mark.parametrize(("zone", "known"), [("AMT-3", 0), ("UTC0", 4), ("EST5", 4)])
def test_page_file_and_interface_end_a_day_by_the_same_clock(
    room: Room, monkeypatch: pytest.MonkeyPatch, zone: str, known: int
) -> None:
    clock = Clock(datetime(2030, 1, 11, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    with room.inside() as club:
        club.say("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    clock.moment = datetime(2030, 1, 11, 21, 30, tzinfo=UTC)
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    monkeypatch.setattr("trexscore.web.clubs.standings.past_day.today", lambda _zone: date.max)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        day = "?on=2030-01-11"
        page = len(table(room, rest=day).root.find("tr", class_="league__line"))
        file: Any = room.owner.client.get(room.in_club(f"/data/json/standings/{room.season}{day}")).json
        said: Any = room.stranger.client.get(f"/api/clubs/{room.club.uid}/seasons/{room.season}{day}").json
    time.tzset()
    assert (page, len(file["rows"]), len(said["rows"])) == (known, known, known)


@HAS_ZONES
def test_the_hour_before_midnight_that_comes_twice_where_summer_ends_belongs_to_its_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "EET-2EEST,M3.5.0/0,M10.5.0/0")
        time.tzset()
        ends = [end_of(date(2026, *day)) for day in ((3, 28), (3, 29), (10, 23), (10, 24), (10, 25))]
    time.tzset()
    assert ends == [
        "2026-03-28T21:59:59.999Z",
        "2026-03-29T20:59:59.999Z",
        "2026-10-23T20:59:59.999Z",
        "2026-10-24T21:59:59.999Z",
        "2026-10-25T21:59:59.999Z",
    ]
