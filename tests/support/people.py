"""A club and its members for page tests; each account has a signed-in phone."""

import uuid
from dataclasses import dataclass, field
from typing import Any

from flask import Flask

from tests.support.accounts import new_account
from tests.support.pages import Game, Phone, Response
from tests.support.pages import start as start_game
from trexscore.club.record import ClubRecord
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER, create_club
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.recording import Command, Recorded, RecordingOutcome
from trexscore.db.clubs.clubs import connect_account, find_club_head, read_club_record
from trexscore.db.games import read_game_identity
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.i18n import ENGLISH
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.rules.refusals import refuse

DAY = "2026-11-22"


@dataclass
class PagesClub:
    """A club on a site, and its members' phones. The author is the owner by default."""

    site: Flask
    uid: str
    owner: Phone
    numbers: dict[str, int] = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)

    @property
    def id(self) -> int:
        with self.site.app_context():
            head = find_club_head(self.uid)
        assert head is not None
        return head.id

    @property
    def record(self) -> ClubRecord:
        with self.site.app_context():
            head = find_club_head(self.uid)
            assert head is not None
            return read_club_record(head)

    def submit(
        self, kind: str, content: object, by: int = OWNER_MEMBER_NUMBER, key: str | None = None
    ) -> RecordingOutcome:
        club_id = self.id
        with self.site.app_context():
            return record_club_entry(club_id, Command.of_member(key or str(uuid.uuid4()), by, {kind: content}))

    def add_entry(self, kind: str, content: object, by: int = OWNER_MEMBER_NUMBER) -> int:
        outcome = self.submit(kind, content, by)
        assert isinstance(outcome, Recorded), outcome
        return outcome.seq

    def join(self, name: str, role: str = "member", *, signs_in: bool = False, language: str = "en") -> int:
        """Add a member, perhaps with an account and a phone."""
        number = self.add_entry("joined", {"role": role})
        self.add_entry("named", {"member": number, "name": name})
        self.numbers[name] = number
        if signs_in:
            phone, account_id = new_account(self.site, name, language)
            club_id = self.id
            with self.site.app_context(), write_transaction() as session:
                connect_account(session, club_id, number, account_id)
            self.phones[name] = phone
        return number

    def count_game(self, game: Game, seats: dict[str, int | None], **fields: Any) -> int:  # noqa: ANN401 - parts of the entry
        return self.add_entry("game", {"uid": uid_of(game), "seats": seats, "on": DAY} | fields)

    def path(self, suffix: str = "") -> str:
        return f"/c/{self.uid}{suffix}"

    def get(self, suffix: str = "", phone: Phone | None = None) -> Response:
        return (phone or self.owner).get(self.path(suffix))

    def entries(self) -> list[tuple[str, Any]]:
        club_id = self.id
        with self.site.app_context():
            return [(entry.kind, entry.body) for entry in CLUBS.read_entries(db.session(), club_id)]


def new_club(site: Flask, shows: str = "nothing", owner: str = "Basil", name: str = "Trex at the corner") -> PagesClub:
    """A new club, and its owner's phone."""
    phone, account_id = new_account(site, owner)
    with site.app_context():
        uid = create_club(account_id, str(uuid.uuid4()), {"name": name, "shows": shows}, owner)
    assert isinstance(uid, str), uid
    return PagesClub(site, uid, phone, {owner: OWNER_MEMBER_NUMBER}, {owner: phone})


def uid_of(game: Game) -> str:
    with game.site.app_context():
        return read_game_identity(db.session(), game.game_id).uid


def refusal_text_of(code: str) -> str:
    """The English text of a refusal."""
    return refusal_text(ENGLISH, refuse(code, ""))


__all__ = [
    "DAY",
    "OWNER_MEMBER_NUMBER",
    "PagesClub",
    "new_account",
    "new_club",
    "refusal_text_of",
    "start_game",
    "uid_of",
]
