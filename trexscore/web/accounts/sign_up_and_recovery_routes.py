"""Create an account, or recover access: freely, by a link, by e-mail."""

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.commands.account_links import AccountLinkTarget, find_link_target, random_link_token
from trexscore.commands.accounts import (
    AccountToCreate,
    InvalidAccountLink,
    create_account,
    create_recovery_link,
    normalize_username,
    reset_password,
)
from trexscore.i18n.marking import N_
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.accounts.forms import NewAccountForm, PasswordForm, RecoverForm, password_refusal
from trexscore.web.accounts.invitations import invited_member_name
from trexscore.web.accounts.passwords import hash_password
from trexscore.web.accounts.session import begin_session_by_account_id, normalize_email_address
from trexscore.web.error_pages import error_page
from trexscore.web.limits import client_address_or_network, enforce_limit, try_to_count
from trexscore.web.mail import can_send_mail, send_mail_later
from trexscore.web.rendering import translate as _
from trexscore.web.urls import account_link_url

pages = Blueprint("new_account", __name__)

_INVALID_LINK_TEXTS = (
    N_("This link is no longer valid."),
    N_("It was used, or it has expired: each link works once. Nothing was changed."),
    N_("Ask the person who gave it to you for a new one."),
)


@pages.get("/account/new")
def show_sign_up() -> str:
    """The sign-up form, if the server allows sign-up."""
    _require_open_sign_up()
    form = NewAccountForm(blank=True)
    form.next.data = request.args.get("next", "")
    form.name.data = invited_member_name(form.next.data)
    return _render_sign_up(form, url_for("new_account.create"))


@pages.post("/account/new")
def create() -> Response | tuple[str, int]:
    _require_open_sign_up()
    form = NewAccountForm()
    account_id = _create_account_from_form(form)
    if account_id is None:
        return _render_sign_up(form, url_for("new_account.create")), 422
    return _sign_in_new_account(form, account_id)


@pages.get("/account/links/<token>")
def show_link(token: str) -> str:
    """What a link is for. Viewing does not use it up, because chat programs fetch every link."""
    link = _require_account_link(token)
    next_url = request.args.get("next", "")
    if link.account_id is not None:
        password_form = PasswordForm(blank=True)
        password_form.next.data = next_url
        return _render_new_password(password_form, link, token)
    form = NewAccountForm(blank=True)
    form.next.data, form.name.data = next_url, link.name or invited_member_name(next_url)
    form.username.data = normalize_username(link.name) or ""
    return _render_sign_up(form, url_for("new_account.use_link", token=token))


@pages.post("/account/links/<token>")
def use_link(token: str) -> Response | tuple[str, int]:
    """Create the account or set its new password, use up the link, and sign in."""
    link = _require_account_link(token)
    try:
        if link.account_id is not None:
            return _set_new_password(link, token)
        form = NewAccountForm()
        account_id = _create_account_from_form(form, token)
    except InvalidAccountLink:  # just used by another request
        return error_page(404, texts=_INVALID_LINK_TEXTS)
    if account_id is None:
        return _render_sign_up(form, url_for("new_account.use_link", token=token)), 422
    return _sign_in_new_account(form, account_id)


@pages.get("/account/recover")
def ask_for_recovery_link() -> str:
    return _render_recovery(RecoverForm(blank=True))


@pages.post("/account/recover")
def send_recovery_link() -> Response | tuple[str, int]:
    """Send a recovery link to an account's address. The response is the same for unknown addresses."""
    if not can_send_mail():
        raise NotFound
    enforce_limit("mail_from", client_address_or_network())
    form = RecoverForm()
    email = normalize_email_address(form.email.data or "")
    if email is None:
        form.add_problems(refuse("bad_email", "email"))
        return _render_recovery(form), 422
    if try_to_count("mail", email):  # beyond the limit, earlier links are still valid
        token = random_link_token()
        subject, text = _("A new password for Trex Score"), _recovery_mail_text(token)
        send_mail_later(lambda: email if create_recovery_link(email, token) else None, subject, text)
    flash(_("If an account has this address, a link is on its way. It is valid for one hour."))
    return redirect(url_for("new_account.ask_for_recovery_link"), 303)


def _render_recovery(form: RecoverForm) -> str:
    return render_template("accounts/recover.html", form=form, mail=can_send_mail())


def _recovery_mail_text(token: str) -> str:
    paragraphs = (
        _("Someone, probably you, asked for a new password for your Trex Score account."),
        _("Use this link to choose one. It works once, within one hour:"),
        account_link_url(token),
        _("If it wasn’t you, you don’t need to do anything: without the link, nothing changes."),
    )
    return "\n\n".join(paragraphs) + "\n"


def _require_account_link(token: str) -> AccountLinkTarget:
    """What the link is for. Answers 404, and counts the attempt, if it is not valid."""
    link = find_link_target(token)
    if link is None:
        enforce_limit("unknown_token", client_address_or_network())
        abort(error_page(404, texts=_INVALID_LINK_TEXTS))
    return link


def _require_open_sign_up() -> None:
    if not current_app.config["SIGN_UP"]:
        raise NotFound


def _create_account_from_form(form: NewAccountForm, link_token: str | None = None) -> int | None:
    """The id of the new account, or None if the form has problems."""
    enforce_limit("sign_in", client_address_or_network())
    if not form.validate_values():
        return None
    name, username, email = form.parsed_names
    result = create_account(AccountToCreate(name, username, email, hash_password(form.password.data or "")), link_token)
    if isinstance(result, Refusal):
        form.add_problems(result)
        return None
    return result


def _set_new_password(link_target: AccountLinkTarget, token: str) -> Response | tuple[str, int]:
    enforce_limit("sign_in", client_address_or_network())
    form = PasswordForm()
    if form.add_problems(password_refusal(form.password, link_target.name, link_target.username)):
        return _render_new_password(form, link_target, token), 422
    account_id = reset_password(token, hash_password(form.password.data or ""))
    begin_session_by_account_id(account_id)
    flash(_("Your password is changed, and you are signed in. Other devices have to sign in again."))
    return redirect(form.next_url or url_for("account.show"), 303)


def _sign_in_new_account(form: NewAccountForm, account_id: int) -> Response:
    begin_session_by_account_id(account_id)
    flash(_("Your account is ready, and you are signed in."))
    return redirect(form.next_url or url_for("account.show"), 303)


def _render_sign_up(form: NewAccountForm, action_url: str) -> str:
    return render_template("accounts/new.html", form=form, action=action_url, mail=can_send_mail())


def _render_new_password(form: PasswordForm, link_target: AccountLinkTarget, token: str) -> str:
    action = url_for("new_account.use_link", token=token)
    return render_template("accounts/new_password.html", form=form, link=link_target, action=action)
