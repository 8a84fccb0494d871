"""Sign in with a password or a passkey, and sign out."""

from flask import Blueprint, current_app, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.rules.refusals import refuse
from trexscore.web.accounts.forms import PasskeyForm, SignInForm
from trexscore.web.accounts.passkeys import begin_passkey_sign_in, verify_passkey_answer
from trexscore.web.accounts.session import (
    SIGN_IN_AGAIN_TEXT,
    begin_session,
    current_account,
    end_session,
    enforce_passkey_attempt_limit,
    renew_sign_in_if_recent,
    sign_in,
)
from trexscore.web.games.device_games import device_tokens_of_club_games, forget_games
from trexscore.web.rendering import translate as _

pages = Blueprint("sign_in", __name__)


@pages.get("/account/sign-in")
def show() -> Response | str:
    """The form; redirects if signed in recently."""
    form = SignInForm(blank=True)
    form.next.data = request.args.get("next", "")
    if current_account() is None:
        return _sign_in_page(form)
    if not renew_sign_in_if_recent():
        return _sign_in_page(form, _(SIGN_IN_AGAIN_TEXT))
    return redirect(form.next_url or url_for("account.show"), 303)


@pages.post("/account/sign-in")
def create() -> Response | tuple[str, int]:
    """Sign in with a password. The response does not disclose whether the name or the password was wrong."""
    form = SignInForm()
    if not sign_in(form.identity.data or "", form.password.data or ""):
        form.add_problems(refuse("no_match"))
        return _sign_in_page(form), 422
    return redirect(form.next_url or url_for("account.show"), 303)


@pages.post("/account/sign-in/passkey/options")
def passkey_options() -> Response:
    """Options for the browser to ask for a passkey."""
    return jsonify(begin_passkey_sign_in())


@pages.post("/account/sign-in/passkey")
def with_passkey() -> Response | tuple[str, int]:
    """Sign in with the browser's answer for a passkey."""
    enforce_passkey_attempt_limit()
    answer_form = PasskeyForm()
    account = verify_passkey_answer(answer_form.credential.data or "")
    if account is None:
        form = SignInForm(blank=True)
        form.next.data = answer_form.next.data
        form.add_problems(refuse("no_passkey"))
        return _sign_in_page(form), 422
    begin_session(account)
    return redirect(answer_form.next_url or url_for("account.show"), 303)


@pages.post("/account/sign-out")
def sign_out() -> Response:
    """Sign out in this browser, which forgets the games of the account's clubs."""
    account = current_account()
    tokens = [] if account is None else device_tokens_of_club_games(account.id)
    end_session()
    flash(_("You are signed out on this device."))
    return forget_games(redirect(url_for("home.show"), 303), tokens)


def _sign_in_page(form: SignInForm, note: str = "") -> str:
    passkey_form = PasskeyForm(blank=True)
    passkey_form.next.data = form.next.data
    may_sign_up = current_app.config["SIGN_UP"]
    return render_template(
        "accounts/sign_in.html", form=form, passkey_form=passkey_form, note=note, may_sign_up=may_sign_up
    )
