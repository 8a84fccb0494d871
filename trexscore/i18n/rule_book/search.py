"""Search in the rule book regardless of spelling: vowel signs, forms of alef, and digits are normalized.

`static/js/rules/search.js` does the same while typing; a test compares the two.
"""

import re
import unicodedata

from trexscore.game.file.names import LETTER_REPLACEMENTS
from trexscore.i18n.language import to_ascii_digits

# A sign belongs to the number after it; between words it is a hyphen.
_WORD_SEPARATOR_PATTERN = re.compile(r"(?:[^\w+-]|[+-](?!\d))+")
# The Arabic article and prefixes that are part of the next word. A query loses them if enough remains.
_ARABIC_ARTICLE_PATTERN = "[وف]?(?:[بكل]?ال|لل)"
_WORD_START_PATTERN = f"(?:^|[ +-])(?:{_ARABIC_ARTICLE_PATTERN}|[وفبكل]{{1,2}})?"
_QUERY_PREFIX_PATTERN = re.compile(f"^(?:{_ARABIC_ARTICLE_PATTERN}(?=..)|[وفبل](?=....))")


def fold_text(text: str) -> str:
    """The text in comparable form: base letters, lower case, single spaces."""
    bare = "".join(
        character
        for character in unicodedata.normalize("NFKD", text)
        if not unicodedata.category(character).startswith(("M", "Cf"))
    )
    return _WORD_SEPARATOR_PATTERN.sub(" ", to_ascii_digits(bare).translate(LETTER_REPLACEMENTS).casefold()).strip()


def matches_query(query: str, folded_text: str) -> bool:
    """Whether every word of the query begins a word of the text, which is already folded."""
    return all(re.search(_query_word_pattern(word), folded_text) for word in fold_text(query).split())


def _query_word_pattern(word: str) -> str:
    return f"{_WORD_START_PATTERN}(?:{re.escape(word)}|{re.escape(_QUERY_PREFIX_PATTERN.sub('', word))})"
