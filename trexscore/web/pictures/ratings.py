"""A chart of a rating over time with its band of uncertainty."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.web.pictures.frame import (
    DIGIT,
    LARGE_DIGIT,
    MARGIN,
    WIDTH,
    Frame,
    ReaderFormat,
    Rule,
    Text,
    TextAlternative,
    Tick,
    points_of,
    scale_of,
    width_of,
)

HEIGHT = 260
_TOP, _BOTTOM = 16, 224
_DATE_SIZE = 12
_DATE_ROOM = 12
_CAP = 4


class RatingPoint(NamedTuple):
    """A rating after a game: its date, its value and uncertainty, and both as text."""

    when: str
    value: float
    spread: float
    shown: str
    spread_shown: str


class RatingPicture(NamedTuple):
    """The coordinates of the chart, and its data in `rated`. `whisker`: the uncertainty of the latest rating."""

    width: int
    height: int
    alternative: TextAlternative
    rated: Sequence[RatingPoint]
    ticks: tuple[Tick, ...]
    dates: tuple[Text, ...]
    band: str
    edges: tuple[str, ...]
    line: str
    whisker: tuple[Rule, ...]
    end: tuple[int, int] | None
    total: Text | None
    spread: Text | None


def rating_picture(rated: Sequence[RatingPoint], alternative: TextAlternative, hand: ReaderFormat) -> RatingPicture:
    """Lay out the chart: ratings at equal distances, the oldest first."""
    scale = scale_of((rating.value + side * rating.spread for rating in rated for side in (-1, 1)), from_zero=False)
    axis = max(len(hand.write(value)) for value in scale.ticks) * DIGIT
    totals = max((len(rating.shown) * LARGE_DIGIT for rating in rated[-1:]), default=0)
    spreads = max((width_of(rating.spread_shown, 13) + DIGIT * 2 for rating in rated[-1:]), default=0)
    frame = Frame(
        round(MARGIN / 2 + axis + 6),
        round(WIDTH - MARGIN / 2 - max(totals, spreads) - 14),
        _TOP,
        _BOTTOM,
        hand.mirrored,
    )

    def y(value: float) -> int:
        return round(frame.up(scale.share(value)))

    # A single rating is at the end, next to its label.
    xs = [frame.across(index / (len(rated) - 1) if len(rated) > 1 else 1) for index in range(len(rated))]
    placed = list(zip(xs, rated, strict=True))
    low, high = ([(x, y(rating.value + side * rating.spread)) for x, rating in placed] for side in (-1, 1))
    middle = [(x, y(rating.value)) for x, rating in placed]
    whisker: tuple[Rule, ...] = ()
    total = spread = None
    if rated:
        (x, bottom), (_x, top), label = low[-1], high[-1], frame.right + 12
        whisker = (
            Rule(x, top, x, bottom),
            Rule(x - _CAP, top, x + _CAP, top),
            Rule(x - _CAP, bottom, x + _CAP, bottom),
        )
        label_y = min(max(middle[-1][1], _TOP + 8), _BOTTOM - 14)
        total = frame.text(label, label_y + 4, "start", rated[-1].shown)
        spread = frame.text(label, label_y + 21, "start", f"±\u202f{rated[-1].spread_shown}")
    return RatingPicture(
        WIDTH,
        HEIGHT,
        alternative,
        rated,
        tuple(frame.tick(value, scale.share(value), hand.write(value)) for value in scale.ticks),
        _dates(rated, frame),
        points_of([*high, *reversed(low)]),
        (points_of(high), points_of(low)),
        points_of(middle),
        whisker,
        middle[-1] if middle else None,
        total,
        spread,
    )


def _dates(rated: Sequence[RatingPoint], frame: Frame) -> tuple[Text, ...]:
    """The last date, and the first if there is room for both."""
    y, last = _BOTTOM + 20, rated[-1:]
    ends = [frame.text(frame.right, y, "end", rating.when) for rating in last]
    room = sum(width_of(rating.when, _DATE_SIZE) for rating in (*rated[:1], *last)) + _DATE_ROOM
    if len(rated) > 1 and rated[0].when != rated[-1].when and room <= frame.right - frame.left:
        ends.insert(0, frame.text(frame.left, y, "start", rated[0].when))
    return tuple(ends)
