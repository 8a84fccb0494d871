"""Evenings: when and where, who is there, and how tables are drawn."""

from datetime import date
from typing import Any

from wtforms import HiddenField, RadioField, StringField

from trexscore.club.fields import read_day
from trexscore.club.game_night import GameNight
from trexscore.commands.game_nights.plan_weekly import MOST_NIGHTS, nights_until
from trexscore.i18n.texts.club import METHOD, METHOD_NOTE
from trexscore.league.draw import METHODS, Method
from trexscore.web.clubs.entry_form import ChangingForm, ClubForm, NameField
from trexscore.web.games.choices import choices
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _


class EveningForm(ChangingForm):
    """When and where."""

    on = StringField()
    at = StringField()
    place = StringField()
    note = StringField()
    until = StringField()
    """The last day of a night that is planned every week; of a single one, nothing."""

    def days(self) -> list[date]:
        """The days of a series, of which the first is always there; a last day that cannot be is said."""
        until = (self.until.data or "").strip()
        first, last = read_day((self.on.data or "").strip()), read_day(until)
        if not until or first is None:
            return [] if first is None else [first]
        nights = [] if last is None else nights_until(first, last)
        if not nights:
            self.problems.append(_("Choose a last day on or after the first day."))
        elif len(nights) > MOST_NIGHTS:
            self.problems.append(_("Plan at most %(most)s game nights at once.", most=MOST_NIGHTS))
        return nights

    def fill_in(self, evening: GameNight) -> None:
        """Show what stands there."""
        self.has_seen(evening.last_entry)
        self.on.data, self.at.data = evening.on.isoformat(), evening.at or ""
        self.place.data, self.note.data = evening.place, evening.note

    def said(self, **more: int) -> dict[str, Any]:
        """As an entry says it; some browsers send the seconds as well."""
        at = (self.at.data or "").strip()[: len("20:30")]
        return {
            "on": (self.on.data or "").strip(),
            "at": at or None,
            "place": (self.place.data or "").strip(),
            "note": " · ".join(filter(None, map(str.strip, (self.note.data or "").splitlines()))),
            **more,
        }


class GuestForm(ClubForm):
    """Somebody who has just come in and stands in no list."""

    name = NameField()


class OfDrawForm(ClubForm):
    """A form that holds for one draw; `behind` is the one that whoever asks has seen."""

    behind = HiddenField()

    @property
    def seen(self) -> int:
        """The draw that was seen; one that there cannot be, where that is no number."""
        return _number(self.behind.data)


class DrawForm(OfDrawForm):
    """How tables are drawn."""

    method = RadioField(validate_choice=False)
    season = StringField()

    def offer(self, evening: GameNight) -> None:
        """The ways of drawing, that which mixes first: it is what most evenings want."""
        ordered = sorted(METHODS, key=lambda method: method != "mixing")
        self.method.choices = choices((method, _(METHOD[method])) for method in ordered)
        self.method.data = self.method.data or "mixing"
        self.behind.data = self.behind.data or str(evening.last_draw)

    @property
    def chosen(self) -> Method | None:
        """How to draw; None where that is no way."""
        return next((method for method in METHODS if method == self.method.data), None)

    @property
    def notes(self) -> dict[str, str]:
        """What each way means."""
        return {method: _(METHOD_NOTE[method]) for method in METHODS}


class ByHandForm(OfDrawForm):
    """One move of people."""


class StartAllForm(OfDrawForm):
    """That all tables start, and by the house rules of which season."""

    season = StringField()


class StartForm(ClubForm):
    """Which table's game is to start."""

    since = HiddenField()
    at = HiddenField()
    nth = HiddenField()
    season = StringField()


def _number(text: str | None) -> int:
    found = whole(text or "")
    return -1 if found is None else found
