"""Passkeys: what a browser is asked for, and whether what it answers is true. The proofs are Flask-Security's work."""

import json
from datetime import timedelta
from typing import Any

import webauthn
from flask import current_app, request, session
from flask_security import (
    Security,
    WebAuthnRegisterResponseForm,
    WebAuthnSigninResponseForm,
    check_and_get_token_status,
    naive_utcnow,
)
from sqlalchemy import delete, update
from sqlalchemy.exc import IntegrityError
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from trexscore.actions.spent import spend
from trexscore.storage.accounts import NEVER_USED, Account, Passkey
from trexscore.storage.journals import writing
from trexscore.storage.models import db

MOST = 20
"""Passkeys of one account."""
_ASKED = "passkey"
"""Where the session keeps what the browser has been asked. That an answer holds once, the database knows."""
_A_DAY = timedelta(days=1)
_FOUND_AND_VERIFIED = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
)
"""A passkey is found without a name being typed, and its device asks who is holding it."""
_LONGEST_ANSWER = 16 * 1024
_UNREADABLE = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, RecursionError)


def creation_options(account: Account) -> dict[str, Any]:
    """What the browser is asked for to make a passkey."""
    challenge = _security().webauthn_util.generate_challenge(None)
    options = webauthn.generate_registration_options(
        challenge=challenge.encode(),
        rp_name=current_app.config["SECURITY_WAN_RP_NAME"],
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
    challenge = _security().webauthn_util.generate_challenge(None)
    options = webauthn.generate_authentication_options(
        rp_id=_site(), challenge=challenge.encode(), user_verification=UserVerificationRequirement.REQUIRED
    )
    return _asked("sign in", challenge, webauthn.options_to_json(options))


def add_passkey(account: Account, name: str, answer: str) -> bool:
    """Keep a new passkey of the account, if the browser's answer holds."""
    challenge = _challenge("add")
    if challenge is None or len(answer) > _LONGEST_ANSWER or len(account.webauthn) >= MOST:
        return False
    form = WebAuthnRegisterResponseForm(formdata=None, data={"credential": answer}, meta={"csrf": False})
    form.challenge, form.user_verification = challenge, True
    form.name = _unused(name, [one.name for one in account.webauthn])
    if not _holds(form):
        return False
    found = form.registration_verification
    values = {
        "credential_id": found.credential_id,
        "public_key": found.credential_public_key,
        "sign_count": found.sign_count,
        "transports": [one.value for one in form.transports],
        "backup_state": found.credential_backed_up,
        "device_type": found.credential_device_type,
        "name": form.name,
        "usage": "first",
    }
    try:
        with writing() as session:
            _security().datastore.create_webauthn(account, **values)  # type: ignore[arg-type]  # an Account is a user
            made = update(Passkey).where(Passkey.credential_id == found.credential_id)
            session.execute(made.values(lastuse_datetime=NEVER_USED))  # Flask-Security takes making for using
    except IntegrityError:  # the same key, twice at once
        return False
    return True


def account_of_passkey(answer: str) -> Account | None:
    """Whose passkey the browser's answer proves."""
    challenge = _challenge("sign in")
    if challenge is None or len(answer) > _LONGEST_ANSWER:
        return None
    form = WebAuthnSigninResponseForm(formdata=None, data={"credential": answer}, meta={"csrf": False})
    form.challenge, form.user_verification, form.is_secondary, form.is_verify = challenge, True, False, False
    if not _holds(form) or not form.user or not form.user.active or not form.cred:
        return None
    found, key_id, account_id = form.authentication_verification, form.cred.id, form.user.id
    used = {"sign_count": found.new_sign_count, "lastuse_datetime": naive_utcnow()}
    with writing() as writes:
        writes.execute(update(Passkey).where(Passkey.id == key_id).values(used))
    return db.session.get(Account, account_id)


def remove_passkey(account_id: int, passkey_id: int) -> None:
    """Nobody signs in with this passkey any more; one of another account stays."""
    with writing() as writes:
        writes.execute(delete(Passkey).where(Passkey.account_id == account_id, Passkey.id == passkey_id))


def _holds(form: WebAuthnRegisterResponseForm | WebAuthnSigninResponseForm) -> bool:
    try:
        return bool(form.validate())
    except _UNREADABLE:  # what was sent is no answer of a browser
        return False


def _asked(what_for: str, challenge: str, options: str) -> dict[str, Any]:
    session[_ASKED] = _security().wan_serializer.dumps({"challenge": challenge, "for": what_for})
    asked: dict[str, Any] = json.loads(options)
    return asked


def _challenge(what_for: str) -> str | None:
    """What this browser has been asked, once."""
    token = session.pop(_ASKED, "")
    within = current_app.config["SECURITY_WAN_REGISTER_WITHIN"]
    expired, invalid, said = check_and_get_token_status(token, "wan", within)
    if expired or invalid or said["for"] != what_for:
        return None
    return said["challenge"] if spend(said["challenge"], within + _A_DAY) else None


def _unused(name: str, used: list[str]) -> str:
    """The name, with a number behind it where the account has a passkey of that name."""
    names = (name, *(f"{name[:36]} {number}" for number in range(2, MOST + 2)))
    return next(one for one in names if one not in used)


def _site() -> str:
    """Which site passkeys are for: its name without the port."""
    return request.host.split(":")[0]


def _security() -> Security:
    security: Security = current_app.extensions["security"]
    return security
