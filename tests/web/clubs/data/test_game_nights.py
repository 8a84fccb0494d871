"""The data table of game nights: attendance and games per member."""

from tests.support.clubs.club_nights import ClubNight, count_game, play_table
from tests.support.clubs.tables import csv_rows, json_table

PATH = "/data/json/evenings"


def attendance_of(night: ClubNight, game_night: int) -> dict[str, int]:
    """Members at a game night, with their games."""
    rows = json_table(night.owner, night.club_path(PATH))["rows"]
    return {row["name"]: row["games"] for row in rows if row["evening"] == game_night and row["name"] is not None}


def test_attendance_table_lists_members_with_games(night: ClubNight) -> None:
    play_table(night, 20, names=("Basil", "Carine", "Dani", "Elias"))
    night.check_in("Farah")
    count_game(night, 5, "Basil", "Carine", "Dani", "Ghassan", evening=night.game_night)
    assert attendance_of(night, night.game_night) == {
        "Basil": 2,
        "Carine": 2,
        "Dani": 2,
        "Elias": 1,
        "Farah": 0,
        "Ghassan": 1,
    }


def test_attendance_table_lists_early_leavers(night: ClubNight) -> None:
    names = ("Basil", "Carine", "Dani", "Elias", "Farah")
    night.check_in(*names)
    night.draw_tables()
    with night.app_context() as club:
        club.add_entry("went", {"evening": night.game_night, "members": [club.members[name] for name in names]})
    assert attendance_of(night, night.game_night) == dict.fromkeys(names, 0)


def test_attendance_table_merges_members(night: ClubNight) -> None:
    count_game(night, 5, "Basil", "Carine", "Dani", "Farah", evening=night.game_night)
    count_game(night, 6, "Basil", "Carine", "Dani", "Elias", evening=night.game_night)
    with night.app_context() as club:
        club.merge_members(club.members["Farah"], club.members["Elias"])
    assert attendance_of(night, night.game_night) == {"Basil": 2, "Carine": 2, "Dani": 2, "Elias": 2}


def test_attendance_table_is_sorted_by_day(night: ClubNight) -> None:
    with night.app_context() as club:
        club.add_entry("evening", {"on": "2027-01-03", "at": None, "place": ""})
        club.add_entry("evening", {"on": "2026-01-03", "at": "19:00", "place": "=1+1"})
    night.check_in("Basil")
    rows = csv_rows(night.owner, night.club_path("/data/csv/evenings"))
    assert [(row["Day"], row["Starts at"], row["Location"], row["Name"], row["Games"]) for row in rows] == [
        ("2026-01-03", "19:00", "'=1+1", "", ""),
        ("2026-11-22", "20:30", "Café Central", "Basil", "0"),
        ("2027-01-03", "", "", "", ""),
    ]
