"""The passkeys of one's own account."""

from typing import NamedTuple

from flask import Blueprint, flash, jsonify, redirect, render_template, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from trexscore.db.accounts import Passkey
from trexscore.game.file.names import read_name
from trexscore.rules.refusals import refuse
from trexscore.web.accounts.forms import PasskeyForm
from trexscore.web.accounts.passkeys import MOST, add_passkey, creation_options, remove_passkey
from trexscore.web.accounts.session import account_required, no_store, own_account, recently_authenticated, to_sign_in
from trexscore.web.device import kind
from trexscore.web.games.moments import day
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("passkeys", __name__))


class ShownPasskey(NamedTuple):
    """One of them, in a list."""

    id: int
    name: str
    last_used: str


@pages.get("/account/passkeys")
@account_required
def show() -> Response | str:
    """All of them, and the way to one more."""
    return _page(_blank()) if recently_authenticated() else to_sign_in()


@pages.post("/account/passkeys/options")
@account_required
def options() -> Response:
    """What the browser is asked to make a passkey from."""
    account = own_account()
    if not recently_authenticated() or len(account.webauthn) >= MOST:
        raise Forbidden
    return jsonify(creation_options(account))


@pages.post("/account/passkeys")
@account_required
def create() -> Response | tuple[str, int]:
    """Keep the passkey that the browser has made."""
    if not recently_authenticated():
        return to_sign_in()
    form = PasskeyForm()
    name = read_name(form.name.data) or _name()
    if add_passkey(own_account(), name, form.credential.data or ""):
        flash(_("You can now sign in with this passkey."))
        return redirect(url_for("passkeys.show"), 303)
    again = _blank()
    again.name.data = name
    again.blame(refuse("no_passkey"))
    return _page(again), 422


@pages.post("/account/passkeys/<int:passkey>/removal")
@account_required
def remove(passkey: int) -> Response:
    """Forget one."""
    if not recently_authenticated():
        return to_sign_in()
    remove_passkey(own_account().id, passkey)
    flash(_("This passkey no longer signs you in. It may still be listed on the device."))
    return redirect(url_for("passkeys.show"), 303)


def _last_used(key: Passkey) -> str:
    """The day; empty until someone has signed in with it."""
    return "" if key.last_used is None else day(key.last_used)


def _page(form: PasskeyForm) -> str:
    kept = [ShownPasskey(one.id, one.name, _last_used(one)) for one in own_account().webauthn]
    return render_template("accounts/passkeys.html", form=form, passkeys=kept, is_full=len(kept) >= MOST)


def _blank() -> PasskeyForm:
    form = PasskeyForm(blank=True)
    form.name.data = _name()
    return form


def _name() -> str:
    return kind() or _("Passkey")
