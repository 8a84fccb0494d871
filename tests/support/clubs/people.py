"""A club with a phone for each role."""

import uuid
from dataclasses import dataclass

from flask import Flask

from tests.support.accounts import sign_up
from tests.support.clubs.club import SiteClub, new_club
from tests.support.pages import Phone
from trexscore.club.record import VisiblePart
from trexscore.commands.accounts import find_account_id_and_name


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

    def phone(name: str) -> tuple[Phone, int]:
        username = f"{name}.{uuid.uuid4().hex[:12]}"
        new_phone = sign_up(site, username, name.title())
        with site.app_context():
            account = find_account_id_and_name(username)
        assert account is not None
        return new_phone, account[0]

    owner, account = phone("owner")
    with site.app_context():
        club = new_club(account, "Trex at Basil’s", "Basil")
        club.add_entry("settings", {"name": "Trex at Basil’s", "shows": shows})
    phones = {}
    for role in ("admin", "scorer", "member"):
        phones[role], account = phone(role)
        with site.app_context():
            club.join(f"The {role}", role, account)
    stranger, _ = phone("stranger")
    return RolePhones(site, club, owner, stranger=stranger, nobody=Phone(site), **phones)
