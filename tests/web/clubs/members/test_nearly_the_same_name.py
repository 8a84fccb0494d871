"""A name that is nearly a member's is asked about: when adding a member, a list, or games."""

import pytest

from tests.support.clubs.rooms import Room
from tests.support.pages import start
from tests.support.whole_games import whole_game
from trexscore.game.file.names import similarity_key

SAME = [
    ("ليلى حداد", "ليلي حداد"),
    ("عبدالرحمن", "عبد الرّحمن"),
    ("إلياس", "الياس"),
    ("فاطمة", "فاطمه"),
    ("كريـم", "كريم"),
    ("René", "rene"),
    ("Abdel-Rahman", "abdelrahman"),
]


@pytest.fixture
def names(room: Room) -> set[str]:
    with room.inside() as club:
        club.join("ليلى حداد")
    return current(room)


def current(room: Room) -> set[str]:
    with room.inside() as club:
        return {member.name or "" for member in club.record.all_members}


@pytest.mark.parametrize(("one", "other"), SAME)
def test_likeness(one: str, other: str) -> None:
    assert similarity_key(one) == similarity_key(other)


@pytest.mark.parametrize(("one", "other"), [("Dana", "Dina"), ("Dana 1", "Dana 2"), ("أمل", "أمال")])
def test_unlikeness(one: str, other: str) -> None:
    assert similarity_key(one) != similarity_key(other)


def test_new_member_is_asked_about(room: Room, names: set[str]) -> None:
    page = room.owner.get(room.in_club("/members?more=1"))
    asked = room.owner.send(page, "/members", name="ليلي حداد")
    assert asked.status == 422
    assert "Is this" in asked.text
    assert current(room) == names
    room.owner.send(asked, "/members")
    assert current(room) == names | {"ليلي حداد"}


def test_changed_name_is_asked_about_again(room: Room, names: set[str]) -> None:
    page = room.owner.get(room.in_club("/members?more=1"))
    asked = room.owner.send(page, "/members", name="ليلي حداد")
    assert room.owner.send(asked, "/members", name="ليلىحداد").status == 422
    assert current(room) == names


def test_listed_name_is_added_once_ticked(room: Room, names: set[str]) -> None:
    page = room.owner.get(room.in_club("/members/list"))
    listed = ["ليلي حداد", "Nadia", "عبدالرحمن", "عبد الرحمن"]
    pasted = "\n".join(listed)
    looked = room.owner.send(page, "/members/list", names=pasted)
    assert "Similar names" in looked.text
    ticks = [node.attrs["value"] for node in looked.root.find("input", name="another")]
    assert ticks == ["ليلي حداد", "عبد الرحمن"]
    form = {"csrf_token": None, "names": pasted, "role": "member", "let_in": "y"}
    fields = {name: value for name, value in looked.fields("/members/list").items() if name not in form}
    fields["csrf_token"] = looked.fields("/members/list")["csrf_token"]
    sent = fields | {name: value for name, value in form.items() if value} | {"another": ["ليلي حداد"]}
    assert room.owner.post(room.in_club("/members/list"), sent).status == 200
    assert current(room) == names | {"ليلي حداد", "Nadia", "عبدالرحمن"}


def test_player_of_a_game_is_taken_for_the_member(room: Room, names: set[str]) -> None:
    file = whole_game("standard", 1, ["ليلي حداد", "Basil", "Carine", "Dani"])
    game = start(room.site, *file.pop("deals"), **file)
    page = room.owner.get(room.in_club(f"/games/from/{game.read}"))
    with room.inside() as club:
        number = next(member.number for member in club.record.all_members if member.name == "ليلى حداد")
    assert page.fields(f"/from/{game.read}")["seat_A"] == str(number)
    assert names
