"""A page with sample charts."""

from flask import Flask, render_template_string

from trexscore.web.charts.bars import Bar, BarRow, lay_out_bar_chart
from trexscore.web.charts.frame import ReaderFormat, TextAlternative
from trexscore.web.charts.ratings import RatingAfterGame, lay_out_rating_chart
from trexscore.web.language import reader_language

CONTRACTS = ("King of hearts", "Queens", "Diamonds", "Collections", "Trex")
AS_KING = (-31.5, -12.0, 0.0, -48.2, 143.9)
NOT_AS_KING = (-18.7, -22.4, -31.0, None, 98.1)
_PAGE = """{% extends "base.html" %}
{% from "_macros/charts.html" import bar_chart, bar_table, rating_chart, rating_table with context %}
{% block styles %}{% for name in ("pages", "games/charts") %}
<link rel="stylesheet" href="{{ static_url('css/components/' ~ name ~ '.css') }}">
{% endfor %}{% endblock %}
{% set title = "Amal" %}
{% block main %}
<h2 class="chart-title">Contracts</h2>
{{ bar_chart(bars, "bars") }}{{ bar_table(bars, "By contract", "Contract") }}
{% for rating in ratings %}<h2 class="chart-title">Rating</h2>
{{ rating_chart(rating, "rating-%s" % loop.index) }}
{{ rating_table(rating, "Rating over time", "Since", "Rating", "Give or take") }}{% endfor %}
{% endblock %}"""


def decimal(value: float) -> str:
    """A number with one decimal, in the reader's digits."""
    return ("\u2212" if value < 0 else "") + reader_language().in_digits(f"{abs(value):.1f}")


def bar(value: float | None, cases: int) -> Bar | None:
    """The bar of an average, marked if it has at most three cases; None for a missing average."""
    return None if value is None else Bar(value, decimal(value), cases, cases <= 3)


def rating_history(values: list[float]) -> list[RatingAfterGame]:
    """Ratings that become more certain with every game."""
    spreads = [8.3 / (1 + index / 6) for index in range(len(values))]
    return [
        RatingAfterGame(f"{index + 1} Nov", value, spread, decimal(value), decimal(spread))
        for index, (value, spread) in enumerate(zip(values, spreads, strict=True))
    ]


def sample_page(app: Flask, language: str = "en") -> str:
    """A contract profile and three ratings: a long one, a single game, none."""
    with app.test_request_context(headers={"Accept-Language": language}):
        app.preprocess_request()
        reader_format = ReaderFormat(reader_language().number, reader_language().direction == "rtl")
        rows = [
            BarRow(name, (bar(king, 9 - index * 2), bar(not_king, 40)))
            for index, (name, king, not_king) in enumerate(zip(CONTRACTS, AS_KING, NOT_AS_KING, strict=True))
        ]
        many_ratings = [25 + (index * 7 % 11) / 4 + index / 3 for index in range(24)]
        return render_template_string(
            _PAGE,
            bars=lay_out_bar_chart(
                rows,
                ("As king", "In other kingdoms"),
                TextAlternative("Contract profile", "Best at Trex"),
                reader_format,
            ),
            ratings=[
                lay_out_rating_chart(
                    rating_history(values), TextAlternative("Rating", "After so many games"), reader_format
                )
                for values in (many_ratings, many_ratings[:1], [])
            ],
        )
