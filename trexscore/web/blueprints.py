"""Registers every page: the blueprint `pages` of each module whose name ends in `routes`."""

from importlib import import_module
from pkgutil import walk_packages

from flask import Blueprint, Flask

from trexscore import web


def register(app: Flask) -> None:
    """Put every page into the application."""
    for found in walk_packages(web.__path__, f"{web.__name__}."):
        if found.name.endswith("routes"):
            pages: Blueprint = import_module(found.name).pages
            app.register_blueprint(pages)
