"""Other names for the topics of the rule book, used by its search: `topic_synonyms.json`.

Names are translated. Those of the Levant are found in all languages, in Arabic and Latin letters.
"""

from collections.abc import Sequence

import msgspec

from trexscore.i18n.card_names import DEFAULT_CARD_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.rule_book.search import fold_text
from trexscore.i18n.text_files import read_texts


class TopicSynonyms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A topic's other names; those in `untranslated_names` need no translation."""

    translatable_names: str
    untranslated_names: str = ""


SYNONYMS_BY_TOPIC = read_texts(__file__, dict[str, TopicSynonyms])


def folded_topic_synonyms(language: Language, topics: Sequence[str]) -> str:
    """All names of these topics, folded and unique: in the reader's language, English, and those of the Levant."""
    with_usual_card_names = language.with_card_names(DEFAULT_CARD_NAMES)
    names = [
        name
        for topic in (SYNONYMS_BY_TOPIC[topic] for topic in topics)
        for name in (
            with_usual_card_names.gettext(topic.translatable_names),
            topic.translatable_names,
            topic.untranslated_names,
        )
    ]
    return " ".join(dict.fromkeys(fold_text(" ".join(names)).split()))
