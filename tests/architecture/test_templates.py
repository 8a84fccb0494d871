"""Templates comply with the content security policy, and use only names that exist in the code."""

import re

import pytest
from jinja2 import Environment, nodes

from tests.support.tree import project_files, relative_path

INLINE_CODE = {
    "inline script": re.compile(r"<script(?![^>]*\bsrc\s*=)(?![^>]*type=\"application/json\")", re.IGNORECASE),
    "inline style sheet": re.compile(r"<style\b", re.IGNORECASE),
    "style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    "event handler attribute": re.compile(r"<[^>]*\son[a-z]+\s*=\s*[\"']", re.IGNORECASE),
    "javascript: address": re.compile(r"=\s*[\"']\s*javascript:", re.IGNORECASE),
}
FOREIGN_ADDRESS = re.compile(
    r"\bsrc\s*=\s*[\"'](?:https?:)?//"
    r"|<link\b[^>]*href\s*=\s*[\"'](?:https?:)?//"
    r"|url\(\s*[\"']?(?:https?:)?//"
    r"|@import\s+[\"'](?:https?:)?//"
    r"|\bfrom\s+[\"'](?:https?:)?//"
    r"|\b(?:fetch|import)\(\s*[\"'](?:https?:)?//",
    re.IGNORECASE,
)

_FROM_LIBRARIES = {"get_flashed_messages", "script_root"}
"""Names that Flask and Werkzeug provide to templates."""


@pytest.mark.parametrize("kind", INLINE_CODE)
def test_templates_have_no_inline_code(kind: str) -> None:
    assert not [
        f"{relative_path(path)}: {match.group()[:80]}"
        for path in project_files(".html", ".svg", ".xml", under=("templates",))
        for match in INLINE_CODE[kind].finditer(path.read_text(encoding="utf-8"))
    ]


def test_templates_load_nothing_from_other_hosts() -> None:
    assert not [
        f"{relative_path(path)}: {match.group()}"
        for path in project_files(".html", ".css", ".js", ".svg", ".json", under=("templates", "static"))
        for match in FOREIGN_ADDRESS.finditer(path.read_text(encoding="utf-8"))
    ]


def test_templates_use_only_known_names() -> None:
    """Jinja renders an unknown name as an empty string, so a rename in the code alone would go unnoticed."""
    code = project_files(".py", ".js", under=("trexscore", "static"))
    known = _FROM_LIBRARIES | {word for path in code for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    environment = Environment(extensions=["jinja2.ext.do"], autoescape=True)
    pages = project_files(".html", under=("templates",))
    templates = [(relative_path(page), environment.parse(page.read_text(encoding="utf-8"))) for page in pages]
    for _path, template in templates:
        known |= {macro.name for macro in template.find_all(nodes.Macro)}
        known |= {name.name for name in template.find_all(nodes.Name) if name.ctx != "load"}
    assert not [
        f"{path}: {name}"
        for path, template in templates
        for name in (
            *(node.attr for node in template.find_all(nodes.Getattr)),
            *(node.name for node in template.find_all(nodes.Name)),
        )
        if name not in known
    ]
