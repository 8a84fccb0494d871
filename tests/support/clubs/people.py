"""A club with somebody of every kind in front of it, each with a phone of their own."""

import uuid
from dataclasses import dataclass

from flask import Flask

from tests.support.accounts import sign_up
from tests.support.clubs.club import ClubHere, found
from tests.support.pages import Phone
from trexscore.club.record import Shows
from trexscore.commands.accounts import find_account


@dataclass
class People:
    """`stranger` is signed in and no member, `nobody` is not signed in."""

    site: Flask
    club: ClubHere
    owner: Phone
    admin: Phone
    scorer: Phone
    member: Phone
    stranger: Phone
    nobody: Phone

    def path(self, rest: str = "") -> str:
        return f"/c/{self.club.uid}{rest}"

    def statuses(self, path: str) -> dict[str, int]:
        """What each of them gets at an address."""
        everybody = ("owner", "admin", "scorer", "member", "stranger", "nobody")
        found = {}
        for who in everybody:
            with getattr(self, who).client.get(path) as answer:
                found[who] = answer.status_code
        return found


def people_of(site: Flask, shows: Shows = "nothing") -> People:
    """A new club that shows so much to outsiders."""

    def phone(name: str) -> tuple[Phone, int]:
        username = f"{name}.{uuid.uuid4().hex[:12]}"
        made = sign_up(site, username, name.title())
        with site.app_context():
            account = find_account(username)
        assert account is not None
        return made, account[0]

    owner, account = phone("owner")
    with site.app_context():
        club = found(account, "Trex at Basil’s", "Basil")
        club.say("settings", {"name": "Trex at Basil’s", "shows": shows})
    phones = {}
    for role in ("admin", "scorer", "member"):
        phones[role], account = phone(role)
        with site.app_context():
            club.join(f"The {role}", role, account)
    stranger, _ = phone("stranger")
    return People(site, club, owner, stranger=stranger, nobody=Phone(site), **phones)
