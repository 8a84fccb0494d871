"""Names similar to a member's need confirmation when members, lists or games are added."""

import pytest

from tests.support.clubs.club_nights import ClubNight
from tests.support.pages import start
from tests.support.whole_games import whole_game
from trexscore.game.file.names import similarity_key

SIMILAR_NAMES = [
    ("ليلى حداد", "ليلي حداد"),
    ("عبدالرحمن", "عبد الرّحمن"),
    ("إلياس", "الياس"),
    ("فاطمة", "فاطمه"),
    ("كريـم", "كريم"),
    ("René", "rene"),
    ("Abdel-Rahman", "abdelrahman"),
]


@pytest.fixture
def names(night: ClubNight) -> set[str]:
    with night.app_context() as club:
        club.join("ليلى حداد")
    return current_names(night)


def current_names(night: ClubNight) -> set[str]:
    with night.app_context() as club:
        return {member.name or "" for member in club.record.unmerged_members}


@pytest.mark.parametrize(("name", "other_name"), SIMILAR_NAMES)
def test_similar_names_have_same_key(name: str, other_name: str) -> None:
    assert similarity_key(name) == similarity_key(other_name)


@pytest.mark.parametrize(("name", "other_name"), [("Dana", "Dina"), ("Dana 1", "Dana 2"), ("أمل", "أمال")])
def test_different_names_have_different_keys(name: str, other_name: str) -> None:
    assert similarity_key(name) != similarity_key(other_name)


def test_similar_new_name_needs_confirmation(night: ClubNight, names: set[str]) -> None:
    page = night.owner.get(night.club_path("/members?more=1"))
    question = night.owner.send(page, "/members", name="ليلي حداد")
    assert question.status == 422
    assert "Is this" in question.text
    assert current_names(night) == names
    night.owner.send(question, "/members")
    assert current_names(night) == names | {"ليلي حداد"}


def test_changed_similar_name_needs_confirmation_again(night: ClubNight, names: set[str]) -> None:
    page = night.owner.get(night.club_path("/members?more=1"))
    question = night.owner.send(page, "/members", name="ليلي حداد")
    assert night.owner.send(question, "/members", name="ليلىحداد").status == 422
    assert current_names(night) == names


def test_similar_name_in_list_is_added_when_ticked(night: ClubNight, names: set[str]) -> None:
    page = night.owner.get(night.club_path("/members/list"))
    listed_names = ["ليلي حداد", "Nadia", "عبدالرحمن", "عبد الرحمن"]
    pasted = "\n".join(listed_names)
    preview = night.owner.send(page, "/members/list", names=pasted)
    assert "Similar names" in preview.text
    ticked_names = [node.attrs["value"] for node in preview.root.find("input", name="namesake")]
    assert ticked_names == ["ليلي حداد", "عبد الرحمن"]
    form = {"csrf_token": None, "names": pasted, "role": "member", "confirmed": "y"}
    fields = {name: value for name, value in preview.fields("/members/list").items() if name not in form}
    fields["csrf_token"] = preview.fields("/members/list")["csrf_token"]
    selection = fields | {name: value for name, value in form.items() if value} | {"namesake": ["ليلي حداد"]}
    assert night.owner.post(night.club_path("/members/list"), selection).status == 200
    assert current_names(night) == names | {"ليلي حداد", "Nadia", "عبدالرحمن"}


def test_similar_player_name_matches_member(night: ClubNight, names: set[str]) -> None:
    file = whole_game("standard", 1, ["ليلي حداد", "Basil", "Carine", "Dani"])
    game = start(night.site, *file.pop("deals"), **file)
    page = night.owner.get(night.club_path(f"/games/from/{game.read}"))
    with night.app_context() as club:
        number = next(member.number for member in club.record.unmerged_members if member.name == "ليلى حداد")
    assert page.fields(f"/from/{game.read}")["seat_A"] == str(number)
    assert names
