"""Charts: from values to coordinates. `templates/_macros/pictures.html` draws them as SVG.

This package knows no page, game or language: the caller provides the reader's digits and direction (`ReaderFormat`) and
the text alternative (`TextAlternative`). All lengths are whole units of a view box as wide as a phone.
"""

from trexscore.web.pictures.bars import Bar, BarPicture, BarRow, bar_picture
from trexscore.web.pictures.frame import ReaderFormat, TextAlternative
from trexscore.web.pictures.lines import ChartSeries, LinePicture, Part, line_picture
from trexscore.web.pictures.ratings import RatingPicture, RatingPoint, rating_picture

__all__ = [
    "Bar",
    "BarPicture",
    "BarRow",
    "ChartSeries",
    "LinePicture",
    "Part",
    "RatingPicture",
    "RatingPoint",
    "ReaderFormat",
    "TextAlternative",
    "bar_picture",
    "line_picture",
    "rating_picture",
]
