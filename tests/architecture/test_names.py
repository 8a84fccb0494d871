"""Variables, parameters and classes have no vague names."""

import ast
import re
from collections.abc import Iterator

from jinja2 import Environment
from jinja2.nodes import Name

from tests.support.tree import project_files, relative_path

VAGUE = {"said", "told", "who", "whom", "whose", "mine", "theirs", "came", "so_far", "one"}
VAGUE_ELEMENTS = VAGUE | {"what", "why", "where", "of", "do", "here", "now", "then"}
"""Vague names of BEM elements, the part of a class after two underscores."""
EXEMPT = {
    "trexscore/i18n/marking.py",  # plural forms are called one, few, many and other
    "trexscore/i18n/language.py",
}


def test_variables_have_no_vague_names() -> None:
    vague = [
        f"{relative_path(path)}:{line}: {name}"
        for path in project_files(".py", under=("trexscore", "tests"))
        if "versions" not in path.parts and relative_path(path) not in EXEMPT
        for line, name in _names(ast.parse(path.read_text(encoding="utf-8")))
        if name in VAGUE
    ]
    assert not vague


def test_template_variables_have_no_vague_names() -> None:
    parse = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse
    vague = [
        f"{relative_path(path)}:{name.lineno}: {name.name}"
        for path in project_files(".html", under=("templates",))
        for name in parse(path.read_text(encoding="utf-8")).find_all(Name)
        if name.ctx != "load" and name.name in VAGUE
    ]
    assert not vague


def test_data_attributes_have_no_vague_names() -> None:
    vague = [
        f"{relative_path(path)}: data-{name}"
        for path in project_files(".html", ".js", under=("static", "templates"))
        for name in re.findall(r"\bdata-([a-z-]+)", path.read_text(encoding="utf-8"))
        if VAGUE_ELEMENTS.intersection(name.split("-")) - {"of"}
    ]
    assert not vague


def test_style_classes_have_no_vague_names() -> None:
    vague = [
        f"{relative_path(path)}: {name}"
        for path in project_files(".css", ".html", ".js", under=("static", "templates"))
        for name, element in re.findall(r"\b([a-z-]+__([a-z-]+))", path.read_text(encoding="utf-8"))
        if element in VAGUE_ELEMENTS
    ]
    assert not vague


def _names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The variables, parameters and functions that a module defines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name
