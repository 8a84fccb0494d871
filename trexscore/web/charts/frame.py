"""Shared layout of charts: a frame that can be mirrored, round axis ticks, and texts that fit without overlap."""

import math
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

CHART_WIDTH = 390
CHART_MARGIN = 16
DIGIT_WIDTH = 7.4
"""Width of an axis digit; `LARGE_DIGIT_WIDTH` is that of a large number."""
LARGE_DIGIT_WIDTH = 10.5
NAME_FONT_SIZE = 13
_MAX_TICKS = 6
_MIN_SCALE_SPAN = 4
_NARROW_CHARACTERS, _WIDE_CHARACTERS = "iljtfrI.,:;'’|!()[] ", "mwMWOQG@%&—…سشصض"
_INVISIBLE_CATEGORIES = ("Mn", "Me", "Cf")

Anchor = Literal["start", "middle", "end"]


class ReaderFormat(NamedTuple):
    """The reader's format: a function for numbers, and whether the chart is mirrored (right to left)."""

    format_number: Callable[[int], str]
    is_mirrored: bool


class TextAlternative(NamedTuple):
    """The text alternative of a chart: its title, and its content in a sentence."""

    title: str
    description: str


class PlacedText(NamedTuple):
    """A text and its position; the anchor refers to the chart's sides, not to the direction of writing."""

    x: int
    y: int
    anchor: Anchor
    text: str


class LineSegment(NamedTuple):
    """A straight line."""

    x1: int
    y1: int
    x2: int
    y2: int


class Tick(NamedTuple):
    """A round number on an axis, with its line and label."""

    value: int
    gridline: LineSegment
    label: PlacedText


class Frame(NamedTuple):
    """The plot area of a chart. If it is mirrored, x runs from the right."""

    start_x: int
    end_x: int
    top_y: int
    bottom_y: int
    is_mirrored: bool

    def x_at_distance(self, distance_from_start: float) -> int:
        """The chart's x for a distance from the side where reading begins."""
        return CHART_WIDTH - round(distance_from_start) if self.is_mirrored else round(distance_from_start)

    def x_at_share(self, share_from_start: float) -> int:
        """The chart's x for a share of the plot's width, from the side where reading begins."""
        return self.x_at_distance(self.start_x + share_from_start * (self.end_x - self.start_x))

    def place_text(self, x_from_start: float, y: float, anchor: Anchor, text: str) -> PlacedText:
        """A text whose position and anchor count from the side where reading begins."""
        opposite: dict[Anchor, Anchor] = {"start": "end", "end": "start", "middle": "middle"}
        return PlacedText(
            self.x_at_distance(x_from_start), round(y), opposite[anchor] if self.is_mirrored else anchor, text
        )

    def y_at_share(self, share_from_bottom: float) -> float:
        """The chart's y for a share of the plot's height, from its bottom."""
        return self.bottom_y - share_from_bottom * (self.bottom_y - self.top_y)

    def y_tick(self, value: int, share_from_bottom: float, label: str) -> Tick:
        """A number on the axis at the side where reading begins, with its line across the plot."""
        y = round(self.y_at_share(share_from_bottom))
        rule = LineSegment(self.x_at_distance(self.start_x), y, self.x_at_distance(self.end_x), y)
        return Tick(value, rule, self.place_text(self.start_x - 6, y + 4, "end", label))


class Scale(NamedTuple):
    """An axis with round numbers that enclose all values."""

    ticks: tuple[int, ...]

    def share(self, value: float) -> float:
        """The position of a value between the first tick (0) and the last (1)."""
        low, high = self.ticks[0], self.ticks[-1]
        return (value - low) / (high - low)


def scale_of(values: Iterable[float], *, includes_zero: bool = True) -> Scale:
    """An axis with at most six ticks, 1, 2 or 5 times a power of ten apart. 0 is on it, if `includes_zero`."""
    included = [*values, 0] if includes_zero else [*values] or [0]
    low, high = math.floor(min(included)), math.ceil(max(included))
    missing_span = max(_MIN_SCALE_SPAN - (high - low), 0)
    # The axis does not extend to a side of zero without values.
    below = (
        0
        if includes_zero and low == 0 < high
        else missing_span
        if includes_zero and high == 0 > low
        else missing_span // 2
    )
    low, high = low - below, high + missing_span - below
    step = next(step for step in _round_steps() if -(-high // step) - low // step < _MAX_TICKS)
    return Scale(tuple(range(low // step * step, -(-high // step) * step + 1, step)))


def spread_positions(wanted_positions: Sequence[float], min_distance: int, top: int, bottom: int) -> list[int]:
    """Positions as near as possible to `wanted_positions`, at least `min_distance` apart, between `top` and `bottom`.

    The order of `wanted_positions` is preserved. If there is not enough room, positions extend below the bottom.
    """
    order = sorted(range(len(wanted_positions)), key=lambda index: wanted_positions[index])
    # Isotonic regression: minus rank * distance, positions only have to ascend, so pool adjacent violators.
    pools: list[list[float]] = []
    for rank, index in enumerate(order):
        pools.append([wanted_positions[index] - rank * min_distance])
        while len(pools) > 1 and _mean(pools[-2]) > _mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    lowest = max(top, bottom - (len(order) - 1) * min_distance)
    levels = [min(max(round(_mean(pool)), top), lowest) for pool in pools for _each in pool]
    positions = [0] * len(wanted_positions)
    for rank, index in enumerate(order):
        positions[index] = levels[rank] + rank * min_distance
    return positions


def label_step(x_by_number: Mapping[int, int], room_per_label: int) -> int:
    """The smallest of 1, 2, 5, 10, … whose multiples can be labelled with `room_per_label` each."""

    def gap(step: int) -> int:
        labelled = [x for number, x in x_by_number.items() if number % step == 0]
        return min((abs(left - right) for left, right in pairwise(labelled)), default=room_per_label)

    return next(step for step in _round_steps() if gap(step) >= room_per_label)


def text_width(text: str, font_size: float) -> float:
    """An upper bound of a text's width in any phone's font."""
    return font_size * sum(map(_width_in_ems, text))


def clip_name(text: str, max_width: float, font_size: float = NAME_FONT_SIZE) -> str:
    """A name cut to a width, with an ellipsis; empty if not even one letter fits."""
    if text_width(text, font_size) <= max_width:
        return text
    shortened_names = (
        f"\u2068{text[:end].rstrip()}…\u2069" for end in range(len(text) - 1, 0, -1) if not _is_zero_width(text[end])
    )
    return next((short for short in shortened_names if text_width(short, font_size) <= max_width), "")


def svg_points(coordinates: Iterable[tuple[int, int]]) -> str:
    """Coordinates in SVG syntax."""
    return " ".join(f"{x},{y}" for x, y in coordinates)


def _round_steps() -> Iterable[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _mean(pool: Sequence[float]) -> float:
    return sum(pool) / len(pool)


def _is_zero_width(character: str) -> bool:
    return unicodedata.category(character) in _INVISIBLE_CATEGORIES


def _width_in_ems(character: str) -> float:
    if _is_zero_width(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.1
    if character in _NARROW_CHARACTERS:
        return 0.4
    if character in _WIDE_CHARACTERS:
        return 0.98
    if character.isupper():
        return 0.72 if character.isascii() else 0.95
    return 0.56 if "\u0600" <= character <= "\u06ff" else 0.6 if character < "\u0370" else 0.95
