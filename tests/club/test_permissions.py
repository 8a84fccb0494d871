"""Permissions in a club: every role, every kind of entry."""

import pytest

from tests.support.clubs.journals import YEAR, Journal, new_journal
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.members import ROLES

KINDS = tuple(EVENT_TYPE_BY_KIND)
UID = "0b8cbb1c-54a3-4b39-8c42-f0a4a3e7ba9b"


def club_of_all_roles() -> tuple[Journal, dict[str, int]]:
    """A club with one member of each role, and a member whom the entries are about."""
    club = new_journal()
    numbers = {"owner": 3, **{role: club.join(role.capitalize(), role) for role in ROLES[1:]}}
    return club, numbers | {"somebody": club.join("Somebody"), "double": club.join("Double")}


CLUB, MEMBERS = club_of_all_roles()
SEASON = CLUB.add_entry("season", YEAR)
GAME_NIGHT = CLUB.add_entry("evening", {"on": "2026-11-22"})
MERGED = CLUB.add_entry("merged", {"member": MEMBERS["double"], "into": MEMBERS["somebody"]})
OTHER_MEMBER = MEMBERS["somebody"]
LOWEST_ROLES_AND_BODIES: dict[str, tuple[str | None, object]] = {
    "founded": (None, {"format": "trexscore-club/1"}),
    "settings": ("admin", {"name": "Trex", "shows": "all"}),
    "joined": ("scorer", {"role": "member"}),
    "named": ("scorer", {"member": OTHER_MEMBER, "name": "Ghada"}),
    "role": ("admin", {"member": OTHER_MEMBER, "role": "scorer"}),
    "left": ("admin", {"member": OTHER_MEMBER}),
    "returned": ("admin", {"member": OTHER_MEMBER}),
    "merged": ("admin", {"member": OTHER_MEMBER, "into": MEMBERS["guest"]}),
    "erased": ("admin", {"member": OTHER_MEMBER}),
    "season": ("admin", YEAR),
    "adjusted": (
        "referee",
        {"season": SEASON, "members": [OTHER_MEMBER], "points": 20, "reason": "sat out", "on": "2026-11-22"},
    ),
    "evening": ("scorer", {"on": "2026-11-22"}),
    "arrived": ("scorer", {"evening": GAME_NIGHT, "members": [OTHER_MEMBER]}),
    "went": ("scorer", {"evening": GAME_NIGHT, "members": [OTHER_MEMBER]}),
    "drawn": (
        "scorer",
        {"evening": GAME_NIGHT, "behind": 0, "method": "random", "seed": 1, "tables": [], "sitting_out": []},
    ),
    "game": ("scorer", {"uid": UID, "seats": {"A": OTHER_MEMBER}, "on": "2026-11-22"}),
    "withdrawn": ("referee", {"uid": UID, "reason": "counted twice"}),
    "take_back": ("scorer", GAME_NIGHT),
}
"""For each kind, the lowest role that may record it about another member, and a body."""
LOWEST_ROLES = {kind: role for kind, (role, _body) in LOWEST_ROLES_AND_BODIES.items()}
BODIES = {kind: body for kind, (_role, body) in LOWEST_ROLES_AND_BODIES.items()}


def test_permissions_of_every_kind_are_tested() -> None:
    assert set(LOWEST_ROLES_AND_BODIES) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("role", ROLES)
def test_role_permits_its_kinds_of_entries(role: str, kind: str) -> None:
    lowest = LOWEST_ROLES[kind]
    expected = lowest is not None and ROLES.index(role) <= ROLES.index(lowest)
    assert CLUB.may(MEMBERS[role], kind, BODIES[kind]) is expected


@pytest.mark.parametrize("role", ROLES)
def test_everyone_manages_themselves(role: str) -> None:
    member = MEMBERS[role]
    for kind in ("named", "left", "erased"):
        assert CLUB.may(member, kind, {"member": member, "name": "Me"})
    for kind in ("arrived", "went"):
        assert CLUB.may(member, kind, {"evening": GAME_NIGHT, "members": [member]})
    if role in ("member", "guest"):
        assert not CLUB.may(member, "arrived", {"evening": GAME_NIGHT, "members": [member, OTHER_MEMBER]})
        assert not CLUB.may(member, "merged", {"member": member, "into": OTHER_MEMBER})
        assert not CLUB.may(member, "role", {"member": member, "role": "admin"})


@pytest.mark.parametrize("role", ROLES)
def test_only_owner_manages_admins(role: str) -> None:
    other_admin = CLUB.add_entry("joined", {"role": "admin"})
    for admin in (other_admin, MEMBERS["owner"]):
        expected = role == "owner"
        assert CLUB.may(MEMBERS[role], "role", {"member": admin, "role": "guest"}) is expected
        assert CLUB.may(MEMBERS[role], "merged", {"member": admin, "into": OTHER_MEMBER}) is expected
        assert CLUB.may(MEMBERS[role], "merged", {"member": OTHER_MEMBER, "into": admin}) is expected
        if MEMBERS[role] != admin:
            assert CLUB.may(MEMBERS[role], "left", {"member": admin}) is expected
            assert CLUB.may(MEMBERS[role], "erased", {"member": admin}) is expected


@pytest.mark.parametrize("role", ROLES)
def test_only_owner_reinstates_admins(role: str) -> None:
    """A former or merged admin would be an admin again."""
    club, members = club_of_all_roles()
    former, merged_admin, remaining = club.join("Gone", "admin"), club.join("Twice", "admin"), club.join("Once")
    club.add_entry("left", {"member": former})
    merge_seq = club.add_entry("merged", {"member": merged_admin, "into": remaining})
    assert club.may(members[role], "returned", {"member": former}) is (role == "owner")
    assert club.may(members[role], "take_back", merge_seq) is (role == "owner")


@pytest.mark.parametrize(
    ("role", "grantable"),
    [
        ("owner", {"owner", "admin", "referee", "scorer", "member", "guest"}),
        ("admin", {"referee", "scorer", "member", "guest"}),
        ("referee", set()),
        ("scorer", set()),
        ("member", set()),
        ("guest", set()),
    ],
)
def test_role_grants_only_lower_roles(role: str, grantable: set[str]) -> None:
    granted = {new for new in ROLES if CLUB.may(MEMBERS[role], "role", {"member": OTHER_MEMBER, "role": new})}
    assert granted == grantable
    admitted = {new for new in ROLES if CLUB.may(MEMBERS[role], "joined", {"role": new})}
    assert admitted == grantable | ({"member", "guest"} if role in ("referee", "scorer") else set())


@pytest.mark.parametrize("role", ROLES)
def test_undo_needs_permission_of_entry(role: str) -> None:
    for seq, lowest in ((GAME_NIGHT, "scorer"), (SEASON, "admin"), (MERGED, "admin")):
        expected = ROLES.index(role) <= ROLES.index(lowest)
        assert CLUB.may(MEMBERS[role], "take_back", seq) is expected


def test_former_member_may_only_remove_their_name() -> None:
    club, members = club_of_all_roles()
    club.add_entry("left", {"member": members["admin"]})
    for kind in KINDS:
        assert not club.may(members["admin"], kind, BODIES[kind])
    assert club.may(members["admin"], "erased", {"member": members["admin"]})
    assert not club.may(members["admin"], "named", {"member": members["admin"], "name": "Me"})


def test_merged_member_has_role_of_remaining_member() -> None:
    club, members = club_of_all_roles()
    club.add_entry("merged", {"member": members["admin"], "into": members["guest"]})
    assert not club.may(members["admin"], "settings", BODIES["settings"])


@pytest.mark.parametrize("role", ["admin", "referee", "scorer"])
@pytest.mark.parametrize("other_role", ROLES)
def test_higher_roles_cannot_be_renamed(role: str, other_role: str) -> None:
    body = {"member": MEMBERS[other_role], "name": "Somebody else"}
    assert CLUB.may(MEMBERS[role], "named", body) is (ROLES.index(role) <= ROLES.index(other_role))
