"""Attendance of many at once: the people of last time, everyone, no one; and who is listed first."""

import uuid

import pytest

from tests.support.clubs.club import YEAR
from tests.support.clubs.rooms import Room, proof
from tests.support.pages import Answer, Phone

EARLIER = "2026-11-15"


def attend(room: Room, who: str, phone: Phone | None = None) -> Answer:
    sender = phone or room.scorer
    return sender.post(room.path("/attendance"), {"who": who, "key": str(uuid.uuid4()), **proof(sender)})


def last_week(room: Room, *names: str) -> int:
    """A game night a week before, to which these came."""
    with room.inside() as club:
        number = club.say("evening", {"on": EARLIER, "at": None, "place": ""})
        club.say("arrived", {"evening": number, "members": [club.members[name] for name in names]})
    return number


def names_listed(room: Room) -> list[str]:
    return [one.text.strip() for one in room.scorer.get(room.path()).root.find("span", class_="tick__name")]


def here(room: Room) -> set[str]:
    names = {number: name for name, number in room.club.members.items()}
    return {names[number] for number in room.now.present}


def test_same_people_as_last_time_takes_one_tap(room: Room) -> None:
    last_week(room, "Elias", "Farah", "Hala")
    page = room.scorer.get(room.path())
    assert "Same 3 players as last time" in page.text
    attend(room, "last")
    assert here(room) == {"Elias", "Farah", "Hala"}
    assert "as last time" not in room.scorer.get(room.path()).text


def test_who_went_home_early_counts_as_there_last_time(room: Room) -> None:
    four = ("Elias", "Farah", "Hala", "Jana")
    number = last_week(room, *four)
    with room.inside() as club:
        tables = [[club.members[name] for name in four]]
        said = {"evening": number, "behind": 0, "method": "random", "seed": 1, "tables": tables, "sitting_out": []}
        club.say("drawn", said)
        club.say("went", {"evening": number, "members": [club.members["Elias"]]})
    attend(room, "last")
    assert here(room) == set(four)


def test_who_left_the_club_is_not_expected(room: Room) -> None:
    last_week(room, "Elias", "Farah")
    with room.inside() as club:
        club.say("left", {"member": club.members["Elias"]})
    attend(room, "last")
    assert here(room) == {"Farah"}


def test_people_of_last_time_are_listed_first(room: Room) -> None:
    last_week(room, "Jana", "Hala")
    names = names_listed(room)
    assert names[:2] == ["Hala", "Jana"]
    assert names[2:] == sorted(names[2:], key=str.casefold)


def test_everyone_and_no_one(room: Room) -> None:
    attend(room, "everyone")
    assert here(room) == {*room.club.members}
    assert attend(room, "everyone").status == 200, "twice is as good as once"
    attend(room, "no_one")
    assert here(room) == set()


def test_who_plays_stays_checked_in(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias", "Farah")
    room.draw()
    waiting = room.now.draws[-1].sitting_out
    room.start()
    answer = attend(room, "no_one")
    assert set(room.now.present).isdisjoint(waiting)
    assert len(room.now.present) == 4
    assert "4 players are at a table and stay checked in." in answer.text


@pytest.mark.parametrize(("who", "status"), [("member", 403), ("stranger", 404)])
def test_only_scorers_check_in_many(room: Room, who: str, status: int) -> None:
    assert attend(room, "everyone", room.everybody[who]).status == status
    assert "Check in everyone" not in room.member.get(room.path()).text


RULES_ASKED = "House rules of"


def test_house_rules_are_asked_only_where_seasons_differ(room: Room) -> None:
    room.arrive("Basil", "Carine", "Dani", "Elias")
    with room.inside() as club:
        club.season(name="Autumn")
    assert RULES_ASKED not in room.scorer.get(room.path("/draw")).text
    room.draw()
    assert RULES_ASKED not in room.scorer.get(room.path()).text
    with room.inside() as club:
        club.say("season", YEAR | {"name": "Pairs", "house_rules": {"preset": "complex"}})
    for path in ("/draw", ""):
        page = room.scorer.get(room.path(path))
        assert RULES_ASKED in page.text
        assert [one.text for one in page.root.find("option")] == ["2026, Autumn", "Pairs"]


def say_coming(room: Room, phone: Phone, comes: str) -> Answer:
    return phone.post(room.path("/reply"), {"comes": comes, **proof(phone)})


@pytest.fixture
def _that_night(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("attendance_routes", "pages"):
        monkeypatch.setattr(f"trexscore.web.clubs.game_nights.{module}.current_night", lambda _zone: room.now.on)


@pytest.mark.usefixtures("_that_night")
def test_who_is_coming_is_listed_first_and_who_is_not_is_not(room: Room) -> None:
    last_week(room, "Dani", "Hala")
    assert "1 is coming: Carine" in say_coming(room, room.scorer, "yes").text
    say_coming(room, room.member, "no")
    names = names_listed(room)
    assert names[:2] == ["Carine", "Hala"]
    assert "Dani" in names[2:]
    say_coming(room, room.scorer, "no")
    assert "coming: Carine" not in room.scorer.get(room.path()).text


@pytest.mark.usefixtures("_that_night")
def test_only_members_say_that_they_are_coming(room: Room) -> None:
    assert say_coming(room, room.stranger, "yes").status == 404
    assert say_coming(room, room.member, "maybe").status == 400
    assert say_coming(room, room.member, "yes").status == 200
