"""Names in docstrings exist, so that a rename leaves no old name behind."""

import ast
import re
from collections.abc import Iterator

from tests.support.tree import project_files, relative_path

NAME_IN_BACKTICKS = re.compile(r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`")
MAX_NAME_LENGTH = 60
"""Strings of at most this many characters count as names, for example of fields, kinds and tables."""
LIBRARY_NAMES = {"predict_win", "StopIteration"}
"""Names from libraries that docstrings mention but the code does not use."""


def _docstrings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        for attribute in ("id", "attr", "arg", "name", "module"):
            yield from re.findall(r"\w+", str(getattr(node, attribute, "")))
        match node:
            case ast.Constant(value=str(text)) if len(text) < MAX_NAME_LENGTH:
                yield from re.findall(r"\w+", text)


def test_docstrings_use_only_existing_names() -> None:
    known_names = LIBRARY_NAMES | {path.stem for path in project_files()}
    for path in project_files(".js", ".html", ".css", ".toml"):
        known_names.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in project_files(".py")}
    for tree in trees.values():
        known_names.update(_names(tree))
    references = [
        (path, name)
        for path, tree in trees.items()
        for text in _docstrings(tree)
        for name in NAME_IN_BACKTICKS.findall(text)
    ]
    assert len(references) > 900
    unknown = {
        f"{relative_path(path)}: {name}" for path, name in references if not known_names.issuperset(name.split("."))
    }
    assert not unknown
