"""What somebody fills in about an account, and what is wrong with it."""

from wtforms import Field, HiddenField, PasswordField, StringField

from trexscore.commands.accounts import LONGEST_USERNAME, SHORTEST_USERNAME, read_username
from trexscore.game.file.names import read_name
from trexscore.i18n.texts.refusals import sentence
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.accounts.password_rules import is_common
from trexscore.web.accounts.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD, is_long_enough
from trexscore.web.accounts.session import read_email
from trexscore.web.games.entry_form import Form
from trexscore.web.language import reader_language
from trexscore.web.urls import place_here


class AccountForm(Form):
    """Says its problems at the top and marks the fields that they are about. Leads to `next` when it is done."""

    next = HiddenField()
    shortest_password = SHORTEST_PASSWORD

    def __init__(self, *, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.problems: list[str] = []

    @property
    def leads_to(self) -> str | None:
        """Where somebody wanted to go, on this site."""
        return place_here(self.next.data or "")

    def blame(self, *refusals: Refusal | None) -> bool:
        """Say what is wrong; whether anything is."""
        for refusal in refusals:
            if refusal is not None:
                said = sentence(reader_language(), refusal)
                self.problems.append(said)
                if refusal.at in self._fields:
                    self[refusal.at].errors = [said]
        return bool(self.problems)


class SignInForm(AccountForm):
    """Who somebody is, and the proof."""

    identity = StringField()
    password = PasswordField()


class PersonForm(AccountForm):
    """What an account is called."""

    name = StringField()
    username = StringField()
    email = StringField()

    @property
    def said(self) -> tuple[str, str, str | None]:
        """The three, as they are kept; only where `fits` has found nothing wrong."""
        email = (self.email.data or "").strip()
        return read_name(self.name.data) or "", read_username(self.username.data or "") or "", read_email(email)

    def fits(self) -> bool:
        """Whether they can be so; if not, the form says why."""
        name, username, email = self.said
        bad_username = refuse("bad_username", "username", least=SHORTEST_USERNAME, most=LONGEST_USERNAME)
        return not self.blame(
            None if name else refuse("wrong_type", "name", wanted="name"),
            None if username else bad_username,
            None if email or not (self.email.data or "").strip() else refuse("bad_email", "email"),
        )


class NewAccountForm(PersonForm):
    """An account of one's own."""

    password = PasswordField()

    def fits(self) -> bool:
        """The same, and the password is long enough."""
        is_fine = super().fits()
        return (
            not self.blame(bad_password(self.password, self.name.data, self.username.data, self.email.data)) and is_fine
        )


class PasswordForm(AccountForm):
    """Another password; whoever is signed in says the present one, too."""

    present = PasswordField()
    password = PasswordField()


class RecoverForm(AccountForm):
    """Where a link for a new password is to be sent."""

    email = StringField()


class PasskeyForm(AccountForm):
    """What a passkey is called, and what the browser has answered."""

    name = StringField()
    credential = HiddenField()


def bad_password(field: Field, *names: str | None) -> Refusal | None:
    """Why this cannot be a password of somebody with these names."""
    if not is_long_enough(field.data or ""):
        return refuse("password_length", "password", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    return refuse("common_password", "password") if is_common(field.data or "", names) else None
