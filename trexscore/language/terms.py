"""How a table keeps its score, a sentence for each of its terms."""

from collections.abc import Mapping
from typing import Any

from trexscore.language.language import Language
from trexscore.language.marking import N_, N_n, Plural

SECOND_PERSON = {
    False: N_("What is entered needs nobody else to confirm it."),
    True: N_("What is entered is confirmed by a second person."),
}
REFEREE = {
    False: N_("There is no referee: the table settles its disputes itself."),
    True: N_("There is a referee, who settles disputes and may put right what is closed to the table."),
}
AT_ANY_TIME = N_("Anything can be put right at any time.")
DEADLINE: dict[str, Plural] = {
    "entry": N_n(
        "An entry can be put right for one minute.", "An entry can be put right for %(minutes)s minutes.", "minutes"
    ),
    "game": N_n(
        "Anything can be put right until one minute after the game.",
        "Anything can be put right until %(minutes)s minutes after the game.",
        "minutes",
    ),
}


def terms_in_words(language: Language, terms: Mapping[str, Any]) -> list[str]:
    """What holds at this table."""
    second, deadline, referee = (terms[name] for name in ("second_person", "deadline", "referee"))
    until = language.say(DEADLINE[deadline["after"]], minutes=deadline["minutes"]) if deadline else None
    return [
        language.gettext(SECOND_PERSON[second]),
        until or language.gettext(AT_ANY_TIME),
        language.gettext(REFEREE[referee]),
    ]
