"""Every sentence is translated, with the same placeholders."""

import re
import subprocess
import sys
from functools import cache
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.support.tree import ROOT
from trexscore.i18n import LANGUAGES

CODES = sorted(path.stem for path in (ROOT / "trexscore" / "translations").glob("*.po"))
PLACEHOLDER = re.compile(r"%\((\w+)\)")


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All sentences of code, text files and templates, as `make translations` collects them."""
    path = tmp_path_factory.mktemp("sentences") / "messages.pot"
    pybabel = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract"]
    # By default, Babel skips directories whose name begins with an underscore: templates/_macros.
    mapping_options = ["--mapping-file", "pyproject.toml", "--ignore-dirs", ".*"]
    options = [*mapping_options, "--keyword", "N_n:1,2", "--output-file", str(path)]
    subprocess.run([*pybabel, *options, "."], cwd=ROOT, check=True)
    collected = read_po(BytesIO(path.read_bytes()))
    assert len(collected)
    return collected


@cache
def _translations(code: str) -> Catalog:
    return read_po(BytesIO((ROOT / "trexscore" / "translations" / f"{code}.po").read_bytes()), locale=code)


def _forms(value: str | tuple[str, ...] | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _placeholders(message: Message) -> set[str]:
    return {placeholder for form in _forms(message.id) for placeholder in PLACEHOLDER.findall(form)}


def test_every_language_has_catalogue() -> None:
    assert {*CODES} == {*LANGUAGES} - {"en"}
    assert {"ar", "fr", "de"} <= {*CODES}


@pytest.mark.parametrize("code", CODES)
def test_every_sentence_is_translated(code: str, sentences: Catalog) -> None:
    translations = _translations(code)
    assert not [
        message.id
        for message in sentences
        if message.id
        and (
            (translation := translations.get(message.id, message.context)) is None
            or translation.fuzzy
            or not all(_forms(translation.string or ""))
        )
    ], "Run `make translations` and fill the gaps."


@pytest.mark.parametrize("code", CODES)
def test_no_translation_is_obsolete(code: str, sentences: Catalog) -> None:
    assert not [
        message.id
        for message in _translations(code)
        if message.id and sentences.get(message.id, message.context) is None
    ]


@pytest.mark.parametrize("code", CODES)
def test_translation_has_same_placeholders(code: str) -> None:
    # A plural form for one or two may spell the number as a word, and omit its placeholder.
    assert not [
        message.id
        for message in _translations(code)
        if message.id
        for form in _forms(message.string or "")
        if form
        and (
            set(PLACEHOLDER.findall(form)) - _placeholders(message)
            or (not message.pluralizable and set(PLACEHOLDER.findall(form)) != _placeholders(message))
        )
    ]


@pytest.mark.parametrize(
    ("code", "wrong_pattern"),
    [
        ("fr", r"(?<!\u202f)[;:!?»]|«(?!\u202f)|[\"'“”]"),  # a narrow space that does not break; no English quotes
        ("de", r"[\"'”«»]|\s[;:!?]"),
    ],
)
def test_punctuation_follows_language(code: str, wrong_pattern: str) -> None:
    forms = [form for message in _translations(code) if message.id for form in _forms(message.string or "")]
    assert not [form for form in forms if form != "?" and re.search(wrong_pattern, form)]


def test_arabic_writes_numbers_as_words() -> None:
    """Digits in a sentence would be Latin even for readers of Arabic ones. Search terms contain what readers type."""
    format_example = re.compile(r"\S*(UTF-8|\d{4}-\d\d-\d\d)\S*")
    assert {
        message.id
        for message in _translations("ar")
        if message.id and any(re.search(r"\d", format_example.sub("", form)) for form in _forms(message.string or ""))
    } == {"seven of hearts, 7 of hearts", "twos, deuces, two"}
