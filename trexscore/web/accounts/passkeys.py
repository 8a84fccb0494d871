"""Passkeys: options for the browser, and verification of its answers by the webauthn library."""

import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import cast

import webauthn
from flask import current_app, request, session
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn.helpers import parse_authentication_credential_json, parse_registration_credential_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from trexscore.commands.invalidated_cookie_tokens import invalidate_cookie_token
from trexscore.db.accounts import NEVER_USED, Account, Passkey
from trexscore.db.journals import write_transaction
from trexscore.db.models import db

MAX_PASSKEYS = 20
"""Passkeys per account."""
_SITE_NAME = "Trex Score"
_CHALLENGE_LIFETIME = timedelta(minutes=30)
"""Time to answer a challenge."""
_CHALLENGE_SESSION_KEY = "passkey"
"""Session key of the challenge. The database ensures that it is answered only once."""
_ONE_DAY = timedelta(days=1)
_SIGN_IN_PASSKEY_USAGE = "first"
"""A passkey's usage; the only one in use."""
_AUTHENTICATOR_SELECTION = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
)
"""The passkey is found without a username, and its device verifies the user."""
_MAX_ANSWER_LENGTH = 16 * 1024
_INVALID_ANSWER_ERRORS = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, RecursionError)


def begin_passkey_creation(account: Account) -> dict[str, object]:
    """Options for the browser to create a passkey."""
    challenge = secrets.token_urlsafe()
    options = webauthn.generate_registration_options(
        challenge=challenge.encode(),
        rp_name=_SITE_NAME,
        rp_id=_relying_party_id(),
        user_id=account.passkey_handle.encode(),
        user_name=account.username,
        user_display_name=account.name,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=key.credential_id) for key in account.passkeys],
        authenticator_selection=_AUTHENTICATOR_SELECTION,
    )
    return _store_challenge_and_parse_options("add", challenge, webauthn.options_to_json(options))


def begin_passkey_sign_in() -> dict[str, object]:
    """Options for the browser to sign in with a passkey."""
    challenge = secrets.token_urlsafe()
    options = webauthn.generate_authentication_options(
        rp_id=_relying_party_id(), challenge=challenge.encode(), user_verification=UserVerificationRequirement.REQUIRED
    )
    return _store_challenge_and_parse_options("sign in", challenge, webauthn.options_to_json(options))


def add_passkey(account: Account, name: str, answer_json: str) -> bool:
    """Store a new passkey of the account. Returns whether the browser's answer is valid."""
    challenge = _use_up_challenge("add")
    if challenge is None or len(answer_json) > _MAX_ANSWER_LENGTH or len(account.passkeys) >= MAX_PASSKEYS:
        return False
    try:
        credential = parse_registration_credential_json(answer_json)
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_origin=_origin(),
            expected_rp_id=_relying_party_id(),
            require_user_verification=True,
        )
    except _INVALID_ANSWER_ERRORS:  # malformed or forged
        return False
    values = {
        "account_id": account.id,
        "credential_id": verified.credential_id,
        "public_key": verified.credential_public_key,
        "sign_count": verified.sign_count,
        "transports": ",".join(transport.value for transport in credential.response.transports or ()),
        "backup_state": verified.credential_backed_up,
        "device_type": verified.credential_device_type.value,
        "last_used_at": NEVER_USED,
        "name": _unique_name(name, [key.name for key in account.passkeys]),
        "usage": _SIGN_IN_PASSKEY_USAGE,
    }
    try:
        with write_transaction() as writes:
            writes.execute(insert(Passkey).values(values))
    except IntegrityError:  # already stored
        return False
    return True


def verify_passkey(answer_json: str) -> Account | None:
    """The account whose passkey the browser's answer proves."""
    challenge = _use_up_challenge("sign in")
    if challenge is None or len(answer_json) > _MAX_ANSWER_LENGTH:
        return None
    try:
        credential = parse_authentication_credential_json(answer_json)
        key = _find_passkey(credential.raw_id)
        if key is None or credential.response.user_handle not in (None, b"", key.passkey_handle.encode()):
            return None
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_origin=_origin(),
            expected_rp_id=_relying_party_id(),
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
            require_user_verification=True,
        )
    except _INVALID_ANSWER_ERRORS:
        return None
    values = {"sign_count": verified.new_sign_count, "last_used_at": datetime.now(UTC).replace(tzinfo=None)}
    with write_transaction() as writes:
        writes.execute(update(Passkey).where(Passkey.id == key.id).values(values))
    return db.session.get(Account, key.account_id)


def _find_passkey(credential_id: bytes) -> Row[int, int, bytes, int, str] | None:
    """An active account's passkey for signing in, and the account's handle, which the device stores with the key."""
    columns = Passkey.id, Passkey.account_id, Passkey.public_key, Passkey.sign_count, Account.passkey_handle
    query = select(*columns).join(Account, Account.id == Passkey.account_id)
    conditions = Passkey.credential_id == credential_id, Passkey.usage == _SIGN_IN_PASSKEY_USAGE, Account.active
    return db.session.execute(query.where(*conditions)).one_or_none()


def remove_passkey(account_id: int, passkey_id: int) -> None:
    """Delete a passkey if it belongs to this account."""
    with write_transaction() as writes:
        writes.execute(delete(Passkey).where(Passkey.account_id == account_id, Passkey.id == passkey_id))


def _store_challenge_and_parse_options(purpose: str, challenge: str, options_json: str) -> dict[str, object]:
    session[_CHALLENGE_SESSION_KEY] = _challenge_serializer().dumps({"challenge": challenge, "for": purpose})
    parsed: dict[str, object] = json.loads(options_json)
    return parsed


def _use_up_challenge(purpose: str) -> str | None:
    """The browser's current challenge for this purpose; each is returned once."""
    try:
        stored = _challenge_serializer().loads(
            session.pop(_CHALLENGE_SESSION_KEY, ""), max_age=int(_CHALLENGE_LIFETIME.total_seconds())
        )
    except BadSignature:
        return None
    challenge: str = stored["challenge"]
    if stored["for"] == purpose and invalidate_cookie_token(challenge, _CHALLENGE_LIFETIME + _ONE_DAY):
        return challenge
    return None


def _challenge_serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(cast("str", current_app.config["SECRET_KEY"]), salt="passkey")


def _unique_name(name: str, used_names: list[str]) -> str:
    """The name, numbered if the account already has a passkey of that name."""
    names = (name, *(f"{name[:36]} {number}" for number in range(2, MAX_PASSKEYS + 2)))
    return next(candidate for candidate in names if candidate not in used_names)


def _relying_party_id() -> str:
    """The site's host name without port (the relying party id)."""
    return request.host.split(":")[0]


def _origin() -> str:
    return request.host_url.rstrip("/")
