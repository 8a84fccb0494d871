"""File names and headers of downloads."""

import re
from urllib.parse import quote

_MAX_PART_LENGTH = 40
_NON_WORD_CHARACTERS = re.compile(r"[\W_]+")


def file_name(*parts: str, ending: str) -> str:
    """A file name from its parts, such as club, season and day. Empty parts are left out."""
    words = (_NON_WORD_CHARACTERS.sub("-", part)[:_MAX_PART_LENGTH].strip("-") for part in parts)
    return f"{'-'.join(filter(None, words))}.{ending}"


def content_disposition(name: str) -> str:
    """The `Content-Disposition` of a download, with an ASCII name for clients that know no other."""
    plain = re.sub("-+", "-", name.encode("ascii", "ignore").decode())
    header = f'attachment; filename="{plain}"'
    return header if name == plain else f"{header}; filename*=UTF-8''{quote(name)}"
