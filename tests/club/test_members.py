"""Membership of a club, and what follows from merging two members."""

from typing import Any

import pytest

from tests.support.clubs.journals import YEAR, new_journal

GAME_NIGHT: dict[str, Any] = {"on": "2026-11-22"}
DRAWN = {"method": "by_hand", "seed": 1, "sitting_out": []}


def test_former_owner_becomes_admin() -> None:
    club = new_journal()
    carine = club.join("Carine")
    club.add_entry("role", {"member": carine, "role": "owner"})
    assert (club.record.owner.number, club.record.members[3].role) == (carine, "admin")
    club.add_entry("left", {"member": 3})
    assert [member.number for member in club.record.active_members] == [carine]


def test_former_member_returns_unless_name_is_taken() -> None:
    club = new_journal()
    first = club.join("Carine")
    club.add_entry("left", {"member": first})
    assert club.submit("left", {"member": first}) == {"has_left"}
    second = club.join("Carine")
    assert club.submit("returned", {"member": first}) == {"name_taken"}
    club.add_entry("named", {"member": second, "name": "Carine K."})
    club.add_entry("returned", {"member": first})
    assert {member.name for member in club.record.active_members} == {"Basil", "Carine", "Carine K."}


def test_removed_member_has_no_name() -> None:
    club = new_journal()
    carine = club.join("Carine")
    club.add_entry("erased", {"member": carine})
    assert club.record.members[carine].name is None
    assert club.submit("named", {"member": carine, "name": "Carine"}) == {"unknown_member"}
    assert club.submit("returned", {"member": carine}) == {"has_not_left"}
    assert club.submit("erased", {"member": carine}) == {"nothing_to_change"}
    assert "Carine" not in str(club.record)


def test_merge_is_undone_completely() -> None:
    club = new_journal()
    carine, carin = club.join("Carine"), club.join("Carin")
    before = club.record.members
    merged = club.add_entry("merged", {"member": carin, "into": carine})
    assert club.record.surviving_member(carin).number == carine
    assert [member.number for member in club.record.unmerged_members] == [3, carine]
    assert club.submit("named", {"member": carin, "name": "Karine"}) == {"unknown_member"}
    club.add_entry("take_back", merged)
    assert club.record.members == before
    assert club.submit("take_back", merged) == {"already_taken_back"}


@pytest.mark.parametrize("former", ["member", "into"])
def test_merge_of_active_and_former_member_is_active(former: str) -> None:
    """A member who left and joined again under another name stays active after the merge."""
    club = new_journal()
    old, new = club.join("Carine"), club.join("Carine K.")
    members = {"member": new, "into": old}
    club.add_entry("left", {"member": members[former]})
    before = club.record.members
    merged = club.add_entry("merged", members)
    assert club.record.surviving_member(new).is_active
    club.add_entry("take_back", merged)
    assert club.record.members == before


def test_merge_of_former_members_is_former() -> None:
    club = new_journal()
    old, new = club.join("Carine"), club.join("Carine K.")
    club.add_entry("left", {"member": old})
    club.add_entry("left", {"member": new})
    club.add_entry("merged", {"member": new, "into": old})
    assert not club.record.surviving_member(new).is_active


def test_merge_is_not_undone_into_same_names() -> None:
    club = new_journal()
    carine, carin = club.join("Carine"), club.join("Carin")
    merged = club.add_entry("merged", {"member": carin, "into": carine})
    club.add_entry("named", {"member": carine, "name": "Carin"})
    assert club.submit("take_back", merged) == {"name_taken"}


def test_merged_members_are_present_once() -> None:
    club = new_journal()
    carine, carin, *others = [club.join(name) for name in ("Carine", "Carin", "Dani", "Elias")]
    game_night = club.add_entry("evening", GAME_NIGHT)
    club.add_entry("arrived", {"evening": game_night, "members": [3, carine, carin, *others]})
    club.add_entry("merged", {"member": carin, "into": carine})
    assert club.record.game_nights[game_night].present_member_numbers == (3, carine, *others)
    draft = {
        "evening": game_night,
        "behind": 0,
        **DRAWN,
        "tables": [[3, carine, carin, others[0]]],
        "sitting_out": [others[1]],
    }
    assert club.submit("drawn", draft) == {"not_those_present"}
    club.add_entry("drawn", draft | {"tables": [[3, carine, *others]], "sitting_out": []})
    club.add_entry("went", {"evening": game_night, "members": [carine]})
    assert club.record.game_nights[game_night].present_member_numbers == (3, *others)


def test_former_member_can_leave_game_night_early() -> None:
    club = new_journal()
    carine = club.join("Carine")
    game_night = club.add_entry("evening", GAME_NIGHT)
    club.add_entry("arrived", {"evening": game_night, "members": [carine]})
    club.add_entry("left", {"member": carine})
    assert club.submit("arrived", {"evening": game_night, "members": [carine]}) == {"has_left"}
    club.add_entry("went", {"evening": game_night, "members": [carine]})
    assert club.record.game_nights[game_night].present_member_numbers == ()


def test_players_of_one_table_cannot_be_merged() -> None:
    club = new_journal()
    four = [3, *(club.join(name) for name in ("Carine", "Dani", "Elias"))]
    game_night = club.add_entry("evening", GAME_NIGHT)
    club.add_entry("arrived", {"evening": game_night, "members": four})
    draw_seq = club.add_entry("drawn", {"evening": game_night, "behind": 0, **DRAWN, "tables": [four]})
    assert club.submit("merged", {"member": four[1], "into": four[2]}) == {"sits_twice"}
    club.add_entry("take_back", draw_seq)
    club.add_entry("merged", {"member": four[1], "into": four[2]})


def test_second_draw_needs_last_draw() -> None:
    club = new_journal()
    four = [3, *(club.join(name) for name in ("Carine", "Dani", "Elias"))]
    game_night = club.add_entry("evening", GAME_NIGHT)
    club.add_entry("arrived", {"evening": game_night, "members": four})
    draft = {"evening": game_night, "behind": 0, **DRAWN, "tables": [four]}
    first = club.add_entry("drawn", draft)
    assert club.submit("drawn", draft) == {"drawn_meanwhile"}
    club.add_entry("drawn", draft | {"behind": first, "tables": [four[::-1]]})
    assert [draw.tables for draw in club.record.game_nights[game_night].draws] == [((*four,),), ((*four[::-1],),)]


def test_season_change_is_undone_unless_name_is_taken() -> None:
    club = new_journal()
    season_seq = club.add_entry("season", YEAR)
    renamed_seq = club.add_entry("season", YEAR | {"name": "Winter", "instead": season_seq})
    assert [season.name for season in club.record.seasons.values()] == ["Winter"]
    other_seq = club.add_entry("season", YEAR)
    assert club.submit("take_back", renamed_seq) == {"season_name_taken"}
    club.add_entry("take_back", other_seq)
    club.add_entry("take_back", renamed_seq)
    assert [season.name for season in club.record.seasons.values()] == ["2026"]
    club.add_entry("take_back", season_seq)
    assert club.record.seasons == {}


def test_undone_game_night_disappears_with_its_entries() -> None:
    club = new_journal()
    game_night = club.add_entry("evening", GAME_NIGHT)
    club.add_entry("arrived", {"evening": game_night, "members": [3]})
    club.add_entry("evening", GAME_NIGHT | {"place": "at Carine’s", "instead": game_night})
    assert (club.record.game_nights[game_night].place, club.record.game_nights[game_night].present_member_numbers) == (
        "at Carine’s",
        (3,),
    )
    club.add_entry("take_back", game_night)
    assert club.record.game_nights == {}


def test_accounts_of_later_members_are_skipped() -> None:
    club = new_journal()
    before = club.record
    carine = club.join("Carine")
    assert [member.number for member in before.surviving_members_among([3, carine])] == [3]
    assert [member.number for member in club.record.surviving_members_among([3, carine])] == [3, carine]
