"""Charts: from values to coordinates. `templates/_macros/charts.html` draws them as SVG.

This package knows no page, game or language: the caller provides the reader's digits and direction (`ReaderFormat`) and
the text alternative (`TextAlternative`). All lengths are whole units of a view box as wide as a phone.
"""

from trexscore.web.charts.bars import Bar, BarChart, BarRow, lay_out_bar_chart
from trexscore.web.charts.frame import ReaderFormat, TextAlternative
from trexscore.web.charts.lines import ChartSeries, LineChart, StepGroup, lay_out_line_chart
from trexscore.web.charts.ratings import RatingAfterGame, RatingChart, lay_out_rating_chart

__all__ = [
    "Bar",
    "BarChart",
    "BarRow",
    "ChartSeries",
    "LineChart",
    "RatingAfterGame",
    "RatingChart",
    "ReaderFormat",
    "StepGroup",
    "TextAlternative",
    "lay_out_bar_chart",
    "lay_out_line_chart",
    "lay_out_rating_chart",
]
