"""Marks texts that are translated elsewhere."""

import msgspec


def N_(text: str) -> str:  # noqa: N802 - the name that extraction tools know
    """Mark a text for the catalogue."""
    return text


class Plural(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence with two forms, chosen by the parameter that `count_param` names."""

    one: str
    many: str
    count_param: str


def N_n(one: str, many: str, count_param: str) -> Plural:  # noqa: N802 - the name that extraction is configured for
    """Mark a sentence with two forms for the catalogue."""
    return Plural(one, many, count_param)
