"""JSON text → values, as strictly as the game file asks."""

import re
from typing import Any

import msgspec

_DEEPEST = 50
_TELLING = 64
"""Bytes by which a list of deals is found in the text around it."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)
_decode = msgspec.json.Decoder().decode
_decode_list = msgspec.json.Decoder(list[msgspec.Raw]).decode


class _WithDeals(msgspec.Struct):
    deals: msgspec.Raw


_decode_deals = msgspec.json.Decoder(_WithDeals).decode


class NotJson(ValueError):
    """The text is not JSON, or is JSON that the game file does not allow."""


def read_json(text: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """The value of a JSON text (UTF-8, a byte-order mark allowed). Raises `NotJson`.

    Of repeated keys the last holds. NaN, infinities, overflowing numbers, lone surrogates, and what is nested so
    deeply that whoever goes through it comes to no end are refused.
    """
    value = read_json_of_any_depth(text)
    if is_nested_too_deeply(text):
        raise NotJson
    return value


def read_json_of_any_depth(text: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """The same, quicker, for whoever looks at the depth of what turns out to be faulty. Raises `NotJson`."""
    try:
        return _decode(text.removeprefix(_BYTE_ORDER_MARK))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise NotJson(str(fault)) from fault


def without_deals(text: bytes) -> tuple[Any, list[bytes]] | None:
    """An object's value with no deals in it, and the texts of its deals, which may yet turn out to be no JSON.

    None where it is no such object, or not at once clear; `read_json` then says more.
    """
    try:
        deals = bytes(_decode_deals(text.removeprefix(_BYTE_ORDER_MARK)).deals)
        head = deals[:_TELLING]
        if text.count(head) != 1:
            return None
        before, _, behind = text.partition(head)
        outside = read_json_of_any_depth(before + b"[]" + behind[len(deals) - len(head) :])
        return outside, list(map(bytes, _decode_list(deals)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NotJson):
        return None


def is_nested_too_deeply(text: bytes) -> bool:
    """Whether brackets stand more than 50 deep; those inside strings do not count.

    Nothing faultless is nested like that, so that only a text with faults needs to be looked at.
    """
    if text.count(b"[") + text.count(b"{") <= _DEEPEST:
        return False
    depth = deepest = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        first = text[token.start()]
        if first in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in b"]}":
            depth -= 1
    return deepest > _DEEPEST
