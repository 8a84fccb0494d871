"""Text files: each is read by the module of its name, and only texts are translated."""

import json
import re
from collections.abc import Iterator

from tests.support.tree import project_files
from trexscore.i18n.text_files import KEYS_OF_CODES, extract_messages

TEXT_FILES = tuple(project_files(".json", under=("trexscore/i18n",)))
CODE = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")
SIGNED_NUMBER = re.compile(r"[+-]\d+")
TEXTS_LIKE_CODES = {"misdeal"}
KEYS_OF_NAMES = {"untranslated_names"}


def test_every_text_file_has_a_module_that_reads_it() -> None:
    assert len(TEXT_FILES) > 10
    assert not [
        path.name for path in TEXT_FILES if "read_texts(__file__" not in path.with_suffix(".py").read_text("utf-8")
    ]


def test_only_texts_are_extracted() -> None:
    extracted: set[str] = set()
    for path in TEXT_FILES:
        with path.open("rb") as file:
            for _line, _function, message, _comments in extract_messages(file, (), (), {}):
                extracted.update([message] if isinstance(message, str) else message)
    assert {text for text in extracted if CODE.fullmatch(text)} == TEXTS_LIKE_CODES, "Add the key to KEYS_OF_CODES."
    assert not [text for text in extracted if not re.search("[A-Za-z]", text)]


def test_no_text_is_left_out() -> None:
    left_out = [text for path in TEXT_FILES for text in _texts_of_codes(json.loads(path.read_text("utf-8")))]
    assert len(left_out) > 100
    texts = [text for text in left_out if not (CODE.fullmatch(text) or SIGNED_NUMBER.fullmatch(text))]
    assert not texts, "A key in KEYS_OF_CODES has codes only."


def _texts_of_codes(value: object, *, is_code: bool = False) -> Iterator[str]:
    """The texts below a key of codes."""
    if isinstance(value, str) and is_code:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts_of_codes(item, is_code=is_code)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in KEYS_OF_NAMES:
                yield from _texts_of_codes(item, is_code=is_code or key in KEYS_OF_CODES)
