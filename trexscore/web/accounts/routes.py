"""The signed-in account: names, password, sessions."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.commands.accounts import change_password, end_all_sessions, update_names_and_email
from trexscore.rules.refusals import refuse
from trexscore.web.accounts.forms import AccountNamesForm, PasswordForm, password_refusal
from trexscore.web.accounts.passwords import hash_password, verify_password
from trexscore.web.accounts.session import (
    begin_session_by_account_id,
    end_session,
    redirect_to_sign_in,
    renew_sign_in_if_recent,
    require_recent_sign_in,
    require_signed_in_account,
)
from trexscore.web.limits import enforce_limit
from trexscore.web.mail import can_send_mail
from trexscore.web.rendering import translate as _

pages = Blueprint("account", __name__)


@pages.get("/account")
def show() -> str:
    return render_template("accounts/show.html", account=require_signed_in_account(), mail=can_send_mail())


@pages.get("/account/name")
def edit_names_or_email() -> str:
    account = require_signed_in_account()
    form = AccountNamesForm(blank=True)
    form.name.data, form.username.data, form.email.data = account.name, account.username, account.email
    return render_template("accounts/name_and_email.html", form=form, mail=can_send_mail())


@pages.post("/account/name")
def update_names_or_email() -> Response | tuple[str, int]:
    """Change names. A new username or e-mail address requires a recent sign-in."""
    account = require_signed_in_account()
    form = AccountNamesForm()
    if form.validate_values():
        name, username, email = form.parsed_names
        if (username, email) != (account.username, account.email):
            require_recent_sign_in()
        if not form.add_problems(update_names_and_email(account.id, name, username, email)):
            flash(_("Saved."))
            return redirect(url_for("account.show"), 303)
    return render_template("accounts/name_and_email.html", form=form, mail=can_send_mail()), 422


@pages.get("/account/password")
def edit_password() -> str:
    return render_template("accounts/password.html", form=PasswordForm(blank=True), account=require_signed_in_account())


@pages.post("/account/password")
def update_password() -> Response | tuple[str, int]:
    """Change the password, given the current one. All other devices are signed out."""
    account = require_signed_in_account()
    account_id = account.id
    form = PasswordForm()
    enforce_limit("sign_in", f"password of {account_id}")
    names = account.name, account.username, account.email
    is_known = verify_password(account, form.current_password.data or "")
    if form.add_problems(
        None if is_known else refuse("wrong_password", "current_password"), password_refusal(form.password, *names)
    ):
        return render_template("accounts/password.html", form=form, account=require_signed_in_account()), 422
    change_password(account_id, hash_password(form.password.data or ""))
    begin_session_by_account_id(account_id)
    flash(_("Your password is changed. Other devices have to sign in again."))
    return redirect(url_for("account.show"), 303)


@pages.post("/account/sessions")
def end_other_sessions() -> Response:
    """Sign out all other devices."""
    account_id = require_signed_in_account().id
    is_fresh = renew_sign_in_if_recent()
    end_all_sessions(account_id)
    if not is_fresh:  # without a recent sign-in, this device is signed out too
        end_session()
        return redirect_to_sign_in()
    begin_session_by_account_id(account_id)
    flash(_("All other devices are signed out."))
    return redirect(url_for("account.show"), 303)
