"""Texts in two languages side by side, for printed sheets that readers of both share."""

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.language import ARABIC
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate_in


@dataclass(frozen=True, slots=True)
class BilingualTextRenderer:
    """Renders texts in the reader's language and in a second one."""

    first_language: Language
    second_language: Language

    def __call__(self, text: str, **params: object) -> Markup:
        """A sentence in both."""
        return self.render_both(lambda language: translate_in(language, text, **params))

    def render_both(self, render: Callable[[Language], str]) -> Markup:
        """A text rendered in both languages; once if both texts are the same."""
        by_text = {render(language): language for language in (self.second_language, self.first_language)}
        texts = [
            Markup('<span class="bilingual__text" lang="{}" dir="{}">{}</span>').format(
                language.code, language.direction, text
            )
            for text, language in reversed(by_text.items())
        ]
        return Markup('<span class="bilingual">{}</span>').format(Markup(" ").join(texts))


def bilingual_renderer(second_language_code: str) -> BilingualTextRenderer:
    """The reader's language and the one with this code. By default the second is Arabic, or English beside Arabic."""
    first_language = reader_language()
    second_language = LANGUAGES.get(second_language_code, first_language)
    default = ENGLISH if first_language.code == ARABIC.code else ARABIC
    return BilingualTextRenderer(
        first_language, default if second_language.code == first_language.code else second_language
    )
