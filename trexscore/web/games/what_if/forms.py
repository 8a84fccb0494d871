"""The form for other house rules: a preset or the table's own rules, with changed options."""

from collections.abc import Iterable, Iterator
from functools import cache

from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, SelectField, StringField

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.texts.options import ANSWERS_BY_OPTION, FIRST_ASKED_OPTIONS, QUESTION_BY_OPTION
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES, BadOptionValue, parse_option_value, rules_with_options
from trexscore.rules.other_rules import RESULT_CHANGING_OPTIONS
from trexscore.rules.presets import PRESETS
from trexscore.rules.refusals import refuse
from trexscore.web.forms import render_refusal
from trexscore.web.games.choices import choices
from trexscore.web.games.start.house_rules import LATER_ASKED_OPTIONS, answer_choices, parse_option_field
from trexscore.web.rendering import translate as _

_NO_CHOICE = ""
_MAX_SHOWN_LENGTH = 60


class WhatIfForm(Form):
    """Sent by GET, without a CSRF token, because it changes nothing. `what_if_form` adds a field for each option.

    Options that do not affect points are ignored.
    """

    preset = SelectField(validate_choice=False)

    @property
    def first_asked_fields(self) -> list[Field]:
        """The options asked first that affect points."""
        return [self[option] for option in FIRST_ASKED_OPTIONS if option in RESULT_CHANGING_OPTIONS]

    @property
    def later_asked_fields(self) -> list[Field]:
        """The other options that affect points, in the order of the house rules."""
        return [self[option] for option in LATER_ASKED_OPTIONS if option in RESULT_CHANGING_OPTIONS]

    @property
    def changed_fields(self) -> list[Field]:
        return [self[option] for option in RESULT_CHANGING_OPTIONS if self[option].data]

    def __init__(self, values: MultiDict[str, str]) -> None:
        """Fill the fields from an address, and set labels and choices in the reader's language."""
        super().__init__(values)
        self.preset.label.text = _("Starting house rules")
        presets_and_names = ((name, _(PRESET_NAMES[name])) for name in PRESETS)
        self.preset.choices = choices([(_NO_CHOICE, _("This table’s rules")), *presets_and_names])
        for option in RESULT_CHANGING_OPTIONS:
            field = self[option]
            field.label.text = _(QUESTION_BY_OPTION[option])
            if isinstance(field, SelectField):
                field.choices = [*choices([(_NO_CHOICE, _("As in these rules"))]), *answer_choices(option)]
        self._value_by_option: dict[str, object] = {}
        self.problems = [*self._read_values(values)]

    def requested_rules(self, table_rules: HouseRules) -> HouseRules | None:
        """The requested rules; None if they are invalid: `problems` then says why."""
        if self.problems:
            return None
        base_rules = PRESETS[self.preset.data].rules if self.preset.data else table_rules
        return rules_with_options(base_rules, self._value_by_option)

    def _read_values(self, names: Iterable[str]) -> Iterator[str]:
        """Read the values of the options; yields what is wrong: an unknown name or preset, or a value, at its field."""
        for name in names:
            if name not in ("preset", *OPTION_NAMES):
                yield render_refusal(refuse("unknown_option", option=name[:_MAX_SHOWN_LENGTH]))
        if self.preset.data and self.preset.data not in PRESETS:
            yield render_refusal(refuse("unknown_preset", preset=self.preset.data[:_MAX_SHOWN_LENGTH]))
        for field in self.changed_fields:
            try:
                option_value = parse_option_value(field.name, parse_option_field(field.name, field.data))
            except BadOptionValue:
                field.errors = [render_refusal(refuse("bad_option_value", option=field.name, value=field.data))]
                yield field.errors[0]
            else:
                self._value_by_option[field.name] = option_value


def what_if_form(values: MultiDict[str, str]) -> WhatIfForm:
    """The form, filled from an address."""
    return _form_class()(values)


@cache
def _form_class() -> type[WhatIfForm]:
    fields = {
        option: SelectField(validate_choice=False) if option in ANSWERS_BY_OPTION else StringField()
        for option in RESULT_CHANGING_OPTIONS
    }
    return type("WholeWhatIfForm", (WhatIfForm,), fields)
