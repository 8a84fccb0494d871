"""A new game: four names, the first king, the house rules."""

from functools import cache
from typing import Any

from wtforms import Field, HiddenField, RadioField, SelectField, SelectMultipleField, StringField

from trexscore.game.file import FORMAT
from trexscore.i18n.texts.options import ANSWER, ASKED_FIRST, CONSEQUENCE, GROUPS, QUESTION
from trexscore.i18n.texts.refusals import sentence
from trexscore.i18n.words import PRESET, VOID_REASON
from trexscore.rules.house_rules import VOID_REASONS, HouseRules
from trexscore.rules.options import NAMES, BadOptionValue, checked
from trexscore.rules.presets import PRESETS, STANDARD
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEATS
from trexscore.web.games.choices import choices
from trexscore.web.games.entry_form import Form
from trexscore.web.games.start.option_values import read, written
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_NOT_KNOWN = ""


class BoxesField(SelectMultipleField):
    """Any of several answers, each with its box."""


class NewGameForm(Form):
    """Made whole by `new_game_form`, which adds a field for every option."""

    key = HiddenField()
    name_A = StringField()  # noqa: N815 - the seats are called so
    name_B = StringField()  # noqa: N815
    name_C = StringField()  # noqa: N815
    name_D = StringField()  # noqa: N815
    crown = RadioField(
        choices=choices([*((seat.name, seat.name) for seat in SEATS), (_NOT_KNOWN, "")]),
        default=_NOT_KNOWN,
        validate_choice=False,
    )
    preset = SelectField(validate_choice=False, default=STANDARD.name)
    filled_with = HiddenField()

    problems: list[str]
    rules_open: bool
    consequences: dict[str, dict[str, str]]
    """By option and answer, what follows from it."""

    @property
    def players(self) -> list[Field]:
        """The four names, seat by seat."""
        return [self[f"name_{seat.name}"] for seat in SEATS]

    @property
    def more(self) -> list[Field]:
        """The options that are not among the four questions."""
        return [self[option] for options in GROUPS.values() for option in options if option not in ASKED_FIRST]

    def set_up(self) -> None:
        """Put the reader's words to the fields."""
        self.problems = []
        self.rules_open = False
        example = {"once": -75, "twice": -150, "four_times": -300, "gain": reader_language().change(75)}
        self.consequences = {
            option: {str(written(value)): _(said, **example) for value, said in CONSEQUENCE[option].items()}
            for option in ASKED_FIRST
        }
        self.preset.label.text = _("Preset")
        self.preset.choices = choices((name, _(PRESET[name])) for name in PRESETS)
        for option in NAMES:
            field = self[option]
            field.label.text = _(QUESTION[option])
            if isinstance(field, RadioField):
                field.choices = choices((written(value), _(said)) for value, said in ANSWER[option].items())
            elif isinstance(field, BoxesField):
                field.choices = choices((reason, _(VOID_REASON[reason])) for reason in VOID_REASONS)

    def fill_in(self, rules: HouseRules, preset: str = STANDARD.name) -> None:
        """Show house rules."""
        self.preset.data = self.filled_with.data = preset
        for option, value in _values_of(rules).items():
            self[option].data = value

    def file(self) -> dict[str, Any]:
        """The game file of the game that is to begin. Only what differs from the preset is said as an option.

        Without script the answers are still those of another preset (`filled_with`): only what was changed is meant.
        """
        preset = PRESETS.get(self.preset.data or "", STANDARD)
        filled_with = PRESETS.get(self.filled_with.data or "", preset)
        options = {}
        for option in NAMES:
            value = read(option, self[option].data)
            if value is not None and all(_differs(one.rules, option, value) for one in (filled_with, preset)):
                options[option] = value
        first = {"first_king": self.crown.data} if self.crown.data else {}
        return {
            "format": FORMAT,
            "players": [_named(field.data, place) for place, field in enumerate(self.players, 1)],
            "house_rules": {"preset": self.preset.data or preset.name, "options": options},
            **first,
            "deals": [],
        }

    def blame(self, refusals: tuple[Refusal, ...]) -> None:
        """Say what is wrong, at the top and at its field."""
        for refusal in refusals:
            place, _dot, name = refusal.at.rpartition(".")
            said = self._said(refusal, name)
            field = self.players[int(name)] if place == "players" else self[name] if name in NAMES else None
            if field is not None:
                field.errors = [*field.errors, said]
            if said not in self.problems:
                self.problems.append(said)
            self.rules_open = self.rules_open or name in NAMES

    def _said(self, refusal: Refusal, name: str) -> str:
        """In the words of the form: what a file calls an option is a question here."""
        if refusal.code == "bad_option_value":
            return _("Choose one of the answers to “%(question)s”.", question=self[name].label.text)
        return sentence(reader_language(), refusal)


@cache
def new_game_form() -> type[NewGameForm]:
    """The form with a field for every option."""
    fields: dict[str, Any] = {}
    for option in NAMES:
        if option in ANSWER:
            fields[option] = RadioField(validate_choice=False)
        elif option == "redeals":
            fields[option] = BoxesField(validate_choice=False)
        else:
            fields[option] = StringField()
    return type("WholeNewGameForm", (NewGameForm,), fields)


def presets_as_filled() -> dict[str, dict[str, Any]]:
    """For the script: what each preset puts into the fields."""
    return {name: _values_of(preset.rules) for name, preset in PRESETS.items()}


def _named(typed: str | None, place: int) -> str:
    """The name that was typed; a seat left empty is called by its number, as its field says."""
    return typed if typed and typed.strip() else _("Player %(number)s", number=place)


def _values_of(rules: HouseRules) -> dict[str, Any]:
    return {option: written(getattr(rules, option)) for option in NAMES}


def _differs(rules: HouseRules, option: str, value: object) -> bool:
    """Whether it has to be said; what cannot be read has to be said as well, so that it is refused."""
    try:
        return bool(checked(option, value) != getattr(rules, option))
    except BadOptionValue:
        return True
