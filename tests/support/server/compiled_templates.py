"""Compiled templates, which all processes of the tests share: compiling one takes longer than most pages."""

from flask import Flask
from jinja2 import FileSystemBytecodeCache, __version__

from tests.support.tree import ROOT

_FOLDER = ROOT / ".pytest_cache" / f"templates-{__version__}"


def share_compiled_templates() -> None:
    """Let apps made from now on load templates that another process has compiled."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(_FOLDER))}
