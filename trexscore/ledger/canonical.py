"""JSON in its canonical form (RFC 8785): the same value gives the same bytes, wherever digests are taken of it."""

import re
from typing import Any

import msgspec
import rfc8785

_encode = msgspec.json.Encoder(order="sorted").encode
_UNSURE = re.compile(rb"[\d][.eE]|\d{16}|\\u")
"""Numbers that are no short whole ones, and characters whose escapes differ; also where a string looks like that."""
_LAST_IN_ORDER = "\ud7ff"
"""Up to here characters sort as their UTF-16 does, by which names have to be sorted."""


def canonical(value: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """The canonical form. Raises `rfc8785.CanonicalizationError` where there is none.

    What a game consists of, short whole numbers and text, needs nothing but sorted names: that is done in C. All else
    is left to rfc8785, which is written in Python and takes twenty times as long.
    """
    try:
        text = _encode(value)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError):
        return rfc8785.dumps(value)
    in_order = text.isascii() or max(text.decode()) <= _LAST_IN_ORDER
    if _UNSURE.search(text) or not in_order or (b"null" in text and _has_fraction(value)):
        return rfc8785.dumps(value)
    return text


def _has_fraction(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Whether there is a number in it that is no whole one: "not a number" would be written as null."""
    if isinstance(value, dict):
        return any(map(_has_fraction, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_fraction, value))
    return isinstance(value, float)
