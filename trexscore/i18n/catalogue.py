"""Translation catalogues, read from PO files, so that no compiled copy can be stale."""

import gettext
from functools import cache
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


@cache
def catalogue(language_code: str) -> gettext.NullTranslations:
    """The translations of a language. Source texts are English."""
    if language_code == "en":
        return gettext.NullTranslations()
    with (files("trexscore.translations") / f"{language_code}.po").open("rb") as file:
        parsed_catalogue = read_po(file, locale=language_code)
    compiled = BytesIO()
    write_mo(compiled, parsed_catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
