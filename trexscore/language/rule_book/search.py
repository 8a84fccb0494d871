"""Finding words in the book however they are typed: without vowel signs, with any form of alef, in any digits.

`static/js/rules/search.js` does the same as one types; a test holds the two together.
"""

import re
import unicodedata

from trexscore.language.language import ascii_digits

_ALIKE = str.maketrans({"ٱ": "ا", "ى": "ي", "ة": "ه", "ـ": None})
_BETWEEN_WORDS = re.compile(r"[^\w+-]+")


def folded(text: str) -> str:
    """The text as it is compared: bare letters, small, one space between words."""
    bare = "".join(
        character
        for character in unicodedata.normalize("NFKD", text)
        if not unicodedata.category(character).startswith(("M", "Cf"))
    )
    return _BETWEEN_WORDS.sub(" ", ascii_digits(bare).translate(_ALIKE).casefold()).strip()


def finds(query: str, text: str) -> bool:
    """Whether every word of the query begins or stands somewhere in the text."""
    within = folded(text)
    return all(word in within for word in folded(query).split())
