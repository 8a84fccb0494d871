"""Texts in JSON files, each beside the module of the same name that reads it.

A text that belongs to code is marked there with `N_` or `N_n` instead.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

T = TypeVar("T")
KEYS_OF_CODES = frozenset(
    {"answer_of", "needs", "numbers", "question_of", "slug", "topics", "untranslated_names", "void_reasons"}
)
"""Keys whose values are not translated."""
_PLURAL_KEYS = {"one", "many", "count_param"}


def read_texts(module_file: str, content_type: type[T]) -> T:
    """The texts in the JSON file beside a module, which has its name. Raises `msgspec.DecodeError`."""
    return msgspec.json.decode(Path(module_file).with_suffix(".json").read_bytes(), type=content_type)


def extract_messages(
    fileobj: BinaryIO,
    keywords: object,  # noqa: ARG001 - Babel passes them
    comment_tags: object,  # noqa: ARG001
    options: Mapping[str, object],  # noqa: ARG001
) -> Iterator[tuple[int, str | None, str | tuple[str, str], list[str]]]:
    """Babel's extraction method for text files: every text of a file, in order."""
    for text in _translatable_texts(json.load(fileobj)):
        yield 1, None if isinstance(text, str) else "ngettext", text, []


def _translatable_texts(value: object) -> Iterator[str | tuple[str, str]]:
    """The texts, and both forms of each `Plural`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _translatable_texts(item)
    elif isinstance(value, dict) and value.keys() == _PLURAL_KEYS:
        yield value["one"], value["many"]
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in KEYS_OF_CODES:
                yield from _translatable_texts(item)
