"""Passkeys: options for the browser, and verification of its answers by the webauthn library."""

import json
import secrets
from datetime import timedelta
from typing import cast

import webauthn
from flask import current_app, request, session
from itsdangerous import BadSignature, URLSafeTimedSerializer
from webauthn.helpers import parse_authentication_credential_json, parse_registration_credential_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from trexscore.commands.cookie_tokens import invalidate_cookie_token
from trexscore.commands.passkeys import VerifiedNewPasskey, record_passkey_use, store_passkey
from trexscore.db.accounts import Account, find_account, find_sign_in_passkey
from trexscore.db.models import db

_SITE_NAME = "Trex Score"
_CHALLENGE_LIFETIME = timedelta(minutes=30)
"""Time to answer a challenge."""
_CHALLENGE_SESSION_KEY = "passkey"
"""Session key of the challenge. The database ensures that it is answered only once."""
_ONE_DAY = timedelta(days=1)
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
    """Store a new passkey of the account. Returns False if the browser's answer is invalid, or the account is full."""
    challenge = _use_up_challenge("add")
    if challenge is None or len(answer_json) > _MAX_ANSWER_LENGTH:
        return False
    try:
        credential = parse_registration_credential_json(answer_json)
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_origin=_site_origin(),
            expected_rp_id=_relying_party_id(),
            require_user_verification=True,
        )
    except _INVALID_ANSWER_ERRORS:  # malformed or forged
        return False
    transports = ",".join(transport.value for transport in credential.response.transports or ())
    passkey = VerifiedNewPasskey(
        verified.credential_id,
        verified.credential_public_key,
        verified.sign_count,
        transports,
        verified.credential_backed_up,
        verified.credential_device_type.value,
    )
    return store_passkey(account.id, name, passkey)


def verify_passkey_answer(answer_json: str) -> Account | None:
    """The account whose passkey the browser's answer proves."""
    challenge = _use_up_challenge("sign in")
    if challenge is None or len(answer_json) > _MAX_ANSWER_LENGTH:
        return None
    try:
        credential = parse_authentication_credential_json(answer_json)
        key = find_sign_in_passkey(db.session(), credential.raw_id)
        if key is None or credential.response.user_handle not in (None, b"", key.account_handle.encode()):
            return None
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_origin=_site_origin(),
            expected_rp_id=_relying_party_id(),
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
            require_user_verification=True,
        )
    except _INVALID_ANSWER_ERRORS:
        return None
    record_passkey_use(key.id, verified.new_sign_count)
    return find_account(db.session(), key.account_id)


def _store_challenge_and_parse_options(purpose: str, challenge: str, options_json: str) -> dict[str, object]:
    session[_CHALLENGE_SESSION_KEY] = _challenge_serializer().dumps({"challenge": challenge, "for": purpose})
    parsed_options: dict[str, object] = json.loads(options_json)
    return parsed_options


def _use_up_challenge(purpose: str) -> str | None:
    """The browser's current challenge for this purpose; each is returned once."""
    try:
        stored_challenge = _challenge_serializer().loads(
            session.pop(_CHALLENGE_SESSION_KEY, ""), max_age=int(_CHALLENGE_LIFETIME.total_seconds())
        )
    except BadSignature:
        return None
    challenge: str = stored_challenge["challenge"]
    if stored_challenge["for"] == purpose and invalidate_cookie_token(challenge, _CHALLENGE_LIFETIME + _ONE_DAY):
        return challenge
    return None


def _challenge_serializer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(cast("str", current_app.config["SECRET_KEY"]), salt="passkey")


def _relying_party_id() -> str:
    """The site's host name without port (the relying party id)."""
    return request.host.split(":")[0]


def _site_origin() -> str:
    return request.host_url.rstrip("/")
