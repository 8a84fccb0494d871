"""Download names, numbers in JSON, abandoned games, and what a new season copies."""

from urllib.parse import quote

from tests.support.clubs.club import play_game
from tests.support.clubs.club_nights import ClubNight, count_game, play_table, season_page
from tests.support.clubs.tables import csv_rows, json_table


def test_download_is_named_after_club_season_and_day(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    with night.app_context() as club:
        club.add_entry("settings", {"name": "نادي Trex", "shows": "nothing", "zone": "UTC"})
    path = night.club_path(f"/data/csv/standings/{night.season}")
    with night.owner.client.get(path) as response:
        header = response.headers["Content-Disposition"]
    assert header.startswith('attachment; filename="trex-standings-Trex-2026-20')
    assert f"filename*=UTF-8''{quote('trex-standings-نادي-Trex-2026-20')}" in header


def test_json_table_writes_numbers(night: ClubNight) -> None:
    count_game(night, 1, "Basil", "Elias", "Farah", "Ghassan")
    (game,) = json_table(night.owner, night.club_path("/data/json/games"))["rows"]
    assert game["season_numbers"] == [night.season]
    assert game["seasons"] == [str(night.season)]
    record = json_table(night.owner, night.club_path("/data/json/records"))["rows"][0]
    assert record["member_numbers"] == list(map(int, record["members"]))
    assert "season_numbers" not in csv_rows(night.owner, night.club_path("/data/csv/games"))[0]


def test_abandoned_game_shows_what_counts(night: ClubNight) -> None:
    with night.app_context() as club:
        uid = play_game(1, deals=12)
        seats = [club.members[name] for name in ("Basil", "Elias", "Farah", "Ghassan")]
        club.count_game(uid, seats, although=["unfinished"])
        points = club.points(night.season)
    page = night.owner.get(night.club_path("/games"))
    (list_item,) = page.root.find("li", class_="club-game")
    assert "Abandoned" in list_item.find_one("span", class_="club-game__head").text
    shown_points = [
        int(node.text.replace("\u2212", "-")) for node in list_item.find("span", class_="club-game__points")
    ]
    assert shown_points == [points[number] for number in seats]


def test_correct_button_leads_to_deals(night: ClubNight) -> None:
    game = play_table(night)
    page = night.owner.get(night.club_path(f"/games/{game.uid}"))
    correct_href = next(link.attrs["href"] for link in page.root.find("a") if link.text == "Correct")
    sheet = night.owner.get(correct_href)
    assert sheet.path.endswith("/sheet")
    assert "Tap the deal to correct." in sheet.text


def test_new_season_drops_minimum_games_of_basis(night: ClubNight) -> None:
    with night.app_context() as club:
        club.change_season(night.season, counting={"basis": {"kind": "best", "best": 4}, "least_games": 4})
    form = night.owner.get(night.club_path("/seasons/new"))
    assert form.fields("/seasons")["least_games"] == ""
    fields = {"name": "Next", "begins": "2027-01-01", "until": "2027-12-31", "basis": "wins"}
    night.owner.send(form, "/seasons", **fields)
    with night.app_context() as club:
        season = next(season for season in club.record.seasons.values() if season.name == "Next")
        assert season.season_rules.minimum_games == 1


def test_new_season_keeps_minimum_games_of_its_own(night: ClubNight) -> None:
    with night.app_context() as club:
        club.change_season(night.season, counting={"basis": {"kind": "sum"}, "least_games": 3})
    assert night.owner.get(night.club_path("/seasons/new")).fields("/seasons")["least_games"] == "3"


def test_tie_break_equal_to_basis_is_left_out(night: ClubNight) -> None:
    form = night.owner.get(night.club_path(f"/seasons/{night.season}/edit"))
    night.owner.send(form, f"/seasons/{night.season}", basis="wins", tie_breaks=["wins", "points"])
    with night.app_context() as club:
        assert club.record.seasons[night.season].season_rules.tie_breaks == ("points",)
    assert "2026" in season_page(night).text
