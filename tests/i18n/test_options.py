"""Every house rule has a question, answers, and a group in the form."""

from trexscore.i18n.texts.options import ANSWERS_BY_OPTION, OPTIONS_BY_GROUP, QUESTION_BY_OPTION
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import OPTION_NAMES, option_choices


def test_every_option_is_in_one_group() -> None:
    listed_options = [option for options in OPTIONS_BY_GROUP.values() for option in options]
    assert sorted(listed_options) == sorted(OPTION_NAMES), "Only options in OPTIONS_BY_GROUP can be chosen."


def test_every_option_has_a_question_and_answers() -> None:
    assert set(QUESTION_BY_OPTION) == set(OPTION_NAMES), "QUESTION_BY_OPTION has one text for each option."
    options_with_choices = {
        name for name in OPTION_NAMES if option_choices(name) and not isinstance(getattr(HouseRules(), name), tuple)
    }
    assert {name: set(answers) for name, answers in ANSWERS_BY_OPTION.items()} == {
        name: set(option_choices(name)) for name in options_with_choices
    }
