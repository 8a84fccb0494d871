"""The evenings as a table: who was there, and how much each has played."""

from tests.support.clubs.rooms import Room, count, play_a_table
from tests.support.clubs.tables import csv_rows, json_table

PATH = "/data/json/evenings"


def there(room: Room, evening: int) -> dict[str, int]:
    """Everybody at an evening with their games."""
    rows = json_table(room.owner, room.in_club(PATH))["rows"]
    return {row["name"]: row["games"] for row in rows if row["evening"] == evening and row["name"] is not None}


def test_everybody_who_was_there_has_a_row_with_the_games_that_they_sat_in(room: Room) -> None:
    play_a_table(room, 20, names=("Basil", "Carine", "Dani", "Elias"))
    room.arrive("Farah")
    count(room, 5, "Basil", "Carine", "Dani", "Ghassan", evening=room.evening)
    assert there(room, room.evening) == {"Basil": 2, "Carine": 2, "Dani": 2, "Elias": 1, "Farah": 0, "Ghassan": 1}


def test_whoever_sat_at_a_table_and_went_home_was_there(room: Room) -> None:
    names = ("Basil", "Carine", "Dani", "Elias", "Farah")
    room.arrive(*names)
    room.draw()
    with room.inside() as club:
        club.say("went", {"evening": room.evening, "members": [club.members[name] for name in names]})
    assert there(room, room.evening) == dict.fromkeys(names, 0)


def test_two_names_of_one_person_are_one_row(room: Room) -> None:
    count(room, 5, "Basil", "Carine", "Dani", "Farah", evening=room.evening)
    count(room, 6, "Basil", "Carine", "Dani", "Elias", evening=room.evening)
    with room.inside() as club:
        club.merge(club.members["Farah"], club.members["Elias"])
    assert there(room, room.evening) == {"Basil": 2, "Carine": 2, "Dani": 2, "Elias": 2}


def test_evenings_stand_in_their_order_and_one_to_come_by_itself(room: Room) -> None:
    with room.inside() as club:
        club.say("evening", {"on": "2027-01-03", "at": None, "place": ""})
        club.say("evening", {"on": "2026-01-03", "at": "19:00", "place": "=1+1"})
    room.arrive("Basil")
    rows = csv_rows(room.owner, room.in_club("/data/csv/evenings"))
    assert [(row["Day"], row["Starts at"], row["Location"], row["Name"], row["Games"]) for row in rows] == [
        ("2026-01-03", "19:00", "'=1+1", "", ""),
        ("2026-11-22", "20:30", "Café Central", "Basil", "0"),
        ("2027-01-03", "", "", "", ""),
    ]
