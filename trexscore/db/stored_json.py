"""JSON as it is stored in columns of text."""

import msgspec

decode_json = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def encode_json(value: object) -> str:
    return _encode(value).decode()
