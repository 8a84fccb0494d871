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
    line,
    links,
    names,
    paper,
    phone,
    printed,
    rule_book,
    settings,
    sheet,
    table,
    taking_back,
    terms,
    told_anew,
    totals,
    voids,
    what_if,
    whole_game,
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
    line,
    links,
    names,
    paper,
    phone,
    printed,
    rule_book,
    settings,
    sheet,
    table,
    taking_back,
    terms,
    told_anew,
    totals,
    voids,
    what_if,
    whole_game,
    why,
)


def register(app: Flask) -> None:
    """Put every page into the application."""
    for module in _MODULES:
        app.register_blueprint(module.pages)
