"""How a table keeps its score, as a form asks for it."""

from typing import Any

from wtforms import BooleanField, Field, RadioField, StringField

from trexscore.game.state import PolicyState
from trexscore.web.games.choices import choices
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.language import reader_language
from trexscore.web.numbers import typed
from trexscore.web.rendering import translate as _

_USUAL = 30
"""Minutes that a form offers, as bridge clubs have them."""


class TermsForm(EntryForm):
    """A second person, a deadline, a referee."""

    second_person = BooleanField()
    deadline = RadioField(validate_choice=False)
    minutes = StringField()
    referee = BooleanField()

    def prepare(self, seq: int) -> None:
        """What every form of an entry needs, and when a deadline can begin."""
        super().prepare(seq)
        offered = [("", _("At any time")), ("entry", _("After saving")), ("game", _("After the game"))]
        self.deadline.choices = choices(offered)
        self.deadline.data = self.deadline.data or ""

    def fill_in(self, policy: PolicyState) -> None:
        """Show what holds now."""
        deadline = policy.deadline
        self.second_person.data, self.referee.data = policy.second_person, policy.referee
        self.deadline.data = deadline.after if deadline else ""
        self.minutes.data = reader_language().number(deadline.minutes if deadline else _USUAL)

    def entry(self) -> dict[str, Any]:
        """The terms; minutes that are no number are left for the rules to refuse."""
        after = self.deadline.data
        deadline = {"minutes": typed(self.minutes.data), "after": after} if after else None
        said = {"second_person": self.second_person.data, "deadline": deadline, "referee": self.referee.data}
        return {"terms": said}

    def field_at(self, at: str) -> Field | None:
        return self.minutes if at == "terms.deadline.minutes" else None
