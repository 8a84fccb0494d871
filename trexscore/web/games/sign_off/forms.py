"""The form of a table's policy: second person, deadline, referee."""

from wtforms import BooleanField, Field, RadioField, StringField

from trexscore.game.events.policy import PolicyChanged
from trexscore.game.policy import Policy
from trexscore.ledger.chain import Body
from trexscore.web.games.choices import choices
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.language import reader_language
from trexscore.web.number_parsing import parse_typed_number
from trexscore.web.rendering import translate as _

_DEFAULT_DEADLINE_MINUTES = 30
"""The default deadline in minutes, usual in bridge clubs."""


class PolicyForm(EntryForm):
    second_person = BooleanField()
    deadline = RadioField(validate_choice=False)
    minutes = StringField()
    referee = BooleanField()

    def __init__(self, seq: int, *, blank: bool = False) -> None:
        """Set the entry's hidden fields, and the choices for when the deadline begins."""
        super().__init__(seq, blank=blank)
        deadline_texts = {
            "": _("At any time"),
            "entry": _("For a time after saving"),
            "game": _("For a time after the game"),
        }
        self.deadline.choices = choices(deadline_texts.items())
        self.deadline.data = self.deadline.data or ""

    def fill_in(self, policy: Policy) -> None:
        deadline = policy.deadline
        self.second_person.data, self.referee.data = policy.second_person, policy.referee
        self.deadline.data = deadline.after if deadline else ""
        self.minutes.data = reader_language().number(deadline.minutes if deadline else _DEFAULT_DEADLINE_MINUTES)

    def entry_content(self) -> Body:
        """The entry; minutes that are not a number stay a text, which the entry's check refuses."""
        deadline_after = self.deadline.data
        deadline = (
            {"minutes": parse_typed_number(self.minutes.data), "after": deadline_after} if deadline_after else None
        )
        policy = {"second_person": self.second_person.data, "deadline": deadline, "referee": self.referee.data}
        return PolicyChanged.body_of(policy)

    def field_for_path(self, path: str) -> Field | None:
        return self.minutes if path == f"{PolicyChanged.stored_kind}.deadline.minutes" else None
