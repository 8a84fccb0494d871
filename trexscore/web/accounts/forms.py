"""Forms of accounts and their validation."""

from wtforms import Field, HiddenField, PasswordField, StringField

from trexscore.commands.accounts import MAX_USERNAME_LENGTH, MIN_USERNAME_LENGTH, normalize_username
from trexscore.game.file.names import read_name
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.accounts.password_rules import is_easily_guessed
from trexscore.web.accounts.passwords import MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, has_valid_length
from trexscore.web.accounts.session import normalize_email_address
from trexscore.web.forms import Form, NameField
from trexscore.web.language import reader_language
from trexscore.web.urls import safe_redirect_path


class BaseAccountForm(Form):
    """Lists its problems at the top and marks their fields. Redirects to `next` when done."""

    next = HiddenField()
    min_password_length = MIN_PASSWORD_LENGTH

    @property
    def next_url(self) -> str | None:
        """The page on this site to redirect to."""
        return safe_redirect_path(self.next.data or "")

    def add_problems(self, *refusals: Refusal | None) -> bool:
        """Add problems. Returns whether there are any."""
        for refusal in refusals:
            if refusal is not None:
                text = refusal_text(reader_language(), refusal)
                self.problems.append(text)
                if refusal.path in self._fields:
                    self[refusal.path].errors = [text]
        return bool(self.problems)


class SignInForm(BaseAccountForm):
    identity = StringField()
    password = PasswordField()


class AccountNamesForm(BaseAccountForm):
    """An account's names."""

    name = NameField()
    username = StringField()
    email = StringField()

    @property
    def parsed_names(self) -> tuple[str, str, str | None]:
        """Name, username and e-mail address as stored; valid only if `validate_values` returned True."""
        email = (self.email.data or "").strip()
        return (
            read_name(self.name.data) or "",
            normalize_username(self.username.data or "") or "",
            normalize_email_address(email),
        )

    def validate_values(self) -> bool:
        """Whether the values are valid; adds problems otherwise."""
        name, username, email = self.parsed_names
        bad_username = refuse("bad_username", "username", least=MIN_USERNAME_LENGTH, most=MAX_USERNAME_LENGTH)
        return not self.add_problems(
            None if name else refuse("wrong_type", "name", wanted="name"),
            None if username else bad_username,
            None if email or not (self.email.data or "").strip() else refuse("bad_email", "email"),
        )


class NewAccountForm(AccountNamesForm):
    password = PasswordField()

    def validate_values(self) -> bool:
        """Also checks the password."""
        is_fine = super().validate_values()
        return (
            not self.add_problems(password_refusal(self.password, self.name.data, self.username.data, self.email.data))
            and is_fine
        )


class PasswordForm(BaseAccountForm):
    """A new password, with the current one if signed in."""

    current_password = PasswordField()
    password = PasswordField()


class RecoverForm(BaseAccountForm):
    email = StringField()


class PasskeyForm(BaseAccountForm):
    """A passkey's name and the browser's answer."""

    name = StringField()
    credential = HiddenField()


def password_refusal(password_field: Field, *names: str | None) -> Refusal | None:
    """Why this password is not allowed for someone with these names, or None."""
    if not has_valid_length(password_field.data or ""):
        return refuse("password_length", "password", least=MIN_PASSWORD_LENGTH, most=MAX_PASSWORD_LENGTH)
    return refuse("common_password", "password") if is_easily_guessed(password_field.data or "", names) else None
