"""What every form that writes an entry carries, and how refusals find their way back to its fields."""

import uuid
from collections.abc import Iterable
from typing import Any

from flask_wtf import FlaskForm
from markupsafe import Markup
from wtforms import Field, HiddenField, RadioField

from trexscore.game.file.entries import read_entry
from trexscore.i18n.texts.refusals import Who, sentence
from trexscore.rules.faults import refusals_under_any_rules
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEATS
from trexscore.web.games.choices import choices
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated


class Form(FlaskForm):
    """A form of this site, filled from what was sent, or `blank`."""

    class Meta(FlaskForm.Meta):
        """Hidden fields bear no id: a page holds several forms, and nothing points to one."""

        def render_field(self, field: Field, render_kw: Any) -> Markup:  # noqa: ANN401 - attributes of all types
            without_id = {"id": False} if isinstance(field, HiddenField) else {}
            return super().render_field(field, {**without_id, **render_kw})

    def __init__(self, *, blank: bool = False) -> None:
        if blank:
            super().__init__(formdata=None)  # type: ignore[no-untyped-call]
        else:
            super().__init__()  # type: ignore[no-untyped-call]


class EntryForm(Form):
    """`key` makes sending it twice harmless; `after` says what its writer had seen."""

    key = HiddenField()
    after = HiddenField()

    problems: list[str]

    def prepare(self, seq: int) -> None:
        """Give a new form its key, and every form what its page has seen."""
        self.problems = []
        if not _is_uuid(self.key.data):
            self.key.data = str(uuid.uuid4())
        if not (self.after.data or "").isdecimal():
            self.after.data = str(seq)

    def renew(self, seq: int) -> None:
        """Let what was typed be written as an entry of its own: under a new key, behind all that is there now."""
        self.key.data = str(uuid.uuid4())
        self.after.data = str(seq)

    def blame(self, refusals: Iterable[Refusal], who: Who) -> None:
        """Say each refusal once at the top, and at the field that it is about."""
        for refusal in refusals:
            said = said_here(refusal, who)
            if said not in self.problems:
                self.problems.append(said)
            field = self.field_at(refusal.at)
            if field is not None:
                field.errors = [*field.errors, said]

    def blame_faults(self, entry: Any, who: Who) -> bool:  # noqa: ANN401 - any JSON value
        """Say what is wrong with an entry whatever the game is; whether anything is."""
        faults = refusals_under_any_rules([read_entry(entry)])
        self.blame(faults, who)
        return bool(faults)

    def choice(self, name: str) -> RadioField:
        """The field with this name, which is a choice of one."""
        found = self[name]
        if not isinstance(found, RadioField):
            raise TypeError(name)
        return found

    def field_at(self, at: str) -> Field | None:
        """The field that fills this place of the entry, if one does."""
        del at
        return None


def said_here(refusal: Refusal, who: Who) -> str:
    """The refusal in the reader's language, with the names of the table."""
    return sentence(reader_language(), refusal, lambda seat: isolated(who(seat)))


def seat_radio() -> RadioField:
    """A choice of one of the four seats; which names they bear is the page's business."""
    return RadioField(choices=choices((seat.name, seat.name) for seat in SEATS), validate_choice=False)


def _is_uuid(text: object) -> bool:
    try:
        return isinstance(text, str) and str(uuid.UUID(text)) == text
    except ValueError:
        return False
