"""A table's policy, one sentence for each part."""

from trexscore.game.policy import Policy
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_, N_n, Plural

SECOND_PERSON_TEXTS = {
    False: N_("Entries need no confirmation."),
    True: N_("Each entry is confirmed by a second person."),
}
REFEREE_TEXTS = {
    False: N_("There is no referee: the table resolves its own disputes."),
    True: N_("A referee resolves disputes and may correct what the table no longer can."),
}
NO_DEADLINE_TEXT = N_("Anything can be corrected at any time.")
DEADLINE_TEXTS: dict[str, Plural] = {
    "entry": N_n(
        "An entry can be corrected for one minute.", "An entry can be corrected for %(minutes)s minutes.", "minutes"
    ),
    "game": N_n(
        "Anything can be corrected until one minute after the game.",
        "Anything can be corrected until %(minutes)s minutes after the game.",
        "minutes",
    ),
}


def policy_sentences(language: Language, policy: Policy) -> list[str]:
    """The policy of this table."""
    deadline = policy.deadline
    deadline_text = (
        language.translate_message(DEADLINE_TEXTS[deadline.after], minutes=deadline.minutes) if deadline else None
    )
    return [
        language.gettext(SECOND_PERSON_TEXTS[policy.second_person]),
        deadline_text or language.gettext(NO_DEADLINE_TEXT),
        language.gettext(REFEREE_TEXTS[policy.referee]),
    ]
