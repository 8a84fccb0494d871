"""The table of addresses in docs/urls.md: `python -m tests.tools.urls` writes it from the running program."""

import inspect
import re
from collections.abc import Callable, Iterator

from flask import Flask

from tests.support.tree import ROOT
from trexscore.app import create_app

PAGE = ROOT / "docs" / "urls.md"
_HEAD = """# Addresses

Every address, the function that answers it and the template it renders, as `python -m tests.tools.urls` writes it.

| address | methods | function | template |
| --- | --- | --- | --- |
"""
_TEMPLATE = re.compile(r'"([\w/]+\.html)"')


def page(app: Flask) -> str:
    """The content of docs/urls.md."""
    return _HEAD + "".join(sorted(_rows(app)))


def _rows(app: Flask) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        view = inspect.unwrap(app.view_functions[rule.endpoint])
        methods = ", ".join(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        location = f"{view.__module__.removeprefix('trexscore.').replace('.', '/')}.py:{view.__name__}"
        yield f"| `{rule.rule}` | {methods} | `{location}` | {_templates(view)} |\n"


def _templates(view: Callable[..., object]) -> str:
    """The templates that a view names, or else those of helpers in its module."""
    source = inspect.getsource(view)
    helpers = re.findall(r"\b(_\w+)\(", source)
    module = inspect.getmodule(view)
    sources = [
        source,
        *(inspect.getsource(helper) for name in helpers if inspect.isfunction(helper := getattr(module, name, None))),
    ]
    return ", ".join(dict.fromkeys(f"`{name}`" for text in sources for name in _TEMPLATE.findall(text)))


if __name__ == "__main__":
    PAGE.write_text(page(create_app()), encoding="utf-8")
