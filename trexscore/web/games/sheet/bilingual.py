"""Texts in two languages side by side: what is printed lies among readers of both."""

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.language import ARABIC
from trexscore.web.language import reader_language
from trexscore.web.rendering import said_in


@dataclass(frozen=True, slots=True)
class Both:
    """Says everything in the reader's language, and again in a second one."""

    first: Language
    second: Language

    def __call__(self, text: str, **params: object) -> Markup:
        """A sentence in both."""
        return self.of(lambda language: said_in(language, text, **params))

    def of(self, say: Callable[[Language], str]) -> Markup:
        """Whatever can be said in a language, in both; once where both say the same."""
        said = {say(language): language for language in (self.second, self.first)}
        texts = [
            Markup('<span class="both__one" lang="{}" dir="{}">{}</span>').format(one.code, one.direction, text)
            for text, one in reversed(said.items())
        ]
        return Markup('<span class="both">{}</span>').format(Markup(" ").join(texts))


def both_languages(code: str) -> Both:
    """The reader's language and the one with this code: Arabic where there is none, English for who reads Arabic."""
    first = reader_language()
    asked = LANGUAGES.get(code, first)
    usual = ENGLISH if first.code == ARABIC.code else ARABIC
    return Both(first, usual if asked.code == first.code else asked)
