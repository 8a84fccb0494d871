"""What all pictures share: a frame that mirrors, round numbers on its axis, texts that fit and do not overlap."""

import math
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

WIDTH = 390
MARGIN = 16
DIGIT = 7.4
"""How wide a digit of an axis is; one of a large number takes `LARGE_DIGIT`."""
LARGE_DIGIT = 10.5
NAME_SIZE = 13
_MOST_TICKS = 6
_LEAST_SPAN = 4
_NARROW, _WIDE = "iljtfrI.,:;'’|!()[] ", "mwMWOQG@%&—…سشصض"
_INVISIBLE = ("Mn", "Me", "Cf")

Anchor = Literal["start", "middle", "end"]


class Hand(NamedTuple):
    """How the reader reads: numbers in their digits, and from which side the picture runs."""

    write: Callable[[int], str]
    mirrored: bool


class Said(NamedTuple):
    """What stands for the picture where it is not seen: its name, and what it shows in a sentence."""

    title: str
    description: str


class Text(NamedTuple):
    """A text; sides are those of the picture, not of the writing."""

    x: int
    y: int
    anchor: Anchor
    text: str


class Rule(NamedTuple):
    """A straight line."""

    x1: int
    y1: int
    x2: int
    y2: int


class Tick(NamedTuple):
    """A round number on an axis: its hairline and its label."""

    value: int
    rule: Rule
    label: Text


class Frame(NamedTuple):
    """The part of a picture in which values lie. Where it is mirrored, all of it runs from the right."""

    left: int
    right: int
    top: int
    bottom: int
    mirrored: bool

    def x(self, x: float) -> int:
        """A place from the side where reading begins, as the picture counts."""
        return WIDTH - round(x) if self.mirrored else round(x)

    def across(self, share: float) -> int:
        """A share of the way from where reading begins."""
        return self.x(self.left + share * (self.right - self.left))

    def text(self, x: float, y: float, anchor: Anchor, text: str) -> Text:
        """A text whose anchor is told from where reading begins."""
        turned: dict[Anchor, Anchor] = {"start": "end", "end": "start", "middle": "middle"}
        return Text(self.x(x), round(y), turned[anchor] if self.mirrored else anchor, text)

    def rule(self, x1: float, y1: float, x2: float, y2: float) -> Rule:
        """A straight line."""
        return Rule(self.x(x1), round(y1), self.x(x2), round(y2))


class Scale(NamedTuple):
    """Round numbers that take all values in between them."""

    ticks: tuple[int, ...]

    def share(self, value: float) -> float:
        """How far up from the first tick to the last a value lies."""
        low, high = self.ticks[0], self.ticks[-1]
        return (value - low) / (high - low)


def scale_of(values: Iterable[float], *, from_zero: bool = True) -> Scale:
    """Ticks that are 1, 2 or 5 times a power of ten apart, six at the most; 0 among them where it is asked for."""
    known = [*values, 0] if from_zero else [*values] or [0]
    low, high = math.floor(min(known)), math.ceil(max(known))
    missing = max(_LEAST_SPAN - (high - low), 0)
    # Where nothing lies on the other side of zero, the axis does not go there either.
    below = 0 if from_zero and low == 0 < high else missing if from_zero and high == 0 > low else missing // 2
    low, high = low - below, high + missing - below
    step = next(step for step in _steps() if -(-high // step) - low // step < _MOST_TICKS)
    return Scale(tuple(range(low // step * step, -(-high // step) * step + 1, step)))


def pushed_apart(wanted: Sequence[float], distance: int, top: int, bottom: int) -> list[int]:
    """Places as near as can be to where each is wanted, at least `distance` apart, between `top` and `bottom`.

    Those that are wanted higher stay higher; of equals, the first. Where there is no room for all, they keep their
    distance and reach beyond the bottom.
    """
    order = sorted(range(len(wanted)), key=lambda each: wanted[each])
    # With each one's share of the distance taken off, places only have to ascend: pools of those that do not.
    pools: list[list[float]] = []
    for rank, each in enumerate(order):
        pools.append([wanted[each] - rank * distance])
        while len(pools) > 1 and _mean(pools[-2]) > _mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    lowest = max(top, bottom - (len(order) - 1) * distance)
    level = [min(max(round(_mean(pool)), top), lowest) for pool in pools for _each in pool]
    places = [0] * len(wanted)
    for rank, each in enumerate(order):
        places[each] = level[rank] + rank * distance
    return places


def thinned(numbered: Mapping[int, int], room: int) -> int:
    """Of which number a place has to be a multiple to be named, so that each name has room: of 1, 2, 5, 10, …"""

    def gap(step: int) -> int:
        kept = [x for number, x in numbered.items() if number % step == 0]
        return min((abs(one - other) for one, other in pairwise(kept)), default=room)

    return next(step for step in _steps() if gap(step) >= room)


def width_of(text: str, size: float) -> float:
    """How wide a text will be at the most, whatever the phone's letters."""
    return size * sum(map(_ems, text))


def clipped(text: str, width: float, size: float = NAME_SIZE) -> str:
    """As much of a name as there is room for, its dots where it would go on; nothing rather than dots alone."""
    if width_of(text, size) <= width:
        return text
    fitting = (f"\u2068{text[:end].rstrip()}…\u2069" for end in range(len(text) - 1, 0, -1) if not _joins(text[end]))
    return next((short for short in fitting if width_of(short, size) <= width), "")


def points_of(places: Iterable[tuple[int, int]]) -> str:
    """Places as SVG writes them."""
    return " ".join(f"{x},{y}" for x, y in places)


def _steps() -> Iterable[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _mean(pool: Sequence[float]) -> float:
    return sum(pool) / len(pool)


def _joins(character: str) -> bool:
    return unicodedata.category(character) in _INVISIBLE


def _ems(character: str) -> float:
    if _joins(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.1
    if character in _NARROW:
        return 0.4
    if character in _WIDE:
        return 0.98
    if character.isupper():
        return 0.72 if character.isascii() else 0.95
    return 0.56 if "\u0600" <= character <= "\u06ff" else 0.6 if character < "\u0370" else 0.95
