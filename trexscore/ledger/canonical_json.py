"""Canonical JSON (RFC 8785): equal values have equal bytes, so digests are reproducible."""

import hashlib
import re
from collections.abc import Callable

import msgspec
import rfc8785

_encode_fast = msgspec.json.Encoder(order="sorted").encode
_encode_slowly: Callable[[object], bytes] = rfc8785.dumps  # type: ignore[assignment]  # it checks its argument
_MAYBE_NOT_CANONICAL_PATTERN = re.compile(rb"[\d][.eE]|\d{16}|\\u")
"""Numbers other than short integers, and escapes that may differ; also matches strings that look like them."""
_LAST_CHARACTER_IN_UTF_16_ORDER = "\ud7ff"
"""Up to this character, text sorts like its UTF-16, by which RFC 8785 sorts names."""


def canonical_json(value: object) -> bytes:
    """Encode a JSON value canonically. Raises `rfc8785.CanonicalizationError` if it has no canonical form.

    Games hold short integers and text, which only need sorted names: msgspec does that in C. Everything else goes to
    rfc8785, which is written in Python and 20 times slower.
    """
    try:
        text = _encode_fast(value)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError):
        return _encode_slowly(value)
    in_order = text.isascii() or max(text.decode()) <= _LAST_CHARACTER_IN_UTF_16_ORDER
    if _MAYBE_NOT_CANONICAL_PATTERN.search(text) or not in_order or (b"null" in text and _contains_float(value)):
        return _encode_slowly(value)
    return text


def canonical_digest(value: object) -> str:
    """The SHA-256 of the canonical JSON of a value. Raises `rfc8785.CanonicalizationError` if it has none."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def _contains_float(value: object) -> bool:
    """Whether the value contains a float: msgspec encodes NaN as null."""
    if isinstance(value, dict):
        return any(map(_contains_float, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_contains_float, value))
    return isinstance(value, float)
