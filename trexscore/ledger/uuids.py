"""UUIDs as journals store them: keys of entries, and uids of games and clubs."""

import re

_UUID_PATTERN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def is_canonical_uuid(value: str) -> bool:
    """Whether it is a UUID, lower case with hyphens."""
    return parse_uuid(value) == value


def parse_uuid(value: object) -> str | None:
    """A UUID in the stored spelling; None if the value is no UUID."""
    return value.lower() if isinstance(value, str) and _UUID_PATTERN.fullmatch(value) else None
