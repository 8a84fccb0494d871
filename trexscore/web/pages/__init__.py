"""The pages that people use, a module for each subject."""

from importlib import import_module
from pkgutil import walk_packages

from flask import Blueprint, Flask


def register(app: Flask) -> None:
    """Put every page into the application: the blueprint `pages` of each module that has one."""
    for found in walk_packages(__path__, f"{__name__}."):
        pages = getattr(import_module(found.name), "pages", None)
        if isinstance(pages, Blueprint):
            app.register_blueprint(pages)
