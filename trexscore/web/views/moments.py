"""When something was entered, as a table would say it."""

from datetime import datetime

from babel.dates import format_date, format_time

from trexscore.web.language import reader_language


def moment(made_at: str | None, received_at: str) -> str:
    """Day and time by the phone's clock, or by the server's where the phone did not say."""
    language = reader_language()
    at = datetime.fromisoformat(made_at or received_at)
    day = format_date(at, language.date, locale=language.locale)
    return language.in_digits(f"{day}{language.comma} {format_time(at, 'HH:mm', locale=language.locale)}")
