"""Forms of a club: create, settings, delete."""

from functools import cache
from zoneinfo import available_timezones

from wtforms import BooleanField, HiddenField, RadioField, SelectField, StringField

from trexscore.club.record import VISIBLE_PARTS, ClubSettings
from trexscore.commands.clock import today
from trexscore.game.file.names import name_key
from trexscore.i18n.texts.clubs.club import VISIBLE_PART_TEXTS
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.entry_form import ClubForm, EditForm
from trexscore.web.forms import NameField
from trexscore.web.games.choices import choices
from trexscore.web.rendering import translate as _

_ZONE_REGIONS = frozenset(
    ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "UTC")
)


@cache
def time_zone_names() -> tuple[str, ...]:
    """The names of the time zones offered: those of places, and UTC."""
    return tuple(sorted(name for name in available_timezones() if name.partition("/")[0] in _ZONE_REGIONS))


class SettingsForm(EditForm):
    """The club's name, its visibility, whether games must be signed off, from which day, and its time zone."""

    name = NameField()
    visible_to_non_members = RadioField(validate_choice=False, name="shows")
    sign_off_required = BooleanField(name="agreed")
    sign_off_required_from = StringField(name="agreed_from")
    zone = SelectField(validate_choice=False, coerce=str)

    def set_choices(self) -> None:
        """Offer the choices."""
        self.visible_to_non_members.choices = choices((part, _(VISIBLE_PART_TEXTS[part])) for part in VISIBLE_PARTS)
        self.visible_to_non_members.data = self.visible_to_non_members.data or VISIBLE_PARTS[0]
        chosen_zone = self.zone.data or ""
        zone_names = [*time_zone_names(), *({chosen_zone} - {"", *time_zone_names()})]
        self.zone.choices = choices(
            [("", _("Server time zone")), *((name, name.replace("_", " ")) for name in zone_names)]
        )

    def fill_in(self, settings: ClubSettings) -> None:
        """Show the current settings."""
        self.mark_seen(settings.last_settings_seq)
        self.name.data, self.visible_to_non_members.data = settings.name, settings.part_visible_to_non_members
        self.sign_off_required.data = settings.sign_off_required
        required_from_day = settings.sign_off_required_from if settings.sign_off_required else today(settings.zone)
        self.zone.data = settings.zone_name or ""
        self.sign_off_required_from.data = "" if required_from_day is None else required_from_day.isoformat()

    @property
    def entry_fields(self) -> dict[str, object]:
        """The fields of the entry."""
        required_from_day = (self.sign_off_required_from.data or "").strip() if self.sign_off_required.data else ""
        optional = {"zone": self.zone.data, "agreed_from": required_from_day}
        return {
            "name": self.name.data or "",
            "shows": self.visible_to_non_members.data,
            "agreed": bool(self.sign_off_required.data),
            **{name: value for name, value in optional.items() if value},
        }


class NewClubForm(SettingsForm):
    """The settings, and the owner's name in the club."""

    my_name = NameField()


class DeleteClubForm(ClubForm):
    """The club's name, typed to confirm, and whether to remove the owner's names from its games.

    `next`: where to go afterwards.
    """

    name = StringField()
    erase = BooleanField()
    next = HiddenField()

    def check_club_name(self, club_name: str) -> bool:
        """Whether this is the club's name, ignoring case and spacing; if not, the form shows an error."""
        if name_key(self.name.data or "").split() == name_key(club_name).split():
            return True
        self.add_problems((refuse("not_its_name", "name"),))
        return False
