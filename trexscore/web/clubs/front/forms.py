"""Founding a club, and what it has chosen."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from wtforms import BooleanField, HiddenField, RadioField, SelectField, StringField

from trexscore.club.record import SHOWS, Settings
from trexscore.commands.clock import today
from trexscore.game.file.names import compared
from trexscore.i18n.texts.club import SHOWN
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.entry_form import ChangingForm, ClubForm, NameField
from trexscore.web.games.choices import choices
from trexscore.web.rendering import translate as _

_REGIONS = frozenset(
    ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific", "UTC")
)


@cache
def zones() -> tuple[str, ...]:
    """The names of time zones to choose from: those of places."""
    return tuple(sorted(name for name in available_timezones() if name.partition("/")[0] in _REGIONS))


class SettingsForm(ChangingForm):
    """What a club is called, what outsiders see, and whether games have to be signed off, and from which day on."""

    name = NameField()
    shows = RadioField(validate_choice=False)
    agreed = BooleanField()
    agreed_from = StringField()
    zone = SelectField(validate_choice=False, coerce=str)

    def offer(self) -> None:
        """The choices, in words."""
        self.shows.choices = choices((one, _(SHOWN[one])) for one in SHOWS)
        self.shows.data = self.shows.data or SHOWS[0]
        chosen = self.zone.data or ""
        names = [*zones(), *({chosen} - {"", *zones()})]
        self.zone.choices = choices([("", _("Server time zone")), *((name, name.replace("_", " ")) for name in names)])

    def fill_in(self, settings: Settings) -> None:
        """Show what holds now."""
        self.has_seen(settings.last_entry)
        self.name.data, self.shows.data, self.agreed.data = settings.name, settings.shows, settings.agreed
        since = settings.agreed_from if settings.agreed else today(settings.zone)
        self.zone.data = settings.zone_name or ""
        self.agreed_from.data = "" if since is None else since.isoformat()

    @property
    def said(self) -> dict[str, Any]:
        """As an entry says it."""
        since = (self.agreed_from.data or "").strip() if self.agreed.data else ""
        said = {"name": self.name.data or "", "shows": self.shows.data, "agreed": bool(self.agreed.data)}
        zone = {"zone": self.zone.data} if self.zone.data else {}
        return said | zone | ({"agreed_from": since} if since else {})


class FoundingForm(SettingsForm):
    """The same, and what its owner is called there."""

    my_name = NameField()


class DissolvingForm(ClubForm):
    """The club's name, typed once more, and whether its owner's names go out of its games. Leads to `next` then."""

    name = StringField()
    erase = BooleanField()
    next = HiddenField()

    def names(self, club: str) -> bool:
        """Whether this is what the club is called, however it is spaced; if not, the form says so."""
        if compared(self.name.data or "").split() == compared(club).split():
            return True
        self.blame((refuse("not_its_name", "name"),))
        return False
