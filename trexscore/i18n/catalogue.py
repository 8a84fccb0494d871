"""Catalogues of translations, read from their text form: there is no compiled copy that could be stale."""

import gettext
from functools import cache
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The translations into a language; English is the language that the texts stand in."""
    if code == "en":
        return gettext.NullTranslations()
    with (files("trexscore.translations") / f"{code}.po").open("rb") as file:
        read = read_po(file, locale=code)
    compiled = BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
