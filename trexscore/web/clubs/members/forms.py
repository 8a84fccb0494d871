"""Forms about members: adding, names, roles, merging."""

from collections.abc import Iterable

from wtforms import RadioField, SelectField, TextAreaField

from trexscore.club.members import ROLES, Member, Role
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.i18n.texts.clubs.club import ROLE_NAMES
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.clubs.members.pasted_names import MAX_NAMES, parse_pasted_names
from trexscore.web.forms import NameField
from trexscore.web.games.choices import choices
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _


def _replace_nul_characters(text: str | None) -> str:
    """Replace NUL as browsers do when they send a page's text back, so that the preview shows what will be added."""
    return (text or "").replace("\0", "\ufffd")


class RoleForm(ClubForm):
    """The role of a member or of new members."""

    role = RadioField(validate_choice=False)

    def set_choices(self, roles: Iterable[Role], current_role: Role | None = None) -> None:
        """Offer these roles and the present one, which is preselected."""
        offered_roles = {*roles, current_role}
        self.role.choices = choices((role, _(ROLE_NAMES[role])) for role in ROLES if role in offered_roles)
        self.role.data = self.role.data or current_role or "member"


class AddMemberForm(RoleForm):
    """A new member by name. A name is enough to play; an account can be linked later."""

    name = NameField()


class NameListForm(RoleForm):
    """Many new members, by a list of names."""

    names = TextAreaField(filters=[_replace_nul_characters])

    def parse_names(self) -> list[str]:
        """The names; empty if there are none or too many: the form then shows why."""
        names = parse_pasted_names(self.names.data or "")
        if not names:
            self.problems.append(_("Enter at least one name."))
        elif len(names) > MAX_NAMES:
            problem = _(
                "Enter at most %(most)s names at once. This list has %(names)s.", most=MAX_NAMES, names=len(names)
            )
            self.problems.append(problem)
        if self.role.data not in {option.data for option in self.role}:
            self.add_problems([refuse("unknown_role", "role")])
        return [] if self.problems else names


class NameForm(ClubForm):
    """A member's or a new guest's name."""

    name = NameField()


class MergeForm(ClubForm):
    """The member to merge with."""

    into = SelectField(coerce=str, validate_choice=False)

    def set_choices(self, candidates: Iterable[Member]) -> None:
        """Offer these members."""
        self.into.choices = choices((str(member.number), member.name or "") for member in candidates)

    def entry_fields(self, member_number: int) -> dict[str, object]:
        """The fields of the entry."""
        return {"member": member_number, "into": parse_ascii_number(self.into.data or "")}

    def add_problems(self, refusals: Iterable[Refusal], name_of: SeatNamer | None = None) -> None:
        """Explain first that two members who played in the same game are different people."""
        items = [*refusals]
        if any(refusal.code == "sits_twice" for refusal in items):
            self.problems.append(_("These two played in the same game, so they are different people."))
        super().add_problems((refusal for refusal in items if refusal.code != "sits_twice"), name_of)
