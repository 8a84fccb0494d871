"""A line chart of totals over steps, with players distinguished by pattern, mark and label."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
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
    Scale,
    TextAlternative,
    Tick,
    clip_name,
    label_step,
    scale_of,
    spread_positions,
    svg_points,
)

HEIGHT = 330
_TOP_Y, _BOTTOM_Y = 48, 300
_LABEL_HEIGHT, _NAME_HEIGHT, _LABEL_GAP = 36, 15, 13
"""Height of a label of two lines, of each further name, and the distance of a label from its line's end."""
_LABEL_TOP_Y = 14
_MAX_NAME_WIDTH = 74
_MIN_STEP_LABEL_DISTANCE = 24
_GROUP_NAME_FONT_SIZE = 12
_MIN_NAMED_GROUP_WIDTH = 15
"""A narrower kingdom is not named in the chart, only in the table."""
_DOUBLE_DIVIDER_GAP = 3
"""Distance of the two strokes of a double rule."""


class ChartSeries(NamedTuple):
    """The values of a player or a team: the initial one, and one after each step. `is_leading`: in first place."""

    names: Sequence[str]
    values: Sequence[int]
    is_leading: bool = False


class StepGroup(NamedTuple):
    """A group of steps, such as a kingdom, by their numbers. One that `is_closed` ends with a double rule.

    A step without a number is drawn as a dotted rule.
    """

    name: str
    step_numbers: Sequence[int | None]
    is_closed: bool


class MarkPosition(NamedTuple):
    """The position of a mark: on a line, next to its name, or above a part."""

    x: int
    y: int


class Line(NamedTuple):
    """The coordinates of a line.

    `pattern_index`: that of its stroke and mark; `label_connector_points`: from its end to its label.
    """

    pattern_index: int
    svg_points: str
    mark_positions: tuple[MarkPosition, ...]
    label_connector_points: str
    label_mark_position: MarkPosition
    name_labels: tuple[PlacedText, ...]
    total_label: PlacedText
    final_total: int
    is_leading: bool


class GroupHead(NamedTuple):
    """The name above a part."""

    crown_position: MarkPosition
    name_label: PlacedText


class LineChart(NamedTuple):
    """The coordinates of the chart.

    `unnumbered_step_dividers`: at steps without a number; `open_group_dividers`: at the ends of open groups;
    `closed_group_dividers`: both strokes at the ends of closed groups.
    """

    width: int
    height: int
    text_alternative: TextAlternative
    ticks: tuple[Tick, ...]
    step_labels: tuple[PlacedText, ...]
    unnumbered_step_dividers: tuple[LineSegment, ...]
    open_group_dividers: tuple[LineSegment, ...]
    closed_group_dividers: tuple[LineSegment, ...]
    group_heads: tuple[GroupHead, ...]
    lines: tuple[Line, ...]


def lay_out_line_chart(
    series: Sequence[ChartSeries],
    step_groups: Sequence[StepGroup],
    text_alternative: TextAlternative,
    reader_format: ReaderFormat,
) -> LineChart:
    """Lay out the chart. Each series has an initial value, and one for each step of all parts."""
    scale = scale_of(value for each in series for value in each.values)
    frame = _plot_frame(series, scale, reader_format)
    step_numbers = [number for part in step_groups for number in part.step_numbers]
    xs = [frame.x_at_share(step / max(len(step_numbers), 1)) for step in range(len(step_numbers) + 1)]
    plot = _Plot(frame, scale, xs, reader_format)
    groups_with_end_steps = list(_groups_with_end_steps(step_groups))
    second = _DOUBLE_DIVIDER_GAP if reader_format.is_mirrored else -_DOUBLE_DIVIDER_GAP
    return LineChart(
        CHART_WIDTH,
        HEIGHT,
        text_alternative,
        tuple(frame.y_tick(value, scale.share(value), reader_format.format_number(value)) for value in scale.ticks),
        tuple(_step_labels(step_numbers, plot)),
        tuple(_vertical_divider(xs[step]) for step, number in enumerate(step_numbers, 1) if number is None),
        tuple(
            _vertical_divider(xs[end])
            for end, part in groups_with_end_steps
            if not part.is_closed and end < len(step_numbers)
        ),
        tuple(
            _vertical_divider(xs[end] + offset)
            for end, part in groups_with_end_steps
            if part.is_closed
            for offset in (0, second)
        ),
        tuple(_group_heads(step_groups, xs)),
        _lay_out_lines(
            series, plot, sorted({end for end, _part in groups_with_end_steps if end} | {len(step_numbers)})
        ),
    )


class _Plot(NamedTuple):
    """Maps values and steps to coordinates; `step_xs` are those of the steps."""

    frame: Frame
    scale: Scale
    step_xs: Sequence[int]
    reader_format: ReaderFormat

    def exact_y(self, value: int) -> float:
        return self.frame.y_at_share(self.scale.share(value))

    def rounded_y(self, value: int) -> int:
        return round(self.exact_y(value))


def _plot_frame(series: Sequence[ChartSeries], scale: Scale, reader_format: ReaderFormat) -> Frame:
    axis = max(len(reader_format.format_number(value)) for value in scale.ticks) * DIGIT_WIDTH
    totals = max((len(reader_format.format_number(each.values[-1])) for each in series), default=1) * LARGE_DIGIT_WIDTH
    labels = max(totals, _MAX_NAME_WIDTH) + 2 * _LABEL_GAP
    return Frame(
        round(CHART_MARGIN / 2 + axis + 6),
        round(CHART_WIDTH - CHART_MARGIN / 2 - labels),
        _TOP_Y,
        _BOTTOM_Y,
        reader_format.is_mirrored,
    )


def _step_labels(step_numbers: Sequence[int | None], plot: _Plot) -> Iterator[PlacedText]:
    numbered = {number: plot.step_xs[step] for step, number in enumerate(step_numbers, 1) if number is not None}
    multiple = label_step(numbered, _MIN_STEP_LABEL_DISTANCE)
    for number, x in numbered.items():
        if number % multiple == 0:
            yield PlacedText(x, _BOTTOM_Y + 18, "middle", plot.reader_format.format_number(number))


def _groups_with_end_steps(step_groups: Sequence[StepGroup]) -> Iterator[tuple[int, StepGroup]]:
    return zip(accumulate(len(part.step_numbers) for part in step_groups), step_groups, strict=True)


def _vertical_divider(x: int) -> LineSegment:
    return LineSegment(x, _TOP_Y - 6, x, _BOTTOM_Y)


def _group_heads(step_groups: Sequence[StepGroup], step_xs: Sequence[int]) -> Iterator[GroupHead]:
    start = 0
    for end, part in _groups_with_end_steps(step_groups):
        width = abs(step_xs[end] - step_xs[start])
        if part.name and width >= _MIN_NAMED_GROUP_WIDTH:
            middle_x = round((step_xs[end] + step_xs[start]) / 2)
            # If a name with an ellipsis does not fit: its first letter, as in short columns.
            name = clip_name(part.name, width - 6, _GROUP_NAME_FONT_SIZE) or part.name[:1]
            yield GroupHead(MarkPosition(middle_x, 12), PlacedText(middle_x, 34, "middle", name))
        start = end


def _lay_out_lines(series: Sequence[ChartSeries], plot: _Plot, marked_steps: Sequence[int]) -> tuple[Line, ...]:
    frame, extra = plot.frame, _NAME_HEIGHT * (max((len(each.names) for each in series), default=1) - 1)
    last_y_positions = [plot.exact_y(each.values[-1]) for each in series]
    label_ys = spread_positions(
        last_y_positions, _LABEL_HEIGHT + extra, _LABEL_TOP_Y, HEIGHT - _LABEL_HEIGHT + _LABEL_TOP_Y // 2 - extra
    )
    label = frame.end_x + _LABEL_GAP
    lines = []
    for pattern, (line, end, y) in enumerate(zip(series, last_y_positions, label_ys, strict=True)):
        points = [(x, plot.rounded_y(value)) for x, value in zip(plot.step_xs, line.values, strict=True)]
        last_value = line.values[-1]
        lines.append(
            Line(
                pattern,
                svg_points(points),
                tuple(MarkPosition(*points[step]) for step in marked_steps),
                svg_points([(frame.x_at_distance(frame.end_x + 5), round(end)), (frame.x_at_distance(label - 3), y)]),
                MarkPosition(frame.x_at_distance(label + 3), y),
                tuple(
                    frame.place_text(
                        label + _LABEL_GAP, y + 4 + index * _NAME_HEIGHT, "start", clip_name(name, _MAX_NAME_WIDTH)
                    )
                    for index, name in enumerate(line.names)
                ),
                frame.place_text(
                    label + _LABEL_GAP,
                    y + 22 + _NAME_HEIGHT * (len(line.names) - 1),
                    "start",
                    plot.reader_format.format_number(last_value),
                ),
                last_value,
                line.is_leading,
            )
        )
    return tuple(lines)
