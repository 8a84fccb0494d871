"""Who belongs to a club, and what follows where two turn out to be one."""

from typing import Any

import pytest

from tests.support.clubs.journals import YEAR, founded

EVENING: dict[str, Any] = {"on": "2026-11-22"}
DRAWN = {"method": "by_hand", "seed": 1, "sitting_out": []}


def test_the_owner_hands_the_club_over_and_stays_as_an_admin() -> None:
    club = founded()
    carine = club.join("Carine")
    club.say("role", {"member": carine, "role": "owner"})
    assert (club.record.owner.number, club.record.members[3].role) == (carine, "admin")
    club.say("left", {"member": 3})
    assert [member.number for member in club.record.active_members] == [carine]


def test_who_has_left_can_come_back_unless_somebody_else_has_their_name_now() -> None:
    club = founded()
    first = club.join("Carine")
    club.say("left", {"member": first})
    assert club.ask("left", {"member": first}) == {"has_left"}
    second = club.join("Carine")
    assert club.ask("returned", {"member": first}) == {"name_taken"}
    club.say("named", {"member": second, "name": "Carine K."})
    club.say("returned", {"member": first})
    assert {member.name for member in club.record.active_members} == {"Basil", "Carine", "Carine K."}


def test_who_is_erased_has_no_name_any_more_and_gets_none() -> None:
    club = founded()
    carine = club.join("Carine")
    club.say("erased", {"member": carine})
    assert club.record.members[carine].name is None
    assert club.ask("named", {"member": carine, "name": "Carine"}) == {"unknown_member"}
    assert club.ask("returned", {"member": carine}) == {"has_not_left"}
    assert club.ask("erased", {"member": carine}) == {"nothing_to_change"}
    assert "Carine" not in str(club.record)


def test_a_merge_can_be_undone_and_then_both_are_there_as_before() -> None:
    club = founded()
    one, other = club.join("Carine"), club.join("Carin")
    before = club.record.members
    merged = club.say("merged", {"member": other, "into": one})
    assert club.record.current_member(other).number == one
    assert [member.number for member in club.record.all_members] == [3, one]
    assert club.ask("named", {"member": other, "name": "Karine"}) == {"unknown_member"}
    club.say("take_back", merged)
    assert club.record.members == before
    assert club.ask("take_back", merged) == {"already_taken_back"}


@pytest.mark.parametrize("gone", ["member", "into"])
def test_whoever_is_here_under_one_of_their_names_is_here(gone: str) -> None:
    """Somebody left last year and joined anew: made one with who they were, they must not be put out of the club."""
    club = founded()
    old, new = club.join("Carine"), club.join("Carine K.")
    members = {"member": new, "into": old}
    club.say("left", {"member": members[gone]})
    before = club.record.members
    merged = club.say("merged", members)
    assert club.record.current_member(new).is_active
    club.say("take_back", merged)
    assert club.record.members == before


def test_whoever_has_left_under_both_names_has_left() -> None:
    club = founded()
    old, new = club.join("Carine"), club.join("Carine K.")
    club.say("left", {"member": old})
    club.say("left", {"member": new})
    club.say("merged", {"member": new, "into": old})
    assert not club.record.current_member(new).is_active


def test_a_merge_is_not_undone_while_it_would_give_two_the_same_name() -> None:
    club = founded()
    one, other = club.join("Carine"), club.join("Carin")
    merged = club.say("merged", {"member": other, "into": one})
    club.say("named", {"member": one, "name": "Carin"})
    assert club.ask("take_back", merged) == {"name_taken"}


def test_whoever_was_there_under_two_numbers_is_there_once() -> None:
    club = founded()
    one, other, *rest = [club.join(name) for name in ("Carine", "Carin", "Dani", "Elias")]
    evening = club.say("evening", EVENING)
    club.say("arrived", {"evening": evening, "members": [3, one, other, *rest]})
    club.say("merged", {"member": other, "into": one})
    assert club.record.game_nights[evening].present == (3, one, *rest)
    both = {"evening": evening, "behind": 0, **DRAWN, "tables": [[3, one, other, rest[0]]], "sitting_out": [rest[1]]}
    assert club.ask("drawn", both) == {"not_those_present"}
    club.say("drawn", both | {"tables": [[3, one, *rest]], "sitting_out": []})
    club.say("went", {"evening": evening, "members": [one]})
    assert club.record.game_nights[evening].present == (3, *rest)


def test_who_left_the_club_can_still_go_home_from_an_evening() -> None:
    club = founded()
    carine = club.join("Carine")
    evening = club.say("evening", EVENING)
    club.say("arrived", {"evening": evening, "members": [carine]})
    club.say("left", {"member": carine})
    assert club.ask("arrived", {"evening": evening, "members": [carine]}) == {"has_left"}
    club.say("went", {"evening": evening, "members": [carine]})
    assert club.record.game_nights[evening].present == ()


def test_two_who_were_drawn_to_one_table_are_not_the_same() -> None:
    club = founded()
    four = [3, *(club.join(name) for name in ("Carine", "Dani", "Elias"))]
    evening = club.say("evening", EVENING)
    club.say("arrived", {"evening": evening, "members": four})
    drawn = club.say("drawn", {"evening": evening, "behind": 0, **DRAWN, "tables": [four]})
    assert club.ask("merged", {"member": four[1], "into": four[2]}) == {"sits_twice"}
    club.say("take_back", drawn)
    club.say("merged", {"member": four[1], "into": four[2]})


def test_of_two_who_draw_tables_the_second_has_to_look_first() -> None:
    club = founded()
    four = [3, *(club.join(name) for name in ("Carine", "Dani", "Elias"))]
    evening = club.say("evening", EVENING)
    club.say("arrived", {"evening": evening, "members": four})
    said = {"evening": evening, "behind": 0, **DRAWN, "tables": [four]}
    first = club.say("drawn", said)
    assert club.ask("drawn", said) == {"drawn_meanwhile"}
    club.say("drawn", said | {"behind": first, "tables": [four[::-1]]})
    assert [draw.tables for draw in club.record.game_nights[evening].draws] == [((*four,),), ((*four[::-1],),)]


def test_a_change_to_a_season_can_be_taken_back_unless_another_has_the_old_name() -> None:
    club = founded()
    season = club.say("season", YEAR)
    renamed = club.say("season", YEAR | {"name": "Winter", "instead": season})
    assert [one.name for one in club.record.seasons.values()] == ["Winter"]
    other = club.say("season", YEAR)
    assert club.ask("take_back", renamed) == {"season_name_taken"}
    club.say("take_back", other)
    club.say("take_back", renamed)
    assert [one.name for one in club.record.seasons.values()] == ["2026"]
    club.say("take_back", season)
    assert club.record.seasons == {}


def test_what_was_said_of_an_evening_that_is_taken_back_is_gone_with_it() -> None:
    club = founded()
    evening = club.say("evening", EVENING)
    club.say("arrived", {"evening": evening, "members": [3]})
    club.say("evening", EVENING | {"place": "at Carine’s", "instead": evening})
    assert (club.record.game_nights[evening].place, club.record.game_nights[evening].present) == ("at Carine’s", (3,))
    club.say("take_back", evening)
    assert club.record.game_nights == {}


def test_accounts_of_those_who_joined_since_are_passed_over() -> None:
    club = founded()
    before = club.record
    carine = club.join("Carine")
    assert [member.number for member in before.known_members([3, carine])] == [3]
    assert [member.number for member in club.record.known_members([3, carine])] == [3, carine]
