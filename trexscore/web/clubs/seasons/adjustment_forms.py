"""Points beside the games: who gets how many, and why."""

from collections.abc import Iterable
from typing import Any

from wtforms import SelectMultipleField, StringField

from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.games.choices import choices
from trexscore.web.numbers import typed, whole


class AdjustmentForm(ClubForm):
    """What is given, or taken with a minus."""

    members = SelectMultipleField(validate_choice=False)
    points = StringField()
    reason = StringField()
    on = StringField()

    def offer(self, people: Iterable[tuple[int, str]]) -> None:
        """Who can be given points."""
        self.members.choices = choices((str(number), name) for number, name in people)

    def said(self, season: int) -> dict[str, Any]:
        """The entry's part. What cannot be read is left for the rules to refuse."""
        return {
            "season": season,
            "members": [number for one in self.members.data or () if (number := whole(one)) is not None],
            "points": typed(self.points.data),
            "reason": (self.reason.data or "").strip(),
            "on": (self.on.data or "").strip(),
        }
