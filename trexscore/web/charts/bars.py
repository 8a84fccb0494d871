"""A bar chart with bars to both sides of zero, in rows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trexscore.web.charts.frame import (
    CHART_MARGIN,
    CHART_WIDTH,
    DIGIT_WIDTH,
    NAME_FONT_SIZE,
    Frame,
    LineSegment,
    PlacedText,
    ReaderFormat,
    Scale,
    TextAlternative,
    Tick,
    clip_name,
    label_step,
    scale_of,
    text_width,
)

_TOP_Y, _FOOT_HEIGHT = 8, 26
_NAME_HEIGHT, _BAR_HEIGHT, _BAR_STEP, _ROW_GAP = 22, 11, 16, 12
"""Heights: the name of a row, a bar, the distance of bars, and the space below a row."""
_NUMBER_GAP = 10
_NUMBER_FONT_SIZE = 13


class Bar(NamedTuple):
    """A value, its text in `value_text`, and its number of cases; `has_few_cases`: too few for a reliable value."""

    value: float
    value_text: str
    case_count: int
    has_few_cases: bool = False


class BarRow(NamedTuple):
    """A named row; a bar without a case is None."""

    name: str
    bars: Sequence[Bar | None]


class DrawnBar(NamedTuple):
    """The coordinates of a bar, with the value at its end; `kind_index` is its index in its row."""

    kind_index: int
    x: int
    y: int
    width: int
    height: int
    has_few_cases: bool
    value_label: PlacedText


class BarChart(NamedTuple):
    """The coordinates of the chart, and its data in `rows`. `bar_kind_names` name the bars of each row."""

    width: int
    height: int
    text_alternative: TextAlternative
    bar_kind_names: Sequence[str]
    rows: Sequence[BarRow]
    ticks: tuple[Tick, ...]
    zero_line: LineSegment
    row_labels: tuple[PlacedText, ...]
    drawn_bars: tuple[DrawnBar, ...]

    @property
    def has_few_cases(self) -> bool:
        """Whether any bar has few cases."""
        return any(bar.has_few_cases for bar in self.drawn_bars)


def lay_out_bar_chart(
    bar_rows: Sequence[BarRow],
    bar_kind_names: Sequence[str],
    text_alternative: TextAlternative,
    reader_format: ReaderFormat,
) -> BarChart:
    """Lay out the chart, rows from top to bottom. Every row has a bar or None for each of `bar_kind_names`."""
    bars = [bar for row in bar_rows for bar in row.bars if bar is not None]
    scale = scale_of(bar.value for bar in bars)
    step = _NAME_HEIGHT + len(bar_kind_names) * _BAR_STEP + _ROW_GAP
    bottom = _TOP_Y + len(bar_rows) * step
    widest = max((text_width(bar.value_text, _NUMBER_FONT_SIZE) for bar in bars), default=DIGIT_WIDTH)
    side = CHART_MARGIN + widest + _NUMBER_GAP
    frame = Frame(round(side), round(CHART_WIDTH - side), _TOP_Y, bottom, reader_format.is_mirrored)
    zero = frame.x_at_share(scale.share(0))
    return BarChart(
        CHART_WIDTH,
        bottom + _FOOT_HEIGHT,
        text_alternative,
        bar_kind_names,
        bar_rows,
        tuple(_ticks(frame, scale, reader_format)),
        LineSegment(zero, _TOP_Y, zero, bottom),
        tuple(
            frame.place_text(
                CHART_MARGIN,
                _TOP_Y + index * step + 15,
                "start",
                clip_name(row.name, CHART_WIDTH - 2 * CHART_MARGIN, NAME_FONT_SIZE + 2),
            )
            for index, row in enumerate(bar_rows)
        ),
        tuple(
            _draw_bar(frame, scale, bar, kind, _TOP_Y + index * step + _NAME_HEIGHT + kind * _BAR_STEP)
            for index, row in enumerate(bar_rows)
            for kind, bar in enumerate(row.bars)
            if bar is not None
        ),
    )


def _ticks(frame: Frame, scale: Scale, reader_format: ReaderFormat) -> Iterator[Tick]:
    positions = {value: frame.x_at_share(scale.share(value)) for value in scale.ticks}
    room = max(len(reader_format.format_number(value)) for value in scale.ticks) * DIGIT_WIDTH + _NUMBER_GAP
    multiple = label_step(positions, round(room))
    for value, x in positions.items():
        if value % multiple == 0:
            yield Tick(
                value,
                LineSegment(x, _TOP_Y, x, frame.bottom_y),
                PlacedText(x, frame.bottom_y + 17, "middle", reader_format.format_number(value)),
            )


def _draw_bar(frame: Frame, scale: Scale, bar: Bar, kind_index: int, top_y: int) -> DrawnBar:
    zero, end = frame.x_at_share(scale.share(0)), frame.x_at_share(scale.share(bar.value))
    direction = end - zero or (-1 if frame.is_mirrored else 1)
    value_label = PlacedText(
        end + (5 if direction > 0 else -5), top_y + _BAR_HEIGHT - 1, "start" if direction > 0 else "end", bar.value_text
    )
    return DrawnBar(kind_index, min(zero, end), top_y, abs(end - zero), _BAR_HEIGHT, bar.has_few_cases, value_label)
