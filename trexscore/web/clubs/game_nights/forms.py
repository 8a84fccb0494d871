"""Game nights: date and place, attendance, and drawing tables."""

from datetime import date

from wtforms import HiddenField, RadioField, StringField

from trexscore.club.fields import parse_day
from trexscore.club.game_night import GameNight
from trexscore.commands.game_nights.plan_weekly import MAX_WEEKLY_NIGHTS, weekly_dates
from trexscore.i18n.texts.clubs.club import DRAW_METHOD_NAMES
from trexscore.league.draw import DRAW_METHODS, DrawMethod
from trexscore.web.clubs.entry_form import ClubForm, EditForm
from trexscore.web.games.choices import choices
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _


class GameNightForm(EditForm):
    """Date and place."""

    on = StringField()
    at = StringField()
    place = StringField()
    note = StringField()
    until = StringField()
    """The last day of a weekly series; empty for a single night."""

    def requested_days(self) -> list[date]:
        """The days of a series, including the first. An impossible last day is added to the problems."""
        until_day = (self.until.data or "").strip()
        first, last = parse_day((self.on.data or "").strip()), parse_day(until_day)
        if not until_day or first is None:
            return [] if first is None else [first]
        nights = [] if last is None else weekly_dates(first, last)
        if not nights:
            self.problems.append(_("Choose a last day on or after the first day."))
        elif len(nights) > MAX_WEEKLY_NIGHTS:
            self.problems.append(_("Plan at most %(most)s game nights at once.", most=MAX_WEEKLY_NIGHTS))
        return nights

    def fill_in(self, game_night: GameNight) -> None:
        """Show the current values."""
        self.mark_seen(game_night.last_plan_seq)
        self.on.data, self.at.data = game_night.day.isoformat(), game_night.starts_at or ""
        self.place.data, self.note.data = game_night.place, game_night.note

    def entry_fields(self, **more: int) -> dict[str, object]:
        """The fields of the entry. Some browsers send a time with seconds."""
        start_time = (self.at.data or "").strip()[: len("20:30")]
        return {
            "on": (self.on.data or "").strip(),
            "at": start_time or None,
            "place": (self.place.data or "").strip(),
            "note": " · ".join(filter(None, map(str.strip, (self.note.data or "").splitlines()))),
            **more,
        }


class SeenDrawForm(ClubForm):
    """A form about one draw, such as to swap players. `behind`: the draw that the reader has seen."""

    behind = HiddenField()

    @property
    def seen_draw_seq(self) -> int:
        """The draw that was seen; -1, which no draw has, if it is not a number."""
        draw_seq = parse_ascii_number(self.behind.data or "")
        return -1 if draw_seq is None else draw_seq


class DrawForm(SeenDrawForm):
    """How to draw tables."""

    method = RadioField(validate_choice=False)
    season = StringField()

    def set_choices(self, game_night: GameNight) -> None:
        """Offer the draw methods, mixing first: most nights use it."""
        ordered_methods = sorted(DRAW_METHODS, key=lambda method: method != "mixing")
        self.method.choices = choices((method, _(DRAW_METHOD_NAMES[method])) for method in ordered_methods)
        self.method.data = self.method.data or "mixing"
        self.behind.data = self.behind.data or str(game_night.last_draw_seq)

    @property
    def chosen_method(self) -> DrawMethod | None:
        """The draw method; None if there is no such method."""
        return next((method for method in DRAW_METHODS if method == self.method.data), None)


class StartTablesForm(SeenDrawForm):
    """Start all tables. `season`: by its house rules."""

    season = StringField()


class StartTableForm(ClubForm):
    """Start the game of one table."""

    first_draw = HiddenField()
    index_in_draw = HiddenField()
    game_number = HiddenField()
    season = StringField()
