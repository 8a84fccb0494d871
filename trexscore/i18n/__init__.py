"""Everything that is said to people: whole sentences, names, numbers. No web in here: the command line speaks, too."""

from trexscore.i18n.language import ENGLISH, LANGUAGES, Language, language_named, language_tagged

__all__ = ["ENGLISH", "LANGUAGES", "Language", "language_named", "language_tagged"]
