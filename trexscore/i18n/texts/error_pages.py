"""Texts of error pages."""

import msgspec

from trexscore.i18n.text_files import read_texts

ErrorTexts = tuple[str, str, str]
"""Title, message, and what to do next."""


class _ErrorPages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by_status: dict[int, ErrorTexts]
    busy_by_status: dict[int, ErrorTexts]
    """Texts if the server itself is overloaded; a database failure has the other 503."""
    club_by_status: dict[int, ErrorTexts]
    failures: dict[str, ErrorTexts]
    club_signed_out_advice: str
    disk_nearly_full: ErrorTexts
    file_too_large: ErrorTexts
    too_much_sent: ErrorTexts
    too_many_jobs: ErrorTexts
    job_queue_full: ErrorTexts
    too_many_sign_in_attempts: ErrorTexts
    invalid_csrf_token: ErrorTexts

    @property
    def club_signed_out(self) -> ErrorTexts:
        """The texts of a club's 404 with advice for people who are not signed in."""
        return *self.club_by_status[404][:2], self.club_signed_out_advice


ERROR_TEXTS = read_texts(__file__, _ErrorPages)
