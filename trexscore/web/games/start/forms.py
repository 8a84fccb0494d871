"""The form of a new game: four names, the first king, the house rules."""

from functools import cache

from wtforms import Field, HiddenField, RadioField, SelectField, SelectMultipleField, StringField

from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.i18n.game_terms import PRESET_NAMES, VOID_REASON_TEXTS
from trexscore.i18n.texts.options import (
    ANSWERS_BY_OPTION,
    CONSEQUENCES_BY_OPTION,
    FIRST_ASKED_OPTIONS,
    QUESTION_BY_OPTION,
)
from trexscore.ledger.chain import Body
from trexscore.rules.house_rules import VOID_REASONS, HouseRules
from trexscore.rules.options import OPTION_NAMES, BadOptionValue, parse_option_value
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEATS
from trexscore.web.forms import Form, render_refusal
from trexscore.web.games.choices import choices
from trexscore.web.games.small_forms import PlayerNameFields
from trexscore.web.games.start.house_rules import (
    LATER_ASKED_OPTIONS,
    answer_choices,
    option_field_value,
    parse_option_field,
)
from trexscore.web.rendering import translate as _

_UNKNOWN_FIRST_KING = ""


class CheckBoxesField(SelectMultipleField):
    """Several answers can be chosen, each with a check box."""


class NewGameForm(PlayerNameFields, Form):
    """The fields of every new game; `new_game_form_class` adds one for each option."""

    key = HiddenField()
    crown = RadioField(
        choices=choices([*((seat.name, seat.name) for seat in SEATS), (_UNKNOWN_FIRST_KING, "")]),
        default=_UNKNOWN_FIRST_KING,
        validate_choice=False,
    )
    preset = SelectField(validate_choice=False, default=STANDARD_PRESET.name)
    filled_with = HiddenField()

    rules_open: bool
    consequences_by_option: dict[str, dict[str, str]]
    """By option and answer, the consequence of the answer in a sentence."""

    @property
    def later_asked_fields(self) -> list[Field]:
        """The options other than the four asked first."""
        return [self[option] for option in LATER_ASKED_OPTIONS]

    def __init__(self, *, blank: bool = False) -> None:
        """Set labels and choices in the reader's language."""
        super().__init__(blank=blank)
        self.rules_open = False
        example = {"once": 75, "twice": 150, "four_times": 300}
        self.consequences_by_option = {
            option: {
                str(option_field_value(value)): _(text, **example)
                for value, text in CONSEQUENCES_BY_OPTION[option].items()
            }
            for option in FIRST_ASKED_OPTIONS
        }
        self.preset.label.text = _("Preset")
        self.preset.choices = choices((name, _(PRESET_NAMES[name])) for name in PRESETS)
        for option in OPTION_NAMES:
            field = self[option]
            field.label.text = _(QUESTION_BY_OPTION[option])
            if isinstance(field, RadioField):
                field.choices = answer_choices(option)
            elif isinstance(field, CheckBoxesField):
                field.choices = choices((reason, _(VOID_REASON_TEXTS[reason])) for reason in VOID_REASONS)

    def fill_in(self, rules: HouseRules, preset: str = STANDARD_PRESET.name) -> None:
        self.preset.data = self.filled_with.data = preset
        for option, value in _field_values(rules).items():
            self[option].data = value

    def game_file(self) -> Body:
        """The game file of the new game. Only what differs from the preset becomes an option.

        Without script, choosing a preset leaves the answers of the former one (`filled_with`) in the fields: only
        answers that differ from both count as changed.
        """
        preset = PRESETS.get(self.preset.data or "", STANDARD_PRESET)
        filled_with = PRESETS.get(self.filled_with.data or "", preset)
        options = {}
        for option in OPTION_NAMES:
            option_value = parse_option_field(option, self[option].data)
            if option_value is not None and all(
                _differs_from_rules(base.rules, option, option_value) for base in (filled_with, preset)
            ):
                options[option] = option_value
        first_king_field = {"first_king": self.crown.data} if self.crown.data else {}
        return {
            "format": GAME_FILE_FORMAT,
            "players": [_name_or_placeholder(field.data, place) for place, field in enumerate(self.name_fields, 1)],
            "house_rules": {"preset": self.preset.data or preset.name, "options": options},
            **first_king_field,
            "deals": [],
        }

    def add_problems(self, refusals: tuple[Refusal, ...]) -> None:
        """Show each refusal at the top and at its field."""
        for refusal in refusals:
            place, _dot, name = refusal.path.rpartition(".")
            problem = render_refusal(refusal)
            field = self.name_fields[int(name)] if place == "players" else self[name] if name in OPTION_NAMES else None
            if field is not None:
                field.errors = [*field.errors, problem]
            if problem not in self.problems:
                self.problems.append(problem)
            self.rules_open = self.rules_open or name in OPTION_NAMES


@cache
def new_game_form_class() -> type[NewGameForm]:
    """The form class with a field for every option."""
    fields: dict[str, object] = {}
    for option in OPTION_NAMES:
        if option in ANSWERS_BY_OPTION:
            fields[option] = RadioField(validate_choice=False)
        elif option == "redeals":
            fields[option] = CheckBoxesField(validate_choice=False)
        else:
            fields[option] = StringField()
    return type("WholeNewGameForm", (NewGameForm,), fields)


def preset_field_values() -> dict[str, dict[str, str | list[str]]]:
    """For the script: the field values of each preset."""
    return {name: _field_values(preset.rules) for name, preset in PRESETS.items()}


def _name_or_placeholder(typed: str | None, seat_number: int) -> str:
    """The typed name, or “Player” with the seat's number (from 1), as the placeholder of the field says."""
    return typed if typed and typed.strip() else _("Player %(number)s", number=seat_number)


def _field_values(rules: HouseRules) -> dict[str, str | list[str]]:
    return {option: option_field_value(getattr(rules, option)) for option in OPTION_NAMES}


def _differs_from_rules(rules: HouseRules, option: str, value: object) -> bool:
    """Whether a value differs from the rules. An invalid value does, so that it is sent and refused."""
    try:
        return bool(parse_option_value(option, value) != getattr(rules, option))
    except BadOptionValue:
        return True
