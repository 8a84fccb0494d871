"""All texts for people: sentences, names, numbers. Independent of the web, since the command line uses it too."""

from trexscore.i18n.language import ENGLISH, LANGUAGES, Language, find_language_by_tag

__all__ = ["ENGLISH", "LANGUAGES", "Language", "find_language_by_tag"]
