"""Base classes of the forms that record a club's entries, and how refusals find their fields."""

import re
import uuid
from collections.abc import Iterable

from wtforms import Field, HiddenField, StringField

from trexscore.club.fields import is_uuid
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.rules.refusals import Refusal
from trexscore.web.games.entry_form import Form
from trexscore.web.language import reader_language
from trexscore.web.numbers import parse_whole

_SPACES = re.compile("[ \u00a0\u2000-\u200a\u202f\u3000]+")


class NameField(StringField):
    """A name. Runs of spaces become one space, because a page shows them as one: names must not look alike."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the sent name."""
        super().process_formdata([_SPACES.sub(" ", name) for name in valuelist])


class ClubForm(Form):
    """A form with a `key`: sending it twice records one entry."""

    key = HiddenField()

    def __init__(self, *, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.problems: list[str] = []
        if not is_uuid(self.key.data or ""):
            self.renew()

    @property
    def entry_key(self) -> str:
        """The key of the entry to record."""
        return self.key.data or ""

    def renew(self) -> None:
        """Give the form a new key, so that its content is recorded as a new entry."""
        self.key.data = str(uuid.uuid4())

    def blame(self, refusals: Iterable[Refusal]) -> None:
        """Show each refusal once at the top, and at the field it is about."""
        for refusal in refusals:
            text = refusal_text(reader_language(), refusal)
            if text not in self.problems:
                self.problems.append(text)
            field = self.field_at(refusal.at)
            if field is not None:
                field.errors = [*field.errors, text]

    def field_at(self, path: str) -> Field | None:
        """The field at this path of the entry: by default, the one with the path's last name."""
        name = path.rpartition(".")[2]
        return self[name] if name in self._fields else None


class ChangingForm(ClubForm):
    """A form that changes something. `behind`: number of the latest entry about it that the editor has seen."""

    behind = HiddenField()

    def has_seen(self, entry: int) -> None:
        """Note that the editor has seen this entry."""
        self.behind.data = str(entry)

    @property
    def seen(self) -> dict[str, int]:
        """The `behind` field of the entry; 0, which no entry has, if it is not a number."""
        return {"behind": parse_whole(self.behind.data or "") or 0}
