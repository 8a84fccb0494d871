"""Permissions in a club: every role, every kind of entry."""

import pytest

from tests.support.clubs.journals import YEAR, Journal, new_journal
from trexscore.club.events import EVENTS
from trexscore.club.members import ROLES

KINDS = tuple(EVENTS)
UID = "0b8cbb1c-54a3-4b39-8c42-f0a4a3e7ba9b"


def club_of_all_roles() -> tuple[Journal, dict[str, int]]:
    """A club with one member of each role, and a member whom the entries are about."""
    club = new_journal()
    numbers = {"owner": 3, **{role: club.join(role.capitalize(), role) for role in ROLES[1:]}}
    return club, numbers | {"somebody": club.join("Somebody"), "double": club.join("Double")}


CLUB, WHO = club_of_all_roles()
SEASON = CLUB.add_entry("season", YEAR)
GAME_NIGHT = CLUB.add_entry("evening", {"on": "2026-11-22"})
MERGED = CLUB.add_entry("merged", {"member": WHO["double"], "into": WHO["somebody"]})
ABOUT = WHO["somebody"]
SAID: dict[str, object] = {
    "founded": {"format": "trexscore-club/1"},
    "settings": {"name": "Trex", "shows": "all"},
    "joined": {"role": "member"},
    "named": {"member": ABOUT, "name": "Ghada"},
    "role": {"member": ABOUT, "role": "scorer"},
    "left": {"member": ABOUT},
    "returned": {"member": ABOUT},
    "merged": {"member": ABOUT, "into": WHO["guest"]},
    "erased": {"member": ABOUT},
    "season": YEAR,
    "adjusted": {"season": SEASON, "members": [ABOUT], "points": 20, "reason": "sat out", "on": "2026-11-22"},
    "evening": {"on": "2026-11-22"},
    "arrived": {"evening": GAME_NIGHT, "members": [ABOUT]},
    "went": {"evening": GAME_NIGHT, "members": [ABOUT]},
    "drawn": {"evening": GAME_NIGHT, "behind": 0, "method": "random", "seed": 1, "tables": [], "sitting_out": []},
    "game": {"uid": UID, "seats": {"A": ABOUT}, "on": "2026-11-22"},
    "withdrawn": {"uid": UID, "reason": "counted twice"},
    "take_back": GAME_NIGHT,
}
LOWEST = {
    "founded": None,
    "settings": "admin",
    "joined": "scorer",
    "named": "scorer",
    "role": "admin",
    "left": "admin",
    "returned": "admin",
    "merged": "admin",
    "erased": "admin",
    "season": "admin",
    "adjusted": "referee",
    "evening": "scorer",
    "arrived": "scorer",
    "went": "scorer",
    "drawn": "scorer",
    "game": "scorer",
    "withdrawn": "referee",
    "take_back": "scorer",
}
"""The lowest role that may record it about another member."""


def test_tables_cover_every_kind() -> None:
    assert set(LOWEST) == set(SAID) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("role", ROLES)
def test_role_permits_its_kinds_of_entries(role: str, kind: str) -> None:
    lowest = LOWEST[kind]
    expected = lowest is not None and ROLES.index(role) <= ROLES.index(lowest)
    assert CLUB.may(WHO[role], kind, SAID[kind]) is expected


@pytest.mark.parametrize("role", ROLES)
def test_everyone_manages_themselves(role: str) -> None:
    me = WHO[role]
    for kind in ("named", "left", "erased"):
        assert CLUB.may(me, kind, {"member": me, "name": "Me"})
    for kind in ("arrived", "went"):
        assert CLUB.may(me, kind, {"evening": GAME_NIGHT, "members": [me]})
    if role in ("member", "guest"):
        assert not CLUB.may(me, "arrived", {"evening": GAME_NIGHT, "members": [me, ABOUT]})
        assert not CLUB.may(me, "merged", {"member": me, "into": ABOUT})
        assert not CLUB.may(me, "role", {"member": me, "role": "admin"})


@pytest.mark.parametrize("role", ROLES)
def test_only_owner_manages_admins(role: str) -> None:
    other = CLUB.add_entry("joined", {"role": "admin"})
    for about in (other, WHO["owner"]):
        expected = role == "owner"
        assert CLUB.may(WHO[role], "role", {"member": about, "role": "guest"}) is expected
        assert CLUB.may(WHO[role], "merged", {"member": about, "into": ABOUT}) is expected
        assert CLUB.may(WHO[role], "merged", {"member": ABOUT, "into": about}) is expected
        if WHO[role] != about:
            assert CLUB.may(WHO[role], "left", {"member": about}) is expected
            assert CLUB.may(WHO[role], "erased", {"member": about}) is expected


@pytest.mark.parametrize("role", ROLES)
def test_only_owner_reinstates_admins(role: str) -> None:
    """A former or merged admin would be an admin again."""
    club, who = club_of_all_roles()
    gone, double, another = club.join("Gone", "admin"), club.join("Twice", "admin"), club.join("Once")
    club.add_entry("left", {"member": gone})
    merged = club.add_entry("merged", {"member": double, "into": another})
    assert club.may(who[role], "returned", {"member": gone}) is (role == "owner")
    assert club.may(who[role], "take_back", merged) is (role == "owner")


@pytest.mark.parametrize(
    ("role", "gives"),
    [
        ("owner", {"owner", "admin", "referee", "scorer", "member", "guest"}),
        ("admin", {"referee", "scorer", "member", "guest"}),
        ("referee", set()),
        ("scorer", set()),
        ("member", set()),
        ("guest", set()),
    ],
)
def test_role_grants_only_lower_roles(role: str, gives: set[str]) -> None:
    given = {new for new in ROLES if CLUB.may(WHO[role], "role", {"member": ABOUT, "role": new})}
    assert given == gives
    lets_in = {new for new in ROLES if CLUB.may(WHO[role], "joined", {"role": new})}
    assert lets_in == gives | ({"member", "guest"} if role in ("referee", "scorer") else set())


@pytest.mark.parametrize("role", ROLES)
def test_undo_needs_permission_of_entry(role: str) -> None:
    for seq, lowest in ((GAME_NIGHT, "scorer"), (SEASON, "admin"), (MERGED, "admin")):
        expected = ROLES.index(role) <= ROLES.index(lowest)
        assert CLUB.may(WHO[role], "take_back", seq) is expected


def test_former_member_may_only_remove_their_name() -> None:
    club, who = club_of_all_roles()
    club.add_entry("left", {"member": who["admin"]})
    for kind in KINDS:
        assert not club.may(who["admin"], kind, SAID[kind])
    assert club.may(who["admin"], "erased", {"member": who["admin"]})
    assert not club.may(who["admin"], "named", {"member": who["admin"], "name": "Me"})


def test_merged_member_has_role_of_remaining_member() -> None:
    club, who = club_of_all_roles()
    club.add_entry("merged", {"member": who["admin"], "into": who["guest"]})
    assert not club.may(who["admin"], "settings", SAID["settings"])


@pytest.mark.parametrize("role", ["admin", "referee", "scorer"])
@pytest.mark.parametrize("other", ROLES)
def test_higher_roles_cannot_be_renamed(role: str, other: str) -> None:
    said = {"member": WHO[other], "name": "Somebody else"}
    assert CLUB.may(WHO[role], "named", said) is (ROLES.index(role) <= ROLES.index(other))
