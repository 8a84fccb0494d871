"""The base of every form that records an entry: its hidden fields, and refusals shown at the fields they are about."""

import uuid
from collections.abc import Iterable
from typing import Any

from flask import flash
from flask_wtf import FlaskForm
from markupsafe import Markup
from wtforms import Field, HiddenField, RadioField

from trexscore.game.file.entries import read_entry
from trexscore.i18n.texts.refusals import Who, refusal_text
from trexscore.rules.faults import refusals_under_any_rules
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEATS
from trexscore.web.games.choices import choices
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated


class Form(FlaskForm):
    """A form of this site, filled from the request, or `blank`."""

    class Meta(FlaskForm.Meta):
        """Hidden fields have no id: a page holds several forms, and nothing refers to them."""

        def render_field(self, field: Field, render_kw: Any) -> Markup:  # noqa: ANN401 - as WTForms types it
            without_id = {"id": False} if isinstance(field, HiddenField) else {}
            return super().render_field(field, {**without_id, **render_kw})

    def __init__(self, *, blank: bool = False) -> None:
        if blank:
            super().__init__(formdata=None)  # type: ignore[no-untyped-call]
        else:
            super().__init__()  # type: ignore[no-untyped-call]


class EntryForm(Form):
    """`key` makes sending it twice harmless; `after` is the last entry that its page showed."""

    key = HiddenField()
    after = HiddenField()

    problems: list[str]

    def __init__(self, seq: int, *, blank: bool = False) -> None:
        """Set `key` and `after`, unless the request has set them. `seq`: the last entry of the game."""
        super().__init__(blank=blank)
        self.problems = []
        if not _is_uuid(self.key.data):
            self.key.data = str(uuid.uuid4())
        if not (self.after.data or "").isdecimal():
            self.after.data = str(seq)

    def renew(self, seq: int) -> None:
        """Let the same input be saved as a new entry: under a new key, after the latest entry."""
        self.key.data = str(uuid.uuid4())
        self.after.data = str(seq)

    def flash_problems(self) -> None:
        """Show the problems on the next page."""
        for problem in self.problems:
            flash(problem, "problem")

    def blame(self, refusals: Iterable[Refusal], name_of: Who) -> None:
        """Show each refusal once at the top, and at the field that it is about."""
        for refusal in refusals:
            problem = render_refusal(refusal, name_of)
            if problem not in self.problems:
                self.problems.append(problem)
            field = self.field_at(refusal.at)
            if field is not None:
                field.errors = [*field.errors, problem]

    def blame_faults(self, entry: object, name_of: Who) -> bool:
        """Show what is wrong with an entry (a JSON value) under any house rules. True if anything is."""
        faults = refusals_under_any_rules([read_entry(entry)])
        self.blame(faults, name_of)
        return bool(faults)

    def choice(self, name: str) -> RadioField:
        """The radio field with this name. Raises TypeError if it is another kind of field."""
        field = self[name]
        if not isinstance(field, RadioField):
            raise TypeError(name)
        return field

    def field_at(self, path: str) -> Field | None:
        """The field that fills this path of the entry, if there is one."""
        del path
        return None


def render_refusal(refusal: Refusal, name_of: Who) -> str:
    """The refusal in the reader's language, with the names of the table."""
    return refusal_text(reader_language(), refusal, lambda seat: isolated(name_of(seat)))


def seat_radio() -> RadioField:
    """A choice of one of the four seats; the page supplies the names."""
    return RadioField(choices=choices((seat.name, seat.name) for seat in SEATS), validate_choice=False)


def _is_uuid(text: object) -> bool:
    try:
        return isinstance(text, str) and str(uuid.UUID(text)) == text
    except ValueError:
        return False
