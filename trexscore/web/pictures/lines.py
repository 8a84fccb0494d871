"""A line chart of totals over steps, with players distinguished by pattern, mark and label."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trexscore.web.pictures.frame import (
    DIGIT,
    LARGE_DIGIT,
    MARGIN,
    WIDTH,
    Frame,
    ReaderFormat,
    Rule,
    Scale,
    Text,
    TextAlternative,
    Tick,
    clipped,
    label_step,
    points_of,
    scale_of,
    spread_out,
)

HEIGHT = 330
_TOP, _BOTTOM = 48, 300
_LABEL, _NAME, _LEADER = 36, 15, 13
"""Height of a label of two lines, of each further name, and the distance of a label from its line's end."""
_LABEL_TOP = 14
_NAME_WIDTH = 74
_NUMBER_ROOM = 24
_KING_SIZE = 12
_LEAST_KING = 15
"""A narrower kingdom is not named in the chart, only in the table."""
_BETWEEN = 3
"""Distance of the two strokes of a double rule."""


class ChartSeries(NamedTuple):
    """The values of a player or a team: the initial one, and one after each step. `strong`: in first place."""

    names: Sequence[str]
    values: Sequence[int]
    strong: bool = False


class Part(NamedTuple):
    """A group of steps, such as a kingdom, by their numbers. A `closed` one ends with a double rule.

    A step without a number is drawn as a dotted rule.
    """

    name: str
    numbers: Sequence[int | None]
    closed: bool


class Mark(NamedTuple):
    """The position of a mark: on a line, next to its name, or above a part."""

    x: int
    y: int


class Line(NamedTuple):
    """The coordinates of a line. `pattern`: index of its stroke and mark; `leader`: joins its end to its label."""

    pattern: int
    points: str
    marks: tuple[Mark, ...]
    leader: str
    key: Mark
    names: tuple[Text, ...]
    total: Text
    value: int
    strong: bool


class Head(NamedTuple):
    """The name above a part."""

    crown: Mark
    name: Text


class LinePicture(NamedTuple):
    """The coordinates of the chart. `moved`: rules of steps without a number; `between`: at the ends of open parts;

    `double`: both strokes at the ends of closed parts.
    """

    width: int
    height: int
    alternative: TextAlternative
    ticks: tuple[Tick, ...]
    numbers: tuple[Text, ...]
    moved: tuple[Rule, ...]
    between: tuple[Rule, ...]
    double: tuple[Rule, ...]
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]


def line_picture(
    series: Sequence[ChartSeries], parts: Sequence[Part], alternative: TextAlternative, hand: ReaderFormat
) -> LinePicture:
    """Lay out the chart. Each series has an initial value, and one for each step of all parts."""
    scale = scale_of(value for each in series for value in each.values)
    frame = _frame(series, scale, hand)
    numbers = [number for part in parts for number in part.numbers]
    xs = [frame.across(step / max(len(numbers), 1)) for step in range(len(numbers) + 1)]
    plot = _Plot(frame, scale, xs, hand)
    ends = list(_ends(parts))
    second = _BETWEEN if hand.mirrored else -_BETWEEN
    return LinePicture(
        WIDTH,
        HEIGHT,
        alternative,
        tuple(frame.tick(value, scale.share(value), hand.write(value)) for value in scale.ticks),
        tuple(_step_labels(numbers, plot)),
        tuple(_vertical_rule(xs[step]) for step, number in enumerate(numbers, 1) if number is None),
        tuple(_vertical_rule(xs[end]) for end, part in ends if not part.closed and end < len(numbers)),
        tuple(_vertical_rule(xs[end] + offset) for end, part in ends if part.closed for offset in (0, second)),
        tuple(_part_heads(parts, xs)),
        _lines(series, plot, sorted({end for end, _part in ends if end} | {len(numbers)})),
    )


class _Plot(NamedTuple):
    """Maps values and steps to coordinates; `xs` are those of the steps."""

    frame: Frame
    scale: Scale
    xs: Sequence[int]
    hand: ReaderFormat

    def exact_y(self, value: int) -> float:
        return self.frame.up(self.scale.share(value))

    def y_of(self, value: int) -> int:
        return round(self.exact_y(value))


def _frame(series: Sequence[ChartSeries], scale: Scale, hand: ReaderFormat) -> Frame:
    axis = max(len(hand.write(value)) for value in scale.ticks) * DIGIT
    totals = max((len(hand.write(each.values[-1])) for each in series), default=1) * LARGE_DIGIT
    labels = max(totals, _NAME_WIDTH) + 2 * _LEADER
    return Frame(round(MARGIN / 2 + axis + 6), round(WIDTH - MARGIN / 2 - labels), _TOP, _BOTTOM, hand.mirrored)


def _step_labels(numbers: Sequence[int | None], plot: _Plot) -> Iterator[Text]:
    numbered = {number: plot.xs[step] for step, number in enumerate(numbers, 1) if number is not None}
    multiple = label_step(numbered, _NUMBER_ROOM)
    for number, x in numbered.items():
        if number % multiple == 0:
            yield Text(x, _BOTTOM + 18, "middle", plot.hand.write(number))


def _ends(parts: Sequence[Part]) -> Iterator[tuple[int, Part]]:
    end = 0
    for part in parts:
        end += len(part.numbers)
        yield end, part


def _vertical_rule(x: int) -> Rule:
    return Rule(x, _TOP - 6, x, _BOTTOM)


def _part_heads(parts: Sequence[Part], xs: Sequence[int]) -> Iterator[Head]:
    start = 0
    for end, part in _ends(parts):
        width = abs(xs[end] - xs[start])
        if part.name and width >= _LEAST_KING:
            middle = round((xs[end] + xs[start]) / 2)
            # If a name with an ellipsis does not fit: its first letter, as in short columns.
            name = clipped(part.name, width - 6, _KING_SIZE) or part.name[:1]
            yield Head(Mark(middle, 12), Text(middle, 34, "middle", name))
        start = end


def _lines(series: Sequence[ChartSeries], plot: _Plot, marked: Sequence[int]) -> tuple[Line, ...]:
    frame, extra = plot.frame, _NAME * (max((len(each.names) for each in series), default=1) - 1)
    last = [plot.exact_y(each.values[-1]) for each in series]
    label_ys = spread_out(last, _LABEL + extra, _LABEL_TOP, HEIGHT - _LABEL + _LABEL_TOP // 2 - extra)
    label = frame.right + _LEADER
    lines = []
    for pattern, (line, end, y) in enumerate(zip(series, last, label_ys, strict=True)):
        points = [(x, plot.y_of(value)) for x, value in zip(plot.xs, line.values, strict=True)]
        value = line.values[-1]
        lines.append(
            Line(
                pattern,
                points_of(points),
                tuple(Mark(*points[step]) for step in marked),
                points_of([(frame.x(frame.right + 5), round(end)), (frame.x(label - 3), y)]),
                Mark(frame.x(label + 3), y),
                tuple(
                    frame.text(label + _LEADER, y + 4 + index * _NAME, "start", clipped(name, _NAME_WIDTH))
                    for index, name in enumerate(line.names)
                ),
                frame.text(label + _LEADER, y + 22 + _NAME * (len(line.names) - 1), "start", plot.hand.write(value)),
                value,
                line.strong,
            )
        )
    return tuple(lines)
