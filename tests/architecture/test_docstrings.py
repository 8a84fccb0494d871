"""Docstrings name what exists: a rename must not leave the old name in prose."""

import ast
import re
from collections.abc import Iterator

from tests.support.tree import project_files, shown

NAMED = re.compile(r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`")
SHORT = 60
"""Characters of a string that can be a name: of a field, a kind, a table."""
OF_OTHERS = {"predict_win", "StopIteration"}
"""Names of libraries that this project does not use itself."""


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
            case ast.Constant(value=str(text)) if len(text) < SHORT:
                yield from re.findall(r"\w+", text)


def test_docstrings_name_what_exists() -> None:
    known = OF_OTHERS | {path.stem for path in project_files()}
    for path in project_files(".js", ".html", ".css", ".toml"):
        known.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in project_files(".py")}
    for tree in trees.values():
        known.update(_names(tree))
    named = [(path, name) for path, tree in trees.items() for text in _docstrings(tree) for name in NAMED.findall(text)]
    assert len(named) > 900
    unknown = {f"{shown(path)}: {name}" for path, name in named if not known.issuperset(name.split("."))}
    assert not unknown
