"""Finding words in the book however they are typed: without vowel signs, with any form of alef, in any digits.

`static/js/rules/search.js` does the same as one types; a test holds the two together.
"""

import re
import unicodedata

from trexscore.game.file.names import LETTERS_ALIKE
from trexscore.i18n.language import ascii_digits

# A sign belongs to the number behind it; between words it is a hyphen.
_BETWEEN_WORDS = re.compile(r"(?:[^\w+-]|[+-](?!\d))+")
# The Arabic article and the short words that are written together with what follows. From a word that is looked for
# they are taken off where enough of it remains.
_ARTICLE = "[وف]?(?:[بكل]?ال|لل)"
_BEGINNING = f"(?:^|[ +-])(?:{_ARTICLE}|[وفبكل]{{1,2}})?"
_TAKEN_OFF = re.compile(f"^(?:{_ARTICLE}(?=..)|[وفبل](?=....))")


def folded(text: str) -> str:
    """The text as it is compared: bare letters, small, one space between words."""
    bare = "".join(
        character
        for character in unicodedata.normalize("NFKD", text)
        if not unicodedata.category(character).startswith(("M", "Cf"))
    )
    return _BETWEEN_WORDS.sub(" ", ascii_digits(bare).translate(LETTERS_ALIKE).casefold()).strip()


def finds(query: str, within: str) -> bool:
    """Whether for every word of the query some word begins so in a text, which is folded already."""
    return all(re.search(_beginning_with(word), within) for word in folded(query).split())


def _beginning_with(word: str) -> str:
    return f"{_BEGINNING}(?:{re.escape(word)}|{re.escape(_TAKEN_OFF.sub('', word))})"
