"""File names and headers of downloads."""

import re
from urllib.parse import quote

_MAX_NAME_PART_LENGTH = 40
_NON_WORD_CHARACTERS_PATTERN = re.compile(r"[\W_]+")


def download_file_name(*parts: str, ending: str) -> str:
    """A file name from its parts, such as club, season and day. Empty parts are left out."""
    words = (_NON_WORD_CHARACTERS_PATTERN.sub("-", part)[:_MAX_NAME_PART_LENGTH].strip("-") for part in parts)
    return f"{'-'.join(filter(None, words))}.{ending}"


def content_disposition(file_name: str) -> str:
    """The `Content-Disposition` of a download, with an ASCII name for clients that know no other."""
    ascii_file_name = re.sub("-+", "-", file_name.encode("ascii", "ignore").decode())
    header = f'attachment; filename="{ascii_file_name}"'
    return header if file_name == ascii_file_name else f"{header}; filename*=UTF-8''{quote(file_name)}"
