"""Lines that tell several players apart by pattern, mark and label: what each had, step after step."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trexscore.web.pictures.frame import (
    DIGIT,
    LARGE_DIGIT,
    MARGIN,
    WIDTH,
    Frame,
    Hand,
    Rule,
    Said,
    Scale,
    Text,
    Tick,
    clipped,
    points_of,
    pushed_apart,
    scale_of,
    thinned,
)

HEIGHT = 330
_TOP, _BOTTOM = 48, 300
_LABEL, _NAME, _LEADER = 36, 15, 13
"""How high a label of two lines is, how much each further name adds, and how far it is from its line's end."""
_LABEL_TOP = 14
_NAME_WIDTH = 74
_NUMBER_ROOM = 24
_KING_SIZE = 12
_LEAST_KING = 15
"""A kingdom narrower than this goes unnamed; the table names it."""
_BETWEEN = 3
"""How far apart the two strokes of a double rule are."""


class Series(NamedTuple):
    """A player, or the two of a team: a value at the outset and one after each step; `strong` where it is first."""

    names: Sequence[str]
    values: Sequence[int]
    strong: bool = False


class Part(NamedTuple):
    """Steps that belong together, as those of a kingdom do, by their numbers; `closed` ones end with a double rule.

    A step without a number is told by a dotted rule.
    """

    name: str
    numbers: Sequence[int | None]
    closed: bool


class Mark(NamedTuple):
    """Where a mark stands: on a line, beside its name, or above a part."""

    x: int
    y: int


class Line(NamedTuple):
    """A line as it is drawn. `pattern` numbers its strokes and marks; `leader` joins its end to its label."""

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
    """Above a part: whose it is."""

    crown: Mark
    name: Text


class LinePicture(NamedTuple):
    """All that is drawn: `moved` rules for steps without a number, `between` at the ends of open parts.

    `double` are both strokes of the rules at the ends of closed ones.
    """

    width: int
    height: int
    said: Said
    ticks: tuple[Tick, ...]
    numbers: tuple[Text, ...]
    moved: tuple[Rule, ...]
    between: tuple[Rule, ...]
    double: tuple[Rule, ...]
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]


def line_picture(series: Sequence[Series], parts: Sequence[Part], said: Said, hand: Hand) -> LinePicture:
    """Totals over steps. Each series has as many values as all parts have steps, and the one of the outset."""
    scale = scale_of(value for one in series for value in one.values)
    frame = _frame(series, scale, hand)
    numbers = [number for part in parts for number in part.numbers]
    at = [frame.across(step / max(len(numbers), 1)) for step in range(len(numbers) + 1)]
    plot = _Plot(frame, scale, at, hand)
    ends = list(_ends(parts))
    aside = _BETWEEN if hand.mirrored else -_BETWEEN
    return LinePicture(
        WIDTH,
        HEIGHT,
        said,
        tuple(map(plot.tick, scale.ticks)),
        tuple(_foot(numbers, plot)),
        tuple(_upright(at[step]) for step, number in enumerate(numbers, 1) if number is None),
        tuple(_upright(at[end]) for end, part in ends if not part.closed and end < len(numbers)),
        tuple(_upright(at[end] + beside) for end, part in ends if part.closed for beside in (0, aside)),
        tuple(_heads(parts, at)),
        _lines(series, plot, sorted({end for end, _part in ends if end} | {len(numbers)})),
    )


class _Plot(NamedTuple):
    """Where values and steps lie."""

    frame: Frame
    scale: Scale
    at: Sequence[int]
    hand: Hand

    def exactly(self, value: int) -> float:
        return _BOTTOM - self.scale.share(value) * (_BOTTOM - _TOP)

    def height(self, value: int) -> int:
        return round(self.exactly(value))

    def tick(self, value: int) -> Tick:
        frame, y = self.frame, self.height(value)
        label = frame.text(frame.left - 6, y + 4, "end", self.hand.write(value))
        return Tick(value, frame.rule(frame.left, y, frame.right, y), label)


def _frame(series: Sequence[Series], scale: Scale, hand: Hand) -> Frame:
    axis = max(len(hand.write(value)) for value in scale.ticks) * DIGIT
    totals = max((len(hand.write(one.values[-1])) for one in series), default=1) * LARGE_DIGIT
    labels = max(totals, _NAME_WIDTH) + 2 * _LEADER
    return Frame(round(MARGIN / 2 + axis + 6), round(WIDTH - MARGIN / 2 - labels), _TOP, _BOTTOM, hand.mirrored)


def _foot(numbers: Sequence[int | None], plot: _Plot) -> Iterator[Text]:
    numbered = {number: plot.at[step] for step, number in enumerate(numbers, 1) if number is not None}
    every = thinned(numbered, _NUMBER_ROOM)
    for number, x in numbered.items():
        if number % every == 0:
            yield Text(x, _BOTTOM + 18, "middle", plot.hand.write(number))


def _ends(parts: Sequence[Part]) -> Iterator[tuple[int, Part]]:
    end = 0
    for part in parts:
        end += len(part.numbers)
        yield end, part


def _upright(x: int) -> Rule:
    return Rule(x, _TOP - 6, x, _BOTTOM)


def _heads(parts: Sequence[Part], at: Sequence[int]) -> Iterator[Head]:
    begin = 0
    for end, part in _ends(parts):
        width = abs(at[end] - at[begin])
        if part.name and width >= _LEAST_KING:
            middle = round((at[end] + at[begin]) / 2)
            # Too narrow for a name with dots behind it: its first letter, as short columns have it.
            name = clipped(part.name, width - 6, _KING_SIZE) or part.name[:1]
            yield Head(Mark(middle, 12), Text(middle, 34, "middle", name))
        begin = end


def _lines(series: Sequence[Series], plot: _Plot, marked: Sequence[int]) -> tuple[Line, ...]:
    frame, more = plot.frame, _NAME * (max((len(one.names) for one in series), default=1) - 1)
    last = [plot.exactly(one.values[-1]) for one in series]
    beside = pushed_apart(last, _LABEL + more, _LABEL_TOP, HEIGHT - _LABEL + _LABEL_TOP // 2 - more)
    label = frame.right + _LEADER
    lines = []
    for pattern, (one, end, y) in enumerate(zip(series, last, beside, strict=True)):
        places = [(x, plot.height(value)) for x, value in zip(plot.at, one.values, strict=True)]
        value = one.values[-1]
        lines.append(
            Line(
                pattern,
                points_of(places),
                tuple(Mark(*places[step]) for step in marked),
                points_of([(frame.x(frame.right + 5), round(end)), (frame.x(label - 3), y)]),
                Mark(frame.x(label + 3), y),
                tuple(
                    frame.text(label + _LEADER, y + 4 + place * _NAME, "start", clipped(name, _NAME_WIDTH))
                    for place, name in enumerate(one.names)
                ),
                frame.text(label + _LEADER, y + 22 + _NAME * (len(one.names) - 1), "start", plot.hand.write(value)),
                value,
                one.strong,
            )
        )
    return tuple(lines)
