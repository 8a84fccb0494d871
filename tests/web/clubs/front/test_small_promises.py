"""Download names, numbers in JSON, abandoned games, and what a new season takes over."""

from urllib.parse import quote

from tests.support.clubs.club import played
from tests.support.clubs.rooms import Room, count, play_a_table, table
from tests.support.clubs.tables import csv_rows, json_table


def test_download_is_named_after_club_season_and_day(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    with room.inside() as club:
        club.say("settings", {"name": "نادي Trex", "shows": "nothing", "zone": "UTC"})
    path = room.in_club(f"/data/csv/standings/{room.season}")
    with room.owner.client.get(path) as answer:
        header = answer.headers["Content-Disposition"]
    assert header.startswith('attachment; filename="trex-standings-Trex-2026-20')
    assert f"filename*=UTF-8''{quote('trex-standings-نادي-Trex-2026-20')}" in header


def test_numbers_are_numbers_in_json(room: Room) -> None:
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    (game,) = json_table(room.owner, room.in_club("/data/json/games"))["rows"]
    assert game["season_numbers"] == [room.season]
    assert game["seasons"] == [str(room.season)]
    record = json_table(room.owner, room.in_club("/data/json/records"))["rows"][0]
    assert record["member_numbers"] == list(map(int, record["members"]))
    assert "season_numbers" not in csv_rows(room.owner, room.in_club("/data/csv/games"))[0]


def test_abandoned_game_shows_what_counts(room: Room) -> None:
    with room.inside() as club:
        uid = played(1, deals=12)
        seats = [club.members[name] for name in ("Basil", "Elias", "Farah", "Ghassan")]
        club.count(uid, seats, although=["unfinished"])
        points = club.points(room.season)
    page = room.owner.get(room.in_club("/games"))
    (listed,) = page.root.find("li", class_="club-game")
    assert "Abandoned" in listed.one("span", class_="club-game__head").text
    shown = [int(one.text.replace("\u2212", "-")) for one in listed.find("span", class_="club-game__points")]
    assert shown == [points[number] for number in seats]


def test_correct_leads_to_the_deals(room: Room) -> None:
    game = play_a_table(room)
    page = room.owner.get(room.in_club(f"/games/{game.uid}"))
    way = next(link.attrs["href"] for link in page.root.find("a") if link.text == "Correct")
    sheet = room.owner.get(way)
    assert sheet.path.endswith("/sheet")
    assert "Tap the deal to correct." in sheet.text


def test_new_season_forgets_minimum_games_of_the_basis(room: Room) -> None:
    with room.inside() as club:
        club.change_season(room.season, counting={"basis": {"kind": "best", "best": 4}, "least_games": 4})
    form = room.owner.get(room.in_club("/seasons/new"))
    assert form.fields("/seasons")["least_games"] == ""
    new = {"name": "Next", "begins": "2027-01-01", "until": "2027-12-31", "basis": "wins"}
    room.owner.send(form, "/seasons", **new)
    with room.inside() as club:
        season = next(one for one in club.record.seasons.values() if one.name == "Next")
        assert season.counting.minimum_games == 1


def test_new_season_keeps_minimum_games_of_its_own(room: Room) -> None:
    with room.inside() as club:
        club.change_season(room.season, counting={"basis": {"kind": "sum"}, "least_games": 3})
    assert room.owner.get(room.in_club("/seasons/new")).fields("/seasons")["least_games"] == "3"


def test_tie_break_of_the_very_score_is_left_out(room: Room) -> None:
    form = room.owner.get(room.in_club(f"/seasons/{room.season}/edit"))
    room.owner.send(form, f"/seasons/{room.season}", basis="wins", tie_breaks=["wins", "points"])
    with room.inside() as club:
        assert club.record.seasons[room.season].counting.tie_breaks == ("points",)
    assert "2026" in table(room).text
