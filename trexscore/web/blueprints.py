"""Registers all pages: the blueprint `pages` of each module whose name ends in `routes`."""

from importlib import import_module
from pkgutil import walk_packages

from flask import Blueprint, Flask

from trexscore import web


def register_blueprints(app: Flask) -> None:
    for module in walk_packages(web.__path__, f"{web.__name__}."):
        if module.name.endswith("routes"):
            pages: Blueprint = import_module(module.name).pages
            app.register_blueprint(pages)
