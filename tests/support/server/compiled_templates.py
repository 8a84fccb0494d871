"""Compiled templates shared by all test processes, because compiling takes longer than rendering."""

from flask import Flask
from jinja2 import FileSystemBytecodeCache, __version__

from tests.support.tree import ROOT

_FOLDER = ROOT / ".pytest_cache" / f"templates-{__version__}"


def share_compiled_templates() -> None:
    """Make later apps load templates that other processes compiled."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(_FOLDER))}
