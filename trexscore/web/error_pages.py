"""Error pages and their texts: title, message, and what to do next."""

import msgspec
from flask import Response, render_template

from trexscore.db.failures import FailureKind
from trexscore.i18n.text_files import read_texts
from trexscore.web.language import reader_language

ErrorTexts = tuple[str, str, str]
"""Title, message, and what to do next."""


class _ErrorPages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by_status: dict[int, ErrorTexts]
    busy_by_status: dict[int, ErrorTexts]
    """Texts if the server itself is overloaded; a database failure has the other 503."""
    club_by_status: dict[int, ErrorTexts]
    failures: dict[FailureKind, ErrorTexts]
    club_signed_out: ErrorTexts
    disk_nearly_full: ErrorTexts
    file_too_large: ErrorTexts
    too_much_sent: ErrorTexts
    too_many_jobs: ErrorTexts
    job_queue_full: ErrorTexts
    too_many_sign_in_attempts: ErrorTexts
    invalid_csrf_token: ErrorTexts


ERROR_TEXTS = read_texts(__file__, _ErrorPages)


def error_page(
    status: int,
    headers: dict[str, str] | None = None,
    texts: ErrorTexts | None = None,
    back_link: tuple[str, str] | None = None,
) -> Response:
    """The page of an error with this status. `back_link`: URL and text of a link on it."""
    title, message, advice = map(reader_language().gettext, texts or ERROR_TEXTS.by_status[status])
    page = render_template(
        "errors/error.html", status=status, title=title, message=message, advice=advice, back=back_link
    )
    return Response(page, status, headers)
