"""What every form of a club's entry carries, and how refusals find their way back to its fields."""

import re
import uuid
from collections.abc import Iterable
from typing import Any

from wtforms import Field, HiddenField, StringField

from trexscore.club.fields import is_uuid
from trexscore.i18n.texts.refusals import sentence
from trexscore.rules.refusals import Refusal
from trexscore.web.games.entry_form import Form
from trexscore.web.language import reader_language
from trexscore.web.numbers import whole

_SPACES = re.compile("[ \u00a0\u2000-\u200a\u202f\u3000]+")


class NameField(StringField):
    """What somebody or something is called. However many spaces stand between two words, a page shows one: with two
    it would be another name that nobody can tell from the first.
    """

    def __init__(self, **more: Any) -> None:  # noqa: ANN401 - WTForms' own
        super().__init__(filters=[_spaced_once], **more)


class ClubForm(Form):
    """`key` makes sending it twice harmless."""

    key = HiddenField()

    def __init__(self, *, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.problems: list[str] = []
        if not is_uuid(self.key.data or ""):
            self.renew()

    @property
    def entry_key(self) -> str:
        """The key of the entry that is going to be written."""
        return self.key.data or ""

    def renew(self) -> None:
        """Let what was typed be written as an entry of its own."""
        self.key.data = str(uuid.uuid4())

    def blame(self, refusals: Iterable[Refusal]) -> None:
        """Say each refusal once at the top, and at the field that it is about."""
        for refusal in refusals:
            said = sentence(reader_language(), refusal)
            if said not in self.problems:
                self.problems.append(said)
            field = self.field_at(refusal.at)
            if field is not None:
                field.errors = [*field.errors, said]

    def field_at(self, at: str) -> Field | None:
        """The field that fills this place of the entry: the one with the place's name, unless a form knows better."""
        name = at.rpartition(".")[2]
        return self[name] if name in self._fields else None


class ChangingForm(ClubForm):
    """Changes what stands there already; `behind` is the entry that said it, as whoever changes it has seen it."""

    behind = HiddenField()

    def has_seen(self, entry: int) -> None:
        """Whoever sends the form from now on has seen what that entry says."""
        self.behind.data = str(entry)

    @property
    def seen(self) -> dict[str, int]:
        """As an entry says it; one that there cannot be, where that is no number."""
        return {"behind": whole(self.behind.data or "") or 0}


def _spaced_once(name: str | None) -> str | None:
    return None if name is None else _SPACES.sub(" ", name)
