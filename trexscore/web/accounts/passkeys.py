"""Passkeys: what a browser is asked for, and whether what it answers is true. The proofs are webauthn's work."""

import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, cast

import webauthn
from flask import current_app, request, session
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn.helpers import parse_authentication_credential_json, parse_registration_credential_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from trexscore.commands.used_tokens import spend
from trexscore.db.accounts import NEVER_USED, Account, Passkey
from trexscore.db.journals import writing
from trexscore.db.models import db

MOST = 20
"""Passkeys of one account."""
_SITE_NAME = "Trex Score"
_WITHIN = timedelta(minutes=30)
"""Time to answer a question."""
_ASKED = "passkey"
"""Where the session keeps what the browser has been asked. That an answer holds once, the database knows."""
_A_DAY = timedelta(days=1)
_TO_SIGN_IN = "first"
"""What a passkey is for; earlier versions knew of others, and made none."""
_FOUND_AND_VERIFIED = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
)
"""A passkey is found without a name being typed, and its device asks who is holding it."""
_LONGEST_ANSWER = 16 * 1024
_UNREADABLE = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, RecursionError)


def creation_options(account: Account) -> dict[str, Any]:
    """What the browser is asked for to make a passkey."""
    challenge = secrets.token_urlsafe()
    options = webauthn.generate_registration_options(
        challenge=challenge.encode(),
        rp_name=_SITE_NAME,
        rp_id=_site(),
        user_id=account.fs_webauthn_user_handle.encode(),
        user_name=account.username,
        user_display_name=account.name,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one.credential_id) for one in account.webauthn],
        authenticator_selection=_FOUND_AND_VERIFIED,
    )
    return _asked("add", challenge, webauthn.options_to_json(options))


def request_options() -> dict[str, Any]:
    """What the browser is asked for to sign in with a passkey."""
    challenge = secrets.token_urlsafe()
    options = webauthn.generate_authentication_options(
        rp_id=_site(), challenge=challenge.encode(), user_verification=UserVerificationRequirement.REQUIRED
    )
    return _asked("sign in", challenge, webauthn.options_to_json(options))


def add_passkey(account: Account, name: str, answer: str) -> bool:
    """Keep a new passkey of the account, if the browser's answer holds."""
    challenge = _challenge("add")
    if challenge is None or len(answer) > _LONGEST_ANSWER or len(account.webauthn) >= MOST:
        return False
    try:
        credential = parse_registration_credential_json(answer)
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_origin=_origin(),
            expected_rp_id=_site(),
            require_user_verification=True,
        )
    except _UNREADABLE:  # what was sent is no answer of a browser, or a false one
        return False
    values = {
        "account_id": account.id,
        "credential_id": found.credential_id,
        "public_key": found.credential_public_key,
        "sign_count": found.sign_count,
        "transports": ",".join(one.value for one in credential.response.transports or ()),
        "backup_state": found.credential_backed_up,
        "device_type": found.credential_device_type.value,
        "lastuse_datetime": NEVER_USED,
        "name": _unused(name, [one.name for one in account.webauthn]),
        "usage": _TO_SIGN_IN,
    }
    try:
        with writing() as writes:
            writes.execute(insert(Passkey).values(values))
    except IntegrityError:  # it is there already, perhaps since a moment ago
        return False
    return True


def account_of_passkey(answer: str) -> Account | None:
    """Whose passkey the browser's answer proves."""
    challenge = _challenge("sign in")
    if challenge is None or len(answer) > _LONGEST_ANSWER:
        return None
    try:
        credential = parse_authentication_credential_json(answer)
        key = _passkey(credential.raw_id)
        if key is None or credential.response.user_handle not in (None, b"", key.handle):
            return None
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_origin=_origin(),
            expected_rp_id=_site(),
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
            require_user_verification=True,
        )
    except _UNREADABLE:
        return None
    used = {"sign_count": found.new_sign_count, "lastuse_datetime": datetime.now(UTC).replace(tzinfo=None)}
    with writing() as writes:
        writes.execute(update(Passkey).where(Passkey.id == key.id).values(used))
    return db.session.get(Account, key.account_id)


class _Key(NamedTuple):
    id: int
    account_id: int
    public_key: bytes
    sign_count: int
    handle: bytes
    """Of the account: the device keeps it beside its key."""


def _passkey(credential_id: bytes) -> _Key | None:
    """A passkey with which an account may be signed in to."""
    columns = Passkey.id, Passkey.account_id, Passkey.public_key, Passkey.sign_count, Account.fs_webauthn_user_handle
    wanted = select(*columns).join(Account, Account.id == Passkey.account_id)
    theirs = Passkey.credential_id == credential_id, Passkey.usage == _TO_SIGN_IN, Account.active
    row = db.session.execute(wanted.where(*theirs)).one_or_none()
    return None if row is None else _Key(*row[:4], row.fs_webauthn_user_handle.encode())


def remove_passkey(account_id: int, passkey_id: int) -> None:
    """Nobody signs in with this passkey any more; one of another account stays."""
    with writing() as writes:
        writes.execute(delete(Passkey).where(Passkey.account_id == account_id, Passkey.id == passkey_id))


def _asked(what_for: str, challenge: str, options: str) -> dict[str, Any]:
    session[_ASKED] = _serializer().dumps({"challenge": challenge, "for": what_for})
    asked: dict[str, Any] = json.loads(options)
    return asked


def _challenge(what_for: str) -> str | None:
    """What this browser has been asked, once."""
    try:
        said = _serializer().loads(session.pop(_ASKED, ""), max_age=int(_WITHIN.total_seconds()))
    except BadSignature:
        return None
    challenge: str = said["challenge"]
    return challenge if said["for"] == what_for and spend(challenge, _WITHIN + _A_DAY) else None


def _serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(cast("str", current_app.config["SECRET_KEY"]), salt="passkey")


def _unused(name: str, used: list[str]) -> str:
    """The name, with a number behind it where the account has a passkey of that name."""
    names = (name, *(f"{name[:36]} {number}" for number in range(2, MOST + 2)))
    return next(one for one in names if one not in used)


def _site() -> str:
    """Which site passkeys are for: its name without the port."""
    return request.host.split(":")[0]


def _origin() -> str:
    return request.host_url.rstrip("/")
