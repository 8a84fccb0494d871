"""Check-in of many members at once, and the order in which members are listed."""

import uuid

import pytest

from tests.support.clubs.club import YEAR
from tests.support.clubs.club_nights import ClubNight, csrf_fields
from tests.support.pages import Phone, Response

EARLIER = "2026-11-15"


def attend(night: ClubNight, choice: str, phone: Phone | None = None) -> Response:
    sender = phone or night.scorer
    return sender.post(
        night.path("/attendance"), {"selection": choice, "key": str(uuid.uuid4()), **csrf_fields(sender)}
    )


def last_week(night: ClubNight, *names: str) -> int:
    """Create a game night of a week before with these members present."""
    with night.app_context() as club:
        game_night = club.add_entry("evening", {"on": EARLIER, "at": None, "place": ""})
        club.add_entry("arrived", {"evening": game_night, "members": [club.members[name] for name in names]})
    return game_night


def names_listed(night: ClubNight) -> list[str]:
    return [node.text.strip() for node in night.scorer.get(night.path()).root.find("span", class_="tick__name")]


def present_names(night: ClubNight) -> set[str]:
    names = {number: name for name, number in night.club.members.items()}
    return {names[number] for number in night.folded_night.present_member_numbers}


def test_same_players_as_last_time_takes_one_tap(night: ClubNight) -> None:
    last_week(night, "Elias", "Farah", "Hala")
    page = night.scorer.get(night.path())
    assert "Same 3 players as last time" in page.text
    attend(night, "last")
    assert present_names(night) == {"Elias", "Farah", "Hala"}
    assert "as last time" not in night.scorer.get(night.path()).text


def test_last_time_includes_early_leavers(night: ClubNight) -> None:
    names = ("Elias", "Farah", "Hala", "Jana")
    game_night = last_week(night, *names)
    with night.app_context() as club:
        tables = [[club.members[name] for name in names]]
        draw = {"evening": game_night, "behind": 0, "method": "random", "seed": 1, "tables": tables, "sitting_out": []}
        club.add_entry("drawn", draw)
        club.add_entry("went", {"evening": game_night, "members": [club.members["Elias"]]})
    attend(night, "last")
    assert present_names(night) == set(names)


def test_last_time_leaves_out_former_members(night: ClubNight) -> None:
    last_week(night, "Elias", "Farah")
    with night.app_context() as club:
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
    assert attend(night, "everyone").status == 200, "a repeated check-in is accepted"
    attend(night, "no_one")
    assert present_names(night) == set()


def test_seated_players_stay_checked_in(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias", "Farah")
    night.draw_tables()
    waiting = night.folded_night.draws[-1].sitting_out
    night.start_table_game()
    response = attend(night, "no_one")
    assert set(night.folded_night.present_member_numbers).isdisjoint(waiting)
    assert len(night.folded_night.present_member_numbers) == 4
    assert "4 players are at a table and stay checked in." in response.text


@pytest.mark.parametrize(("persona", "status"), [("member", 403), ("stranger", 404)])
def test_check_in_of_many_needs_scorer(night: ClubNight, persona: str, status: int) -> None:
    assert attend(night, "everyone", night.phones_by_persona[persona]).status == status
    assert "Check in everyone" not in night.member.get(night.path()).text


RULES_QUESTION = "House rules of"


def test_draw_asks_house_rules_when_seasons_differ(night: ClubNight) -> None:
    night.check_in("Basil", "Carine", "Dani", "Elias")
    with night.app_context() as club:
        club.create_season(name="Autumn")
    assert RULES_QUESTION not in night.scorer.get(night.path("/draw")).text
    night.draw_tables()
    assert RULES_QUESTION not in night.scorer.get(night.path()).text
    with night.app_context() as club:
        club.add_entry("season", YEAR | {"name": "Pairs", "house_rules": {"preset": "complex"}})
    for path in ("/draw", ""):
        page = night.scorer.get(night.path(path))
        assert RULES_QUESTION in page.text
        assert [option.text for option in page.root.find("option")] == ["2026, Autumn", "Pairs"]


def send_reply(night: ClubNight, phone: Phone, reply: str) -> Response:
    return phone.post(night.path("/reply"), {"attending": reply, **csrf_fields(phone)})


@pytest.fixture
def _today_is_game_night(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("attendance_routes", "pages"):
        monkeypatch.setattr(
            f"trexscore.web.clubs.game_nights.{module}.current_night_date", lambda _zone: night.folded_night.day
        )


@pytest.mark.usefixtures("_today_is_game_night")
def test_coming_members_are_listed_first(night: ClubNight) -> None:
    last_week(night, "Dani", "Hala")
    assert "1 is coming: Carine" in send_reply(night, night.scorer, "yes").text
    send_reply(night, night.member, "no")
    names = names_listed(night)
    assert names[:2] == ["Carine", "Hala"]
    assert "Dani" in names[2:]
    send_reply(night, night.scorer, "no")
    assert "is coming: " not in night.scorer.get(night.path()).text


@pytest.mark.usefixtures("_today_is_game_night")
def test_reply_needs_membership(night: ClubNight) -> None:
    assert send_reply(night, night.stranger, "yes").status == 404
    assert send_reply(night, night.member, "maybe").status == 400
    assert send_reply(night, night.member, "yes").status == 200
