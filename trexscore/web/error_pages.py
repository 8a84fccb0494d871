"""The page of an error."""

from flask import Response, render_template

from trexscore.i18n.texts.error_pages import ERROR_TEXTS, ErrorTexts
from trexscore.web.language import reader_language

BackLink = tuple[str, str]
"""The URL and text of a link on an error page."""


def error_page(
    status: int,
    headers: dict[str, str] | None = None,
    texts: ErrorTexts | None = None,
    back_link: BackLink | None = None,
) -> Response:
    """The page of an error with this status."""
    title, message, advice = map(reader_language().gettext, texts or ERROR_TEXTS.by_status[status])
    page = render_template(
        "errors/error.html", status=status, title=title, message=message, advice=advice, back=back_link
    )
    return Response(page, status, headers)
