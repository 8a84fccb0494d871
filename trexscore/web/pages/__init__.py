"""The pages that people use, a module for each subject."""

from flask import Flask

from trexscore.web.pages import (
    adjustments,
    agreements,
    announcements,
    corrections,
    deals,
    disputes,
    first_king,
    game_file,
    games,
    home,
    house_rules,
    installed,
    journal,
    links,
    paper,
    phone,
    rule_book,
    settings,
    sheet,
    table,
    taking_back,
    totals,
    voids,
    what_if,
    why,
)

_MODULES = (
    adjustments,
    agreements,
    announcements,
    corrections,
    deals,
    disputes,
    first_king,
    game_file,
    games,
    home,
    house_rules,
    installed,
    journal,
    links,
    paper,
    phone,
    rule_book,
    settings,
    sheet,
    table,
    taking_back,
    totals,
    voids,
    what_if,
    why,
)


def register(app: Flask) -> None:
    """Put every page into the application."""
    for module in _MODULES:
        app.register_blueprint(module.pages)
