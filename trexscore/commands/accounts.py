"""Create, change and delete accounts. Passwords arrive hashed: hashing is too slow for the writer's lock."""

import unicodedata
import uuid
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from trexscore.commands.account_links import EMAIL_LINK_LIFETIME, consume_link, create_account_link_token_in_transaction
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.replace_game_links import replace_scoring_links_of_member
from trexscore.db.accounts import Account, Passkey, delete_password_reset_links
from trexscore.db.clubs.clubs import list_account_clubs, list_possible_owners, read_club_record
from trexscore.db.clubs.escrowed_tokens import delete_escrowed_tokens
from trexscore.db.clubs.models import Membership, NameRequest
from trexscore.db.journals import CLUBS, JournalGone
from trexscore.db.models import db
from trexscore.db.transactions import retry_once_on_conflict, write_transaction
from trexscore.rules.refusals import Refusal, refuse

MIN_USERNAME_LENGTH, MAX_USERNAME_LENGTH = 2, 40
_USERNAME_SEPARATORS = frozenset("._-")
_USERNAME_UNICODE_CATEGORIES = frozenset("LMN")


class AccountToCreate(NamedTuple):
    """What a person enters to get an account."""

    name: str
    username: str
    email: str | None
    password_hash: str


class InvalidAccountLink(Exception):
    """The link was used, has expired or never existed."""


class OwnsClubWithHeirs(Exception):
    """The account owns a club with possible heirs. Ownership must be transferred first."""


def normalize_username(text: str) -> str | None:
    """The username in the form that is compared (letters and digits of any script), or None if it is invalid."""
    if len(text) > 4 * MAX_USERNAME_LENGTH:
        return None
    casefolded_name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.strip()).casefold())
    if (
        not MIN_USERNAME_LENGTH <= len(casefolded_name) <= MAX_USERNAME_LENGTH
        or casefolded_name[0] in _USERNAME_SEPARATORS
    ):
        return None
    return casefolded_name if all(map(_is_allowed_in_username, casefolded_name)) else None


def find_account_id_and_name(normalized_username: str) -> tuple[int, str] | None:
    """The id and name of the account with this username."""
    query = select(Account.id, Account.name).where(Account.username == normalized_username)
    row = db.session().execute(query).one_or_none()
    return None if row is None else (row.id, row.name)


def create_recovery_link(email: str, unstored_token: str) -> bool:
    """Store a recovery link with this token. Returns whether an account has this e-mail address."""
    row = db.session().execute(select(Account.id, Account.name).where(Account.email == email)).one_or_none()
    db.session.rollback()
    if row is None:
        return False
    with write_transaction() as session:
        create_account_link_token_in_transaction(session, row.name, row.id, EMAIL_LINK_LIFETIME, unstored_token)
    return True


def create_account(account_to_create: AccountToCreate, signup_token: str | None = None) -> int | Refusal:
    """Create an account, by a link or freely. Returns its id, or what is already taken. Raises `InvalidAccountLink`."""
    identifiers = {"session_id": uuid.uuid4().hex, "passkey_handle": uuid.uuid4().hex}

    def create() -> int | Refusal:
        with write_transaction() as session:
            taken_refusal = _taken_refusal(session, account_to_create.username, account_to_create.email)
            if taken_refusal is not None:
                return taken_refusal
            if signup_token is not None:
                link = consume_link(session, signup_token)
                if link is None or link.account_id is not None:
                    raise InvalidAccountLink
            column_values = {
                "name": account_to_create.name,
                "username": account_to_create.username,
                "email": account_to_create.email,
                "password": account_to_create.password_hash,
                **identifiers,
                "active": True,
                "created_at": current_timestamp(),
            }
            return session.execute(insert(Account).values(column_values).returning(Account.id)).scalar_one()

    return retry_once_on_conflict(create)


def reset_password(link_token: str, password_hash: str) -> int:
    """Set a new password for the account of a link; all its sessions and passkeys end. Raises `InvalidAccountLink`.

    Anyone with the link may have set the password, so an intruder must not stay signed in beside the owner.
    """
    with write_transaction() as session:
        link = consume_link(session, link_token)
        if link is None or link.account_id is None:
            raise InvalidAccountLink
        _set_password_and_end_sessions(session, link.account_id, password_hash)
        session.execute(delete(Passkey).where(Passkey.account_id == link.account_id))
        return link.account_id


def change_password(account_id: int, password_hash: str) -> None:
    """Set a password; ends every session and cancels the account's links."""
    with write_transaction() as session:
        _set_password_and_end_sessions(session, account_id, password_hash)


def store_rehashed_password_if_unchanged(account_id: int, old_hash: str, new_hash: str) -> None:
    """Store the same password with the current hashing, unless it was changed since."""
    with write_transaction() as session:
        session.execute(
            update(Account).where(Account.id == account_id, Account.password == old_hash).values(password=new_hash)
        )


def update_names_and_email(account_id: int, name: str, normalized_username: str, email: str | None) -> Refusal | None:
    """Change name, username and e-mail address, or return which of them is taken."""

    def change() -> Refusal | None:
        with write_transaction() as session:
            taken_refusal = _taken_refusal(session, normalized_username, email, except_account_id=account_id)
            if taken_refusal is None:
                column_values = {"name": name, "username": normalized_username, "email": email}
                session.execute(update(Account).where(Account.id == account_id).values(column_values))
            return taken_refusal

    return retry_once_on_conflict(change)


def end_all_sessions(account_id: int) -> None:
    with write_transaction() as session:
        session.execute(update(Account).where(Account.id == account_id).values(session_id=uuid.uuid4().hex))


def delete_account(account_id: int) -> None:
    """Delete an account with its passkeys and links. Members of clubs remain, without an account.

    Raises `OwnsClubWithHeirs`. A club in which no one else has an account stays, without an owner who can sign in.
    """
    with write_transaction() as session:
        for club, number in list_account_clubs(account_id):
            try:
                record = read_club_record(CLUBS.lock(session, club.id))
            except JournalGone:  # deleted since it was read
                continue
            if record.owner is not record.surviving_member(number):
                replace_scoring_links_of_member(session, club.id, record, number)
            elif list_possible_owners(session, club.id, record):
                raise OwnsClubWithHeirs
        for model in (Membership, NameRequest):
            session.execute(delete(model).where(model.account_id == account_id))
        delete_escrowed_tokens(session, account_id)
        session.execute(delete(Account).where(Account.id == account_id))


def _set_password_and_end_sessions(session: Session, account_id: int, password_hash: str) -> None:
    column_values = {"password": password_hash, "session_id": uuid.uuid4().hex}
    session.execute(update(Account).where(Account.id == account_id).values(column_values))
    delete_password_reset_links(session, [account_id])


def _taken_refusal(session: Session, username: str, email: str | None, except_account_id: int = 0) -> Refusal | None:
    other_accounts = select(Account.id).where(Account.id != except_account_id)
    if session.execute(other_accounts.where(Account.username == username)).first():
        return refuse("username_taken", "username")
    if email is not None and session.execute(other_accounts.where(Account.email == email)).first():
        return refuse("email_taken", "email")
    return None


def _is_allowed_in_username(character: str) -> bool:
    return character in _USERNAME_SEPARATORS or unicodedata.category(character)[0] in _USERNAME_UNICODE_CATEGORIES
