"""Attendance of many at once, and the order in which members are listed."""

import uuid

import pytest

from tests.support.clubs.club import YEAR
from tests.support.clubs.club_nights import ClubNight, csrf_fields
from tests.support.pages import Answer, Phone

EARLIER = "2026-11-15"


def attend(night: ClubNight, who: str, phone: Phone | None = None) -> Answer:
    sender = phone or night.scorer
    return sender.post(night.path("/attendance"), {"who": who, "key": str(uuid.uuid4()), **csrf_fields(sender)})


def last_week(night: ClubNight, *names: str) -> int:
    """A game night a week before, at which these members were present."""
    with night.inside() as club:
        number = club.add_entry("evening", {"on": EARLIER, "at": None, "place": ""})
        club.add_entry("arrived", {"evening": number, "members": [club.members[name] for name in names]})
    return number


def names_listed(night: ClubNight) -> list[str]:
    return [one.text.strip() for one in night.scorer.get(night.path()).root.find("span", class_="tick__name")]


def present_names(night: ClubNight) -> set[str]:
    names = {number: name for name, number in night.club.members.items()}
    return {names[number] for number in night.now.present}


def test_same_players_as_last_time_takes_one_tap(night: ClubNight) -> None:
    last_week(night, "Elias", "Farah", "Hala")
    page = night.scorer.get(night.path())
    assert "Same 3 players as last time" in page.text
    attend(night, "last")
    assert present_names(night) == {"Elias", "Farah", "Hala"}
    assert "as last time" not in night.scorer.get(night.path()).text


def test_last_time_includes_early_leavers(night: ClubNight) -> None:
    four = ("Elias", "Farah", "Hala", "Jana")
    number = last_week(night, *four)
    with night.inside() as club:
        tables = [[club.members[name] for name in four]]
        said = {"evening": number, "behind": 0, "method": "random", "seed": 1, "tables": tables, "sitting_out": []}
        club.add_entry("drawn", said)
        club.add_entry("went", {"evening": number, "members": [club.members["Elias"]]})
    attend(night, "last")
    assert present_names(night) == set(four)


def test_last_time_leaves_out_former_members(night: ClubNight) -> None:
    last_week(night, "Elias", "Farah")
    with night.inside() as club:
        club.add_entry("left", {"member": club.members["Elias"]})
    attend(night, "last")
    assert present_names(night) == {"Farah"}


def test_members_of_last_time_are_listed_first(night: ClubNight) -> None:
    last_week(night, "Jana", "Hala")
    names = names_listed(night)
    assert names[:2] == ["Hala", "Jana"]
    assert names[2:] == sorted(names[2:], key=str.casefold)


def test_everyone_is_checked_in_and_out(night: ClubNight) -> None:
    attend(night, "everyone")
    assert present_names(night) == {*night.club.members}
    assert attend(night, "everyone").status == 200, "twice is as good as once"
    attend(night, "no_one")
    assert present_names(night) == set()


def test_seated_players_stay_checked_in(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias", "Farah")
    night.draw()
    waiting = night.now.draws[-1].sitting_out
    night.start()
    answer = attend(night, "no_one")
    assert set(night.now.present).isdisjoint(waiting)
    assert len(night.now.present) == 4
    assert "4 players are at a table and stay checked in." in answer.text


@pytest.mark.parametrize(("who", "status"), [("member", 403), ("stranger", 404)])
def test_check_in_of_many_needs_scorer(night: ClubNight, who: str, status: int) -> None:
    assert attend(night, "everyone", night.everybody[who]).status == status
    assert "Check in everyone" not in night.member.get(night.path()).text


RULES_ASKED = "House rules of"


def test_draw_asks_house_rules_when_seasons_differ(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    with night.inside() as club:
        club.season(name="Autumn")
    assert RULES_ASKED not in night.scorer.get(night.path("/draw")).text
    night.draw()
    assert RULES_ASKED not in night.scorer.get(night.path()).text
    with night.inside() as club:
        club.add_entry("season", YEAR | {"name": "Pairs", "house_rules": {"preset": "complex"}})
    for path in ("/draw", ""):
        page = night.scorer.get(night.path(path))
        assert RULES_ASKED in page.text
        assert [one.text for one in page.root.find("option")] == ["2026, Autumn", "Pairs"]


def say_coming(night: ClubNight, phone: Phone, comes: str) -> Answer:
    return phone.post(night.path("/reply"), {"comes": comes, **csrf_fields(phone)})


@pytest.fixture
def _that_night(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("attendance_routes", "pages"):
        monkeypatch.setattr(f"trexscore.web.clubs.game_nights.{module}.current_night", lambda _zone: night.now.on)


@pytest.mark.usefixtures("_that_night")
def test_coming_members_are_listed_first(night: ClubNight) -> None:
    last_week(night, "Dani", "Hala")
    assert "1 is coming: Carine" in say_coming(night, night.scorer, "yes").text
    say_coming(night, night.member, "no")
    names = names_listed(night)
    assert names[:2] == ["Carine", "Hala"]
    assert "Dani" in names[2:]
    say_coming(night, night.scorer, "no")
    assert "coming: Carine" not in night.scorer.get(night.path()).text


@pytest.mark.usefixtures("_that_night")
def test_reply_needs_membership(night: ClubNight) -> None:
    assert say_coming(night, night.stranger, "yes").status == 404
    assert say_coming(night, night.member, "maybe").status == 400
    assert say_coming(night, night.member, "yes").status == 200
