"""Pictures of numbers: from values to places on a picture; `templates/_macros/pictures.html` draws them.

Nothing here asks for a page, a game or a language: whoever calls says how the reader writes (`Hand`) and what is told
to those who do not see the picture (`Said`). All lengths are whole units of a view box as wide as a phone.
"""

from trexscore.web.pictures.bars import Bar, BarPicture, BarRow, bar_picture
from trexscore.web.pictures.frame import Hand, Said
from trexscore.web.pictures.lines import LinePicture, Part, Series, line_picture
from trexscore.web.pictures.ratings import Rated, RatingPicture, rating_picture

__all__ = [
    "Bar",
    "BarPicture",
    "BarRow",
    "Hand",
    "LinePicture",
    "Part",
    "Rated",
    "RatingPicture",
    "Said",
    "Series",
    "bar_picture",
    "line_picture",
    "rating_picture",
]
