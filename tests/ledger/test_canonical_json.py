"""Canonical JSON follows RFC 8785."""

from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from trexscore.ledger.canonical_json import canonical_json

TEXTS = st.text(alphabet=st.characters(max_codepoint=0x10FFFF)) | st.sampled_from(
    ["1.5", "1e5", "a", "é", "𐀀", "", "\x7f"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=12)


def reference_json(value: Any) -> bytes | str:  # noqa: ANN401 - any JSON value
    try:
        return rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as fault:
        return type(fault).__name__


def our_json(value: Any) -> bytes | str:  # noqa: ANN401 - any JSON value
    try:
        return canonical_json(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as fault:
        return type(fault).__name__


@given(VALUES)
@example({"author": None, "body": {"points": [float("nan")]}})
@example({"\ue000": 1, "𐀀": 2})
@example([2**53, -(2**53), 2**53 - 1, 10**15, 10**30, -0.0, 1e21, 1.0])
@example({"a": '\x00\x1f\x7f\u2028\\/"', "A": True, "": []})
def test_canonical_json_equals_rfc_8785(value: Any) -> None:  # noqa: ANN401 - any JSON value
    assert our_json(value) == reference_json(value)


@pytest.mark.parametrize("value", [{1: 2}, {None: 1}])
def test_invalid_json_has_no_canonical_form(value: object) -> None:
    with pytest.raises(rfc8785.CanonicalizationError):
        canonical_json(value)
