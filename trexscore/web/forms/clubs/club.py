"""Founding a club, and what it has chosen."""

from typing import Any

from wtforms import BooleanField, HiddenField, RadioField, StringField

from trexscore.club.record import SHOWS, Settings
from trexscore.gamefile.names import compared
from trexscore.language.club import SHOWN
from trexscore.rules.refusals import refuse
from trexscore.web.forms.choices import choices
from trexscore.web.forms.clubs.entry import ClubForm, NameField
from trexscore.web.rendering import translate as _


class SettingsForm(ClubForm):
    """What a club is called, what outsiders see, and whether games have to be agreed on."""

    name = NameField()
    shows = RadioField(validate_choice=False)
    agreed = BooleanField()

    def offer(self) -> None:
        """The choices, in words."""
        self.shows.choices = choices((one, _(SHOWN[one])) for one in SHOWS)
        self.shows.data = self.shows.data or SHOWS[0]

    def fill_in(self, settings: Settings) -> None:
        """Show what holds now."""
        self.name.data, self.shows.data, self.agreed.data = settings

    @property
    def said(self) -> dict[str, Any]:
        """As an entry says it."""
        return {"name": self.name.data or "", "shows": self.shows.data, "agreed": bool(self.agreed.data)}


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
