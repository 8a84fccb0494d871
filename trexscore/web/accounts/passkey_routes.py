"""Manage an account's passkeys."""

from flask import Blueprint, flash, jsonify, redirect, render_template, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from trexscore.commands.passkeys import MAX_PASSKEYS, remove_passkey
from trexscore.db.accounts import Account
from trexscore.db.models import MAX_COLUMN_INTEGER
from trexscore.game.file.names import read_name
from trexscore.rules.refusals import refuse
from trexscore.web.accounts.forms import PasskeyForm
from trexscore.web.accounts.passkeys import add_passkey, begin_passkey_creation
from trexscore.web.accounts.session import renew_sign_in_if_recent, require_recent_sign_in, require_signed_in_account
from trexscore.web.device import device_kind
from trexscore.web.rendering import translate as _

pages = Blueprint("passkeys", __name__)


@pages.get("/account/passkeys")
def show() -> str:
    """The account's passkeys and the form to add one."""
    return _passkeys_page(require_recent_sign_in(), _blank_form())


@pages.post("/account/passkeys/options")
def options() -> Response:
    """Options for the browser to create a passkey."""
    account = require_signed_in_account()
    if not renew_sign_in_if_recent() or len(account.passkeys) >= MAX_PASSKEYS:
        raise Forbidden
    return jsonify(begin_passkey_creation(account))


@pages.post("/account/passkeys")
def create() -> Response | tuple[str, int]:
    account = require_recent_sign_in()
    form = PasskeyForm()
    name = read_name(form.name.data) or _default_passkey_name()
    if add_passkey(account, name, form.credential.data or ""):
        flash(_("You can now sign in with this passkey."))
        return redirect(url_for("passkeys.show"), 303)
    blank_form = _blank_form()
    blank_form.name.data = name
    blank_form.add_problems(refuse("no_passkey"))
    return _passkeys_page(account, blank_form), 422


@pages.post(f"/account/passkeys/<int(max={MAX_COLUMN_INTEGER}):passkey_id>/removal")
def remove(passkey_id: int) -> Response:
    remove_passkey(require_recent_sign_in().id, passkey_id)
    flash(_("This passkey no longer signs you in. It may still be listed on the device."))
    return redirect(url_for("passkeys.show"), 303)


def _passkeys_page(account: Account, form: PasskeyForm) -> str:
    is_full = len(account.passkeys) >= MAX_PASSKEYS
    return render_template("accounts/passkeys.html", form=form, passkeys=account.passkeys, is_full=is_full)


def _blank_form() -> PasskeyForm:
    form = PasskeyForm(blank=True)
    form.name.data = _default_passkey_name()
    return form


def _default_passkey_name() -> str:
    return device_kind() or _("Passkey")
