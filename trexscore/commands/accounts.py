"""Accounts: opened, changed, left. Passwords come hashed: that takes so long that no writer may wait for it."""

import unicodedata
import uuid
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trexscore.commands.account_links import SENT_BY_MAIL, make_link_within, use_link
from trexscore.commands.clock import now
from trexscore.commands.clubs.revoke_links import forget_what_they_know
from trexscore.db.account_locks import forget_links
from trexscore.db.accounts import Account, Passkey
from trexscore.db.clubs.clubs import clubs_of, heirs, record_after
from trexscore.db.clubs.escrowed_tokens import forget_escrowed
from trexscore.db.clubs.models import Claim, NameRequest
from trexscore.db.journals import CLUBS, Gone, writing
from trexscore.db.models import db
from trexscore.rules.refusals import Refusal, refuse

SHORTEST_USERNAME, LONGEST_USERNAME = 2, 40
_BETWEEN = frozenset("._-")
_LETTERS_MARKS_DIGITS = frozenset("LMN")


class Person(NamedTuple):
    """What somebody says about themselves to get an account."""

    name: str
    username: str
    email: str | None
    password: str
    """Its hash."""


class LinkGone(Exception):
    """The link has been used, has expired or never was."""


class StillOwned(Exception):
    """The account owns a club that somebody else in it could own: that is handed over first."""


def read_username(text: str) -> str | None:
    """A name to sign in with, as it is compared: letters and digits of any script. None where it is none."""
    if len(text) > 4 * LONGEST_USERNAME:
        return None
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.strip()).casefold())
    if not SHORTEST_USERNAME <= len(folded) <= LONGEST_USERNAME or folded[0] in _BETWEEN:
        return None
    return folded if all(map(_may_stand_in_it, folded)) else None


def account_called(username: str) -> tuple[int, str] | None:
    """The id and the name of the account with this name to sign in."""
    found = select(Account.id, Account.name).where(Account.username == username)
    row = db.session().execute(found).one_or_none()
    return None if row is None else (row.id, row.name)


def give_recovery_link(email: str, token: str) -> bool:
    """Make a link with this token to the account of an e-mail address; whether there is one."""
    row = db.session().execute(select(Account.id, Account.name).where(Account.email == email)).one_or_none()
    db.session.rollback()
    if row is None:
        return False
    with writing() as session:
        make_link_within(session, row.name, row.id, SENT_BY_MAIL, token)
    return True


def open_account(person: Person, token: str | None = None) -> int | Refusal:
    """A new account, by a link or by oneself; its id, or what somebody else has already. Raises `LinkGone`."""
    own = {"fs_uniquifier": uuid.uuid4().hex, "fs_webauthn_user_handle": uuid.uuid4().hex}
    try:
        with writing() as session:
            taken = _taken(session, person.username, person.email)
            if taken is not None:
                return taken
            if token is not None:
                link = use_link(session, token)
                if link is None or link.account_id is not None:
                    raise LinkGone
            values = {**person._asdict(), **own, "active": True, "created_at": now()}
            return session.execute(insert(Account).values(values).returning(Account.id)).scalar_one()
    except IntegrityError:  # somebody else took it between our look and our write
        taken = _taken(db.session(), person.username, person.email)
        if taken is None:
            raise
        return taken


def recover(token: str, password: str) -> int:
    """Give the account of a link a new password; all its sessions and passkeys end. Raises `LinkGone`.

    Whoever has chosen the password need not be the owner: nobody is to go on signing in beside them without noticing.
    """
    with writing() as session:
        link = use_link(session, token)
        if link is None or link.account_id is None:
            raise LinkGone
        _set_password(session, link.account_id, password)
        session.execute(delete(Passkey).where(Passkey.account_id == link.account_id))
        return link.account_id


def change_password(account_id: int, password: str) -> None:
    """Another password; every session ends, and no link gives yet another."""
    with writing() as session:
        _set_password(session, account_id, password)


def keep_rehashed(account_id: int, old: str, new: str) -> None:
    """The same password, hashed as it is done now; unless it has been changed meanwhile."""
    with writing() as session:
        session.execute(update(Account).where(Account.id == account_id, Account.password == old).values(password=new))


def describe(account_id: int, name: str, username: str, email: str | None) -> Refusal | None:
    """Change what an account is called, unless somebody else has it already."""
    try:
        with writing() as session:
            taken = _taken(session, username, email, but_for=account_id)
            if taken is None:
                values = {"name": name, "username": username, "email": email}
                session.execute(update(Account).where(Account.id == account_id).values(values))
            return taken
    except IntegrityError:
        taken = _taken(db.session(), username, email, but_for=account_id)
        if taken is None:
            raise
        return taken


def end_sessions(account_id: int) -> None:
    """Whoever is signed in to this account is so no longer."""
    with writing() as session:
        session.execute(update(Account).where(Account.id == account_id).values(fs_uniquifier=uuid.uuid4().hex))


def erase_account(account_id: int) -> None:
    """The account with its passkeys and links. The members of clubs that it was stay, and are nobody's account.

    Raises `StillOwned`. A club in which nobody else has an account stays as it is, and nobody leads it any more.
    """
    with writing() as session:
        for club, number in clubs_of(account_id):
            try:
                record = record_after(CLUBS.lock(session, club.id))
            except Gone:  # dissolved since we looked
                continue
            if record.owner is not record.who(number):
                forget_what_they_know(session, club.id, record, number)
            elif heirs(session, club.id, record):
                raise StillOwned
        for theirs in (Claim, NameRequest):
            session.execute(delete(theirs).where(theirs.account_id == account_id))
        forget_escrowed(session, account_id)
        session.execute(delete(Account).where(Account.id == account_id))


def _set_password(session: Session, account_id: int, password: str) -> None:
    values = {"password": password, "fs_uniquifier": uuid.uuid4().hex}
    session.execute(update(Account).where(Account.id == account_id).values(values))
    forget_links(session, [account_id])


def _taken(session: Session, username: str, email: str | None, but_for: int = 0) -> Refusal | None:
    others = select(Account.id).where(Account.id != but_for)
    if session.execute(others.where(Account.username == username)).first():
        return refuse("username_taken", "username")
    if email is not None and session.execute(others.where(Account.email == email)).first():
        return refuse("email_taken", "email")
    return None


def _may_stand_in_it(character: str) -> bool:
    return character in _BETWEEN or unicodedata.category(character)[0] in _LETTERS_MARKS_DIGITS
