"""A club with a phone for each role."""

from dataclasses import dataclass

from flask import Flask

from tests.support.accounts import new_account
from tests.support.clubs.club import SiteClub, new_club
from tests.support.pages import Phone
from trexscore.club.record import VisiblePart


@dataclass
class RolePhones:
    """`stranger` is signed in but not a member; `nobody` is not signed in."""

    site: Flask
    club: SiteClub
    owner: Phone
    admin: Phone
    scorer: Phone
    member: Phone
    stranger: Phone
    nobody: Phone

    def path(self, suffix: str = "") -> str:
        return f"/c/{self.club.uid}{suffix}"

    def statuses(self, path: str) -> dict[str, int]:
        """The status of an address for each persona."""
        personas = ("owner", "admin", "scorer", "member", "stranger", "nobody")
        status_by_persona = {}
        for persona in personas:
            with getattr(self, persona).client.get(path) as response:
                status_by_persona[persona] = response.status_code
        return status_by_persona


def create_club_with_phones(site: Flask, shows: VisiblePart = "nothing") -> RolePhones:
    """A new club with this visibility for outsiders."""
    owner, account = new_account(site, "Owner")
    with site.app_context():
        club = new_club(account, "Trex at Basil’s", "Basil")
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": shows})
    phones = {}
    for role in ("admin", "scorer", "member"):
        phones[role], account = new_account(site, role.title())
        with site.app_context():
            club.join(f"The {role}", role, account)
    stranger, _ = new_account(site, "Stranger")
    return RolePhones(site, club, owner, stranger=stranger, nobody=Phone(site), **phones)
