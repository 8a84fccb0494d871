"""The form for point adjustments."""

from collections.abc import Iterable

from wtforms import SelectMultipleField, StringField

from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.games.choices import choices
from trexscore.web.numbers import parse_typed_number, parse_whole


class AdjustmentForm(ClubForm):
    """Points given to members; negative points are taken away."""

    members = SelectMultipleField(validate_choice=False)
    points = StringField()
    reason = StringField()
    on = StringField()

    def set_choices(self, people: Iterable[tuple[int, str]]) -> None:
        """Offer these players, as number and name."""
        self.members.choices = choices((str(number), name) for number, name in people)

    def entry_fields(self, season_number: int) -> dict[str, object]:
        """The fields of the entry. Points that are no number stay as typed, and are refused."""
        return {
            "season": season_number,
            "members": [number for text in self.members.data or () if (number := parse_whole(text)) is not None],
            "points": parse_typed_number(self.points.data),
            "reason": (self.reason.data or "").strip(),
            "on": (self.on.data or "").strip(),
        }
