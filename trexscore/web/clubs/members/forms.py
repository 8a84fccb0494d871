"""Who belongs to a club: letting people in, what they are called, what they may do, and who is whom."""

from collections.abc import Iterable
from typing import Any

from wtforms import RadioField, SelectField, TextAreaField

from trexscore.club.members import ROLES, Member, Role
from trexscore.i18n.texts.club import ROLE, ROLE_NOTE
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.clubs.entry_form import ClubForm, NameField
from trexscore.web.clubs.members.pasted_names import MOST_NAMES, names_pasted
from trexscore.web.games.choices import choices
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _


def _as_sent_back(text: str | None) -> str:
    """As a browser sends what a page holds: what was looked at is what is let in then."""
    return (text or "").replace("\0", "\ufffd")


class ComingForm(ClubForm):
    """Somebody new comes as something."""

    role = RadioField(validate_choice=False)

    def offer(self, roles: Iterable[Role]) -> None:
        """The roles that the reader may give."""
        self.role.choices = choices((role, _(ROLE[role])) for role in roles)
        self.role.data = self.role.data or "member"


class JoinForm(ComingForm):
    """Somebody new, by name. A name is enough to play; an account may claim it later."""

    name = NameField()


class ListForm(ComingForm):
    """Everybody new at once, by a list of names."""

    names = TextAreaField(filters=[_as_sent_back])

    def read(self) -> list[str]:
        """The names, if there are any and not too many; else the form says so."""
        names = names_pasted(self.names.data or "")
        if not names:
            self.problems.append(_("Enter at least one name."))
        elif len(names) > MOST_NAMES:
            said = _(
                "Enter at most %(most)s names at once. This list has %(names)s.", most=MOST_NAMES, names=len(names)
            )
            self.problems.append(said)
        if self.role.data not in {option.data for option in self.role}:
            self.blame([refuse("unknown_role", "role")])
        return [] if self.problems else names


class NameForm(ClubForm):
    """What a member is called."""

    name = NameField()


class RoleForm(ClubForm):
    """What a member may do."""

    role = RadioField(validate_choice=False)

    def offer(self, roles: Iterable[Role], now: Role) -> None:
        """The roles that the reader may give, each with what it means; chosen is the one that holds."""
        given = {*roles, now}
        self.role.choices = choices((role, _(ROLE[role])) for role in ROLES if role in given)
        self.role.data = self.role.data or now

    @property
    def notes(self) -> dict[str, str]:
        """What each role means."""
        return {role: _(ROLE_NOTE[role]) for role in ROLES}


class MergeForm(ClubForm):
    """Whom a member turned out to be."""

    into = SelectField(coerce=str, validate_choice=False)

    def offer(self, others: Iterable[Member]) -> None:
        """Everybody else."""
        self.into.choices = choices((str(one.number), one.name or "") for one in others)

    def said(self, member: int) -> dict[str, Any]:
        """As an entry says it."""
        return {"member": member, "into": whole(self.into.data or "")}

    def blame(self, refusals: Iterable[Refusal]) -> None:
        """Whoever looks for who is whom is told what two have done who cannot be one."""
        found = [*refusals]
        if any(refusal.code == "sits_twice" for refusal in found):
            self.problems.append(_("These two played in the same game, so they are different people."))
        super().blame(refusal for refusal in found if refusal.code != "sits_twice")


class StepForm(ClubForm):
    """Something that needs no more than a tap: leaving, coming back, undoing a merge."""
