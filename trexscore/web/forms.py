"""The base of all forms, and of those that record an entry of a game or a club."""

import re
import uuid
from collections.abc import Iterable
from typing import Any, TypeVar

from flask import request
from flask_wtf import FlaskForm
from markupsafe import Markup
from werkzeug.exceptions import Forbidden
from wtforms import Field, HiddenField, StringField

from trexscore.commands.recording import Conflict, NotAllowed, RecordingFailure
from trexscore.i18n.texts.captures import SeatNamer
from trexscore.i18n.texts.options import QUESTION_BY_OPTION
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.ledger.uuids import is_canonical_uuid
from trexscore.rules.options import option_choices
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _

T = TypeVar("T")

_SPACE_RUN_PATTERN = re.compile("[ \u00a0\u2000-\u200a\u202f\u3000]+")
_COPIED_CHARACTERS = " \u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufeff"


class Form(FlaskForm):
    """A form of this site, filled from the request, or `blank`. `problems` are shown at the top.

    All fields are texts: a file or a JSON value that is sent for one counts as missing.
    """

    class Meta(FlaskForm.Meta):
        """Hidden fields have no id: a page holds several forms, and nothing refers to them."""

        def render_field(self, field: Field, render_kw: Any) -> Markup:  # noqa: ANN401 - as WTForms types it
            without_id = {"id": False} if isinstance(field, HiddenField) else {}
            return super().render_field(field, {**without_id, **render_kw})

    def __init__(self, *, blank: bool = False) -> None:
        super().__init__(formdata=None if blank else request.form or None)  # type: ignore[no-untyped-call]
        self.problems: list[str] = []


class NameField(StringField):
    """A name. Runs of spaces become one space, because a page shows them as one: names must not look alike.

    Spaces and isolates around it, which come with text that is copied from a page or a chat, are removed.
    """

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the sent name."""
        super().process_formdata([_SPACE_RUN_PATTERN.sub(" ", name).strip(_COPIED_CHARACTERS) for name in valuelist])


class RecordingForm(Form):
    """A form that records an entry. `key` makes sending it twice harmless."""

    key = HiddenField()

    def __init__(self, *, blank: bool = False) -> None:
        """Set `key`, unless the request has set it."""
        super().__init__(blank=blank)
        if not is_canonical_uuid(self.entry_key):
            self.key.data = str(uuid.uuid4())

    @property
    def entry_key(self) -> str:
        """The key of the entry to record."""
        return self.key.data or ""

    def renew_key(self) -> None:
        """Give the form a new key, so that its content is recorded as a new entry."""
        self.key.data = str(uuid.uuid4())

    def unwrap_outcome(self, outcome: T | RecordingFailure, name_of: SeatNamer | None = None) -> T | None:
        """The outcome if it is a success; otherwise None, and the form shows why. Raises 403 if it is not allowed."""
        if isinstance(outcome, NotAllowed):
            raise Forbidden
        if isinstance(outcome, Conflict):
            self.add_problems([refuse("changed_meanwhile", "after")], name_of)
            return None
        if isinstance(outcome, EntryRefusal):
            if any(refusal.code == "key_reused" for refusal in outcome.refusals):
                self.renew_key()
            self.add_problems(outcome.refusals, name_of)
            return None
        return outcome

    def add_problems(self, refusals: Iterable[Refusal], name_of: SeatNamer | None = None) -> None:
        """Show each refusal once at the top, and at the field that it is about. `name_of` names players by seat."""
        for refusal in refusals:
            problem = render_refusal(refusal, name_of)
            if problem not in self.problems:
                self.problems.append(problem)
            field = self.field_for_path(refusal.path)
            if field is not None:
                field.errors = [*field.errors, problem]

    def field_for_path(self, entry_path: str) -> Field | None:
        """The field that fills this path of the entry, if there is one."""
        del entry_path
        return None


def render_refusal(refusal: Refusal, name_of: SeatNamer | None = None) -> str:
    """The refusal in the reader's language, with the names of the table if `name_of` gives them.

    Forms ask for an option by its question. Programs, which know it by its name, get `refusal_text`.
    """
    if refusal.code == "bad_option_value":
        return _bad_answer_text(str(refusal.params["option"]))
    names = None if name_of is None else lambda seat: isolate_name(name_of(seat))
    return refusal_text(reader_language(), refusal, names)


def _bad_answer_text(option: str) -> str:
    """What to enter for an option."""
    question = _(QUESTION_BY_OPTION[option])
    if option_choices(option):
        return _("Choose one of the answers to “%(question)s”.", question=question)
    standard_value = getattr(STANDARD_PRESET.rules, option)
    example = " ".join(
        map(reader_language().number, standard_value if isinstance(standard_value, tuple) else (standard_value,))
    )
    return _("For “%(question)s”, enter for example %(example)s.", question=question, example=example)
