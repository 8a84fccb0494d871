"""What a file is called that someone downloads."""

import re
from urllib.parse import quote

_LONGEST_PART = 40
_NOT_IN_NAMES = re.compile(r"[\W_]+")


def file_name(*parts: str, ending: str) -> str:
    """A file named after its parts, such as club, season and day; those that are empty are left out."""
    words = (_NOT_IN_NAMES.sub("-", part)[:_LONGEST_PART].strip("-") for part in parts)
    return f"{'-'.join(filter(None, words))}.{ending}"


def attachment(name: str) -> str:
    """The header of a download. Browsers take the name with all its letters, others the one in plain ASCII."""
    plain = re.sub("-+", "-", name.encode("ascii", "ignore").decode())
    header = f'attachment; filename="{plain}"'
    return header if name == plain else f"{header}; filename*=UTF-8''{quote(name)}"
