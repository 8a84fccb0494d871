"""Parses JSON as strictly as the game file requires."""

import re

import msgspec

_MAX_NESTING_DEPTH = 50
_DEALS_PREFIX_BYTES = 64
"""Bytes of a list of deals that are searched for in the whole text."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_STRING_OR_BRACKET_PATTERN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)
_decode_json = msgspec.json.Decoder().decode
_decode_raw_list = msgspec.json.Decoder(list[msgspec.Raw]).decode


class _RawDealsFile(msgspec.Struct):
    deals: msgspec.Raw


_decode_deals = msgspec.json.Decoder(_RawDealsFile).decode


class NotJson(ValueError):
    """The text is not JSON, or is JSON that the game file does not allow."""


def read_json(text_bytes: bytes) -> object:
    """The value of a JSON text (UTF-8, a byte-order mark allowed). Raises `NotJson`.

    The last of repeated keys counts. Refused: NaN, infinities, overflowing numbers, lone surrogates, and nesting
    deeper than 50.
    """
    json_value = read_json_of_any_depth(text_bytes)
    if is_nested_too_deeply(text_bytes):
        raise NotJson
    return json_value


def read_json_of_any_depth(text_bytes: bytes) -> object:
    """Like `read_json`, but faster: the caller checks the depth of texts with faults. Raises `NotJson`."""
    try:
        return _decode_json(text_bytes.removeprefix(_BYTE_ORDER_MARK))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise NotJson(str(fault)) from fault


def split_off_deals(text_bytes: bytes) -> tuple[object, list[bytes]] | None:
    """The object with an empty list of deals, and the texts of its deals, which may still be invalid JSON.

    None for other values, and where the deals are not easily found: use `read_json` then.
    """
    try:
        deals = bytes(_decode_deals(text_bytes.removeprefix(_BYTE_ORDER_MARK)).deals)
        head = deals[:_DEALS_PREFIX_BYTES]
        if text_bytes.count(head) != 1:
            return None
        before, _, rest = text_bytes.partition(head)
        game_without_deals = read_json_of_any_depth(before + b"[]" + rest[len(deals) - len(head) :])
        return game_without_deals, list(map(bytes, _decode_raw_list(deals)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NotJson):
        return None


def is_nested_too_deeply(text_bytes: bytes) -> bool:
    """Whether brackets outside of strings are nested deeper than 50.

    No valid game file is, so only texts with faults need this check.
    """
    if text_bytes.count(b"[") + text_bytes.count(b"{") <= _MAX_NESTING_DEPTH:
        return False
    depth = deepest = 0
    for token in _STRING_OR_BRACKET_PATTERN.finditer(text_bytes):
        first_byte = text_bytes[token.start()]
        if first_byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first_byte in b"]}":
            depth -= 1
    return deepest > _MAX_NESTING_DEPTH
