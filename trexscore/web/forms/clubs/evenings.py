"""Evenings: when and where, who is there, and how tables are drawn."""

from collections.abc import Iterable
from typing import Any

from wtforms import HiddenField, RadioField, SelectField, StringField

from trexscore.club.evening import Evening
from trexscore.club.season import Season
from trexscore.language.club import METHOD, METHOD_NOTE
from trexscore.league.draw import METHODS, Method
from trexscore.web.forms.choices import choices
from trexscore.web.forms.clubs.entry import ClubForm, NameField
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _


class EveningForm(ClubForm):
    """When and where."""

    on = StringField()
    at = StringField()
    place = StringField()
    note = StringField()

    def fill_in(self, evening: Evening) -> None:
        """Show what stands there."""
        self.on.data, self.at.data = evening.on.isoformat(), evening.at or ""
        self.place.data, self.note.data = evening.place, evening.note

    def said(self, **more: int) -> dict[str, Any]:
        """As an entry says it; some browsers send the seconds as well."""
        at = (self.at.data or "").strip()[: len("20:30")]
        return {
            "on": (self.on.data or "").strip(),
            "at": at or None,
            "place": (self.place.data or "").strip(),
            "note": (self.note.data or "").strip(),
            **more,
        }


class GuestForm(ClubForm):
    """Somebody who has just come in and stands in no list."""

    name = NameField()


class SeasonField(SelectField):
    """Which season is played for, where the day falls into several."""

    def offer(self, seasons: Iterable[Season]) -> None:
        """The seasons of that day."""
        self.choices = choices((str(season.number), season.name) for season in seasons)


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
    season = SeasonField(validate_choice=False, coerce=str)

    def offer(self, evening: Evening, seasons: Iterable[Season]) -> None:
        """The ways of drawing, that which mixes first: it is what most evenings want."""
        ordered = sorted(METHODS, key=lambda method: method != "mixing")
        self.method.choices = choices((method, _(METHOD[method])) for method in ordered)
        self.method.data = self.method.data or "mixing"
        self.season.offer(seasons)
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
    """That all tables start, and for which season."""

    season = SeasonField(validate_choice=False, coerce=str)


class StartForm(ClubForm):
    """Which table's game is to start."""

    since = HiddenField()
    at = HiddenField()
    nth = HiddenField()
    season = SeasonField(validate_choice=False, coerce=str)


def _number(text: str | None) -> int:
    found = whole(text or "")
    return -1 if found is None else found
