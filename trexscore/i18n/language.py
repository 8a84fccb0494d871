"""A reader's language: translations, direction, digits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date as calendar_day
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from babel.dates import format_date

from trexscore.i18n.card_names import DEFAULT_CARD_NAMES, CardNameChoices, parse_card_names, replace_card_names
from trexscore.i18n.catalogue import catalogue
from trexscore.i18n.marking import Plural
from trexscore.rules.seats import BySeat, Seat

Digits = Literal["latn", "arab"]

MINUS = "\u2212"
_CARD_NAMES_SEPARATOR = "-"
"""Separates a language's code from the names of the cards in a tag."""
_LATIN_LETTER_BY_SEAT = BySeat("A", "B", "C", "D")
_TO_ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_TO_ASCII_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹\u2212", "01234567890123456789-")


@lru_cache(maxsize=4096)
def _format_date(day: calendar_day, pattern: str, locale: str) -> str:
    """Cached, because lists repeat dates."""
    return format_date(day, pattern, locale=locale)


@dataclass(frozen=True)
class Language:
    """A language; `name` in itself. Only Arabic can be read with either set of digits."""

    code: str
    name: str
    locale: str
    """Babel's locale for names of days and months (Arabic: those of the Levant)."""
    direction: Literal["ltr", "rtl"] = "ltr"
    digits: Digits = "latn"
    seat_letters: BySeat[str] = _LATIN_LETTER_BY_SEAT
    """The seats' letters."""
    list_comma: str = ","
    date_pattern: str = "d MMMM y"
    """Babel's pattern of a full date."""
    has_comma_after_weekday: bool = True
    first_of_month_suffix: str = ""
    """Suffix of the first day of a month."""
    latin_decimal_separator: str = "."
    """Decimal separator for Latin digits."""
    has_digit_choice: bool = False
    """Whether readers can choose between two sets of digits."""
    has_card_name_choice: bool = False
    """Whether tables use different names for some cards."""
    card_names: CardNameChoices = DEFAULT_CARD_NAMES

    @property
    def decimal_separator(self) -> str:
        return "\u066b" if self.digits == "arab" else self.latin_decimal_separator

    @property
    def fact_separator(self) -> str:
        """Separator of facts on a line. Beside Arabic-Indic digits, a middle dot would look like a zero."""
        return f"{self.list_comma} " if self.digits == "arab" else " · "

    @property
    def language_tag(self) -> str:
        """The code, with the names of the cards if they are not the usual ones."""
        if self.card_names == DEFAULT_CARD_NAMES:
            return self.code
        return f"{self.code}{_CARD_NAMES_SEPARATOR}{self.card_names}"

    def with_digits(self, digits: Digits) -> "Language":
        """The language with these digits, if it has a choice."""
        return replace(self, digits=digits) if self.has_digit_choice else self

    def with_card_names(self, card_names: CardNameChoices) -> "Language":
        """The language with these names of the cards, if it has a choice."""
        return replace(self, card_names=card_names) if self.has_card_name_choice else self

    def gettext(self, text: str, **params: object) -> str:
        """A translated sentence. Integer parameters are formatted in the reader's digits."""
        return self._fill_params(self._replace_default_card_names(catalogue(self.code).gettext(text)), params)

    def ngettext(self, one: str, many: str, number: int, **params: object) -> str:
        """A translated sentence in the plural form of `number`, which is `%(num)s`."""
        return self._fill_params(self.plural_form(one, many, number), {"num": number, **params})

    def plural_form(self, one: str, many: str, number: int) -> str:
        """The plural form for a number, without parameters filled in."""
        return self._replace_default_card_names(catalogue(self.code).ngettext(one, many, number))

    def pgettext(self, context: str, text: str, **params: object) -> str:
        """A translated text that depends on the context."""
        return self._fill_params(self._replace_default_card_names(catalogue(self.code).pgettext(context, text)), params)

    def translate_message(self, message: str | Plural, **params: object) -> str:
        """A message marked by `N_` or `N_n`. Raises `TypeError` if its plural parameter is not an integer."""
        if isinstance(message, str):
            return self.gettext(message, **params)
        count = params[message.count_param]
        if not isinstance(count, int):
            msg = f"{message.count_param} is not a number"
            raise TypeError(msg)
        return self.ngettext(message.one, message.many, count, **params)

    def number(self, value: int) -> str:
        """An integer with a real minus sign."""
        text = self.in_digits(str(abs(value)))
        return MINUS + text if value < 0 else text

    def decimal(self, value: Fraction, decimal_places: int = 1) -> str:
        """A number rounded to this many decimal places."""
        return self.scaled_decimal(round(value * 10**decimal_places), decimal_places)

    def scaled_decimal(self, scaled_value: int, decimal_places: int) -> str:
        """A number with this many decimal places, given in units of the last one."""
        parts, whole = abs(scaled_value), 10**decimal_places
        text = (
            f"{parts // whole}{self.decimal_separator}{parts % whole:0{decimal_places}}"
            if decimal_places
            else str(parts)
        )
        return (MINUS if scaled_value < 0 else "") + self.in_digits(text)

    def in_digits(self, text: str) -> str:
        """The text with its digits in the reader's."""
        latin = text.translate(_TO_ASCII_DIGITS)
        return latin.translate(_TO_ARABIC_DIGITS) if self.digits == "arab" else latin

    @property
    def short_date_pattern(self) -> str:
        return self.date_pattern.replace("MMMM", "MMM")

    def day(self, day: calendar_day, pattern: str | None = None) -> str:
        """A date in full, or in one of Babel's patterns."""
        pattern = pattern or self.date_pattern
        if day.day == 1 and self.first_of_month_suffix:
            pattern = pattern.replace("d", f"d'{self.first_of_month_suffix}'")
        # A plain date as the cache key: equal datetimes of two zones can be on different days.
        return self.in_digits(_format_date(calendar_day(day.year, day.month, day.day), pattern, self.locale))

    def signed_number(self, value: int) -> str:
        """A difference in points, with its sign."""
        return "+" + self.number(value) if value > 0 else self.number(value)

    def join_list(self, items: Sequence[str]) -> str:
        """Items separated as the language does."""
        return f"{self.list_comma} ".join(items)

    def seat_letter(self, seat: Seat) -> str:
        return self.seat_letters[seat]

    def _replace_default_card_names(self, text: str) -> str:
        return text if self.card_names == DEFAULT_CARD_NAMES else replace_card_names(text, self.card_names)

    def _fill_params(self, text: str, params: dict[str, object]) -> str:
        if not params:
            return text
        return text % {name: self._format_param(value) for name, value in params.items()}

    def _format_param(self, value: object) -> object:
        return self.number(value) if type(value) is int else value


ENGLISH = Language("en", "English", "en")
ARABIC = Language(
    "ar",
    "العربية",
    "ar_JO",
    "rtl",
    "arab",
    BySeat("أ", "ب", "ج", "د"),
    "،",
    has_digit_choice=True,
    has_card_name_choice=True,
)
FRENCH = Language(
    "fr", "Français", "fr", has_comma_after_weekday=False, first_of_month_suffix="er", latin_decimal_separator=","
)
GERMAN = Language("de", "Deutsch", "de", date_pattern="d. MMMM y", latin_decimal_separator=",")
LANGUAGES = {language.code: language for language in (ENGLISH, ARABIC, FRENCH, GERMAN)}


def find_language_by_tag(tag: str) -> Language | None:
    """The language of this tag, or None."""
    code, separator, stored_names = tag.partition(_CARD_NAMES_SEPARATOR)
    language, names = LANGUAGES.get(code), parse_card_names(stored_names)
    if language is None or not separator:
        return language
    return language.with_card_names(names) if names is not None and language.has_card_name_choice else None


def to_ascii_digits(text: str) -> str:
    """The text with any digits and minus sign as ASCII."""
    return text.translate(_TO_ASCII_DIGITS)
