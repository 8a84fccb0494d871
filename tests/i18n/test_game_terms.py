"""English texts and docs follow the style guide: no avoided words and no replaced terms."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.support.tree import ROOT
from tests.tools.english_texts import forms_of, texts_in
from trexscore.i18n.rule_book.topic_synonyms import SYNONYMS_BY_TOPIC

RULED_OUT = {
    r"whoever|whomever": "anyone, who",
    r"(some|any|every|no)body": "someone, anyone, everyone, no one, players, the scorer",
    r"put(s|ting)? (it |them )?right": "correct",
    r"anew": "again; recalculate",
    r"no more(?! than)": "no longer",
    r"all the same": "anyway",
    r"after all": "leave out",
    r"for ?ever\b": "permanently",
    r"meanwhile": "since then",
    r"shall": "will",
    r"stands?( in| as| for it)?(?= here| there| as it| under| behind|\.)": "is",
    r"com(e|es|ing) to (nothing|[0-9]|less|more|what)": "is, adds up to",
    r"hangs? on": "depends on",
    r"(is|are|was|be) told|tells (of|what|which|whether)": "says, shows",
    r"let(s|ting)? (in|them in|someone in)\b": "add",
    r"(bring|brings|bringing|brought) (in|them in|games in)\b": "import",
    r"tak(e|es|ing|en) along": "download",
    r"reception": "connection",
    r"(take|takes|taken|taking) back|took back": "undo",
    r"stand(s|ing)? behind": "approve",
    r"dissolv\w+": "delete",
    r"hand(s|ed|ing)? over": "transfer ownership",
    r"writing link|reading link": "scorer link, view-only link",
    r"(club|of an|the|that|an) evenings?": "game night",
    r"broken off|breaks? off|breaking off": "abandoned",
    r"thrown? in": "void deal",
    r"suits? not followed": "revoke",
    r"eras(e|es|ed|ing)\b": "remove the name permanently",
    r"points by agreement": "adjustment",
    r"the story of|story page": "history",
    r"name to sign in": "username",
    r"present password": "current password",
    r"least games": "minimum games",
    r"told anew|in ink|inked": "corrected, saved",
}
"""Words to avoid, and their replacements."""

EXCEPTIONS = {
    "abandoned, abandon, broken off, unfinished, interrupted, stop early, end early, quit": "words that a search finds",
    "own card, own capture, forced, taken back, eaten by its holder": "words that a search finds",
    "redeal, re-deal, new deal, void, voided, void deal, thrown in, reshuffle": "words that a search finds",
}
"""Texts that may contain an avoided term, with the reason."""

SEARCHED = {topic.translatable_names for topic in SYNONYMS_BY_TOPIC.values()}
"""Search synonyms, which include old and regional words."""

DOCS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = sorted(path for path in (ROOT / "trexscore" / "cli").glob("*.py") if not path.stem.startswith("demo"))
"""All commands except the demo, whose texts are names and notes of players."""
WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef)
_NOT_PROSE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>|https?://\S+", re.DOTALL)


def _faults(text: str) -> list[str]:
    return [
        f"“{match[0]}” in “{text[max(0, match.start() - 40) : match.end() + 40]}”: say {replacement}"
        for pattern, replacement in RULED_OUT.items()
        for match in re.finditer(rf"\b(?:{pattern})\b", text, re.IGNORECASE)
    ]


def test_app_texts_avoid_replaced_terms() -> None:
    texts = texts_in(ROOT / "trexscore/translations/fr.po")
    assert len(texts) > 2500
    assert [fault for text in texts if text not in EXCEPTIONS for fault in _faults(text)] == []
    assert set(EXCEPTIONS) <= set(texts)


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_command_texts_avoid_replaced_terms(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, WITH_DOCSTRING)}
    bare_strings = {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    assert [
        fault for text in strings if " " in text and text not in docstrings | bare_strings for fault in _faults(text)
    ] == []


def test_docstrings_avoid_replaced_terms() -> None:
    paths = [path for path in (ROOT / "trexscore").rglob("*.py") if "versions" not in path.parts]
    trees = {path: ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in paths}
    prose = [
        (path.name, _NOT_PROSE.sub("`", node.value.value))
        for path, nodes in trees.items()
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    assert len(prose) > 2500
    assert [(name, fault) for name, text in prose for fault in _faults(text)] == []


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_docs_avoid_replaced_terms(path: Path) -> None:
    assert _faults(_NOT_PROSE.sub("`", path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("text", ["Whoever leads", "It was put right", "Take back", "It stands as it stands."])
def test_avoided_term_is_found(text: str) -> None:
    assert _faults(text)


AVOIDED = {
    "ar": r"الرصيد|(?<!\w)(?:[وف]?[بكل]?(?:ال)?|لل)(?:هلأ|بعدو|عالأقل|ولد|أولاد|آس|يفوّت)(?!\w)|\w,(?!\w)|\?",
    "fr": r"[^\u202f\d\s][:;?!](?=\s|$)|[ \u00a0][:;?!»]|«(?!\u202f)|\u202f\s",
    "de": r"(?<!\w)(?:du|dein|dich|dir|euch|euer)(?!\w)",
}
"""Replaced words and foreign punctuation in Arabic, missing spaces in French, and informal address in German."""


@pytest.mark.parametrize("language", AVOIDED)
def test_translations_avoid_replaced_terms(language: str) -> None:
    with (ROOT / f"trexscore/translations/{language}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    texts = [text for message in messages if message.id not in SEARCHED for text in forms_of(message.string)]
    assert all(text.strip() for text in texts)
    assert [text for text in texts if re.search(AVOIDED[language], text)] == [], (
        "A replaced word or punctuation of another language: see AVOIDED. French has U+202F before : ; ! ?"
    )
