"""A chart of a rating over time with its band of uncertainty."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.web.charts.frame import (
    CHART_MARGIN,
    CHART_WIDTH,
    DIGIT_WIDTH,
    LARGE_DIGIT_WIDTH,
    Frame,
    LineSegment,
    PlacedText,
    ReaderFormat,
    TextAlternative,
    Tick,
    scale_of,
    svg_points,
    text_width,
)

HEIGHT = 260
_TOP_Y, _BOTTOM_Y = 16, 224
_DATE_FONT_SIZE = 12
_DATE_GAP = 12
_WHISKER_CAP_HALF_WIDTH = 4


class RatingAfterGame(NamedTuple):
    """A rating after a game: its date, its value and uncertainty, and both as text."""

    date_text: str
    value: float
    uncertainty: float
    value_text: str
    uncertainty_text: str


class RatingChart(NamedTuple):
    """The coordinates of the chart, and its data in `ratings`. `whisker_segments`: uncertainty of the latest rating."""

    width: int
    height: int
    text_alternative: TextAlternative
    ratings: Sequence[RatingAfterGame]
    ticks: tuple[Tick, ...]
    date_labels: tuple[PlacedText, ...]
    band_points: str
    band_edges: tuple[str, ...]
    line_points: str
    whisker_segments: tuple[LineSegment, ...]
    latest_position: tuple[int, int] | None
    latest_rating_label: PlacedText | None
    latest_uncertainty_label: PlacedText | None


def lay_out_rating_chart(
    ratings: Sequence[RatingAfterGame], text_alternative: TextAlternative, reader_format: ReaderFormat
) -> RatingChart:
    """Lay out the chart: ratings at equal distances, the oldest first."""
    scale = scale_of(
        (rating.value + side * rating.uncertainty for rating in ratings for side in (-1, 1)), includes_zero=False
    )
    axis = max(len(reader_format.format_number(value)) for value in scale.ticks) * DIGIT_WIDTH
    value_widths = max((len(rating.value_text) * LARGE_DIGIT_WIDTH for rating in ratings[-1:]), default=0)
    uncertainty_widths = max(
        (text_width(rating.uncertainty_text, 13) + DIGIT_WIDTH * 2 for rating in ratings[-1:]), default=0
    )
    frame = Frame(
        round(CHART_MARGIN / 2 + axis + 6),
        round(CHART_WIDTH - CHART_MARGIN / 2 - max(value_widths, uncertainty_widths) - 14),
        _TOP_Y,
        _BOTTOM_Y,
        reader_format.is_mirrored,
    )

    def y(value: float) -> int:
        return round(frame.y_at_share(scale.share(value)))

    # A single rating is at the end, next to its label.
    xs = [frame.x_at_share(index / (len(ratings) - 1) if len(ratings) > 1 else 1) for index in range(len(ratings))]
    placed = list(zip(xs, ratings, strict=True))
    low, high = ([(x, y(rating.value + side * rating.uncertainty)) for x, rating in placed] for side in (-1, 1))
    rating_points = [(x, y(rating.value)) for x, rating in placed]
    whisker: tuple[LineSegment, ...] = ()
    value_label = uncertainty_label = None
    if ratings:
        (x, bottom), (_x, top), label = low[-1], high[-1], frame.end_x + 12
        whisker = (
            LineSegment(x, top, x, bottom),
            LineSegment(x - _WHISKER_CAP_HALF_WIDTH, top, x + _WHISKER_CAP_HALF_WIDTH, top),
            LineSegment(x - _WHISKER_CAP_HALF_WIDTH, bottom, x + _WHISKER_CAP_HALF_WIDTH, bottom),
        )
        label_y = min(max(rating_points[-1][1], _TOP_Y + 8), _BOTTOM_Y - 14)
        value_label = frame.place_text(label, label_y + 4, "start", ratings[-1].value_text)
        uncertainty_label = frame.place_text(label, label_y + 21, "start", f"±\u202f{ratings[-1].uncertainty_text}")
    return RatingChart(
        CHART_WIDTH,
        HEIGHT,
        text_alternative,
        ratings,
        tuple(frame.y_tick(value, scale.share(value), reader_format.format_number(value)) for value in scale.ticks),
        _date_labels(ratings, frame),
        svg_points([*high, *reversed(low)]),
        (svg_points(high), svg_points(low)),
        svg_points(rating_points),
        whisker,
        rating_points[-1] if rating_points else None,
        value_label,
        uncertainty_label,
    )


def _date_labels(ratings: Sequence[RatingAfterGame], frame: Frame) -> tuple[PlacedText, ...]:
    """The last date, and the first if there is room for both."""
    y, last_rating = _BOTTOM_Y + 20, ratings[-1:]
    last_date_labels = [frame.place_text(frame.end_x, y, "end", rating.date_text) for rating in last_rating]
    room = sum(text_width(rating.date_text, _DATE_FONT_SIZE) for rating in (*ratings[:1], *last_rating)) + _DATE_GAP
    if len(ratings) > 1 and ratings[0].date_text != ratings[-1].date_text and room <= frame.end_x - frame.start_x:
        last_date_labels.insert(0, frame.place_text(frame.start_x, y, "start", ratings[0].date_text))
    return tuple(last_date_labels)
