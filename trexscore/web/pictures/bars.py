"""Bars to both sides of zero, in rows: what each contract brought, one way and the other."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trexscore.web.pictures.frame import (
    DIGIT,
    MARGIN,
    NAME_SIZE,
    WIDTH,
    Frame,
    Hand,
    Rule,
    Said,
    Scale,
    Text,
    Tick,
    clipped,
    scale_of,
    thinned,
    width_of,
)

_TOP, _FOOT = 8, 26
_NAME, _BAR, _STEP, _APART = 22, 11, 16, 12
"""Heights: the name of a row, a bar, from bar to bar, and what is left free under a row."""
_NUMBER_ROOM = 10
_NUMBER_SIZE = 13


class Bar(NamedTuple):
    """A value as it is `shown`, out of so many `cases`; `few` where those are too few to say much."""

    value: float
    shown: str
    cases: int
    few: bool = False


class BarRow(NamedTuple):
    """A name and what belongs to it; None where there is no case."""

    name: str
    bars: Sequence[Bar | None]


class DrawnBar(NamedTuple):
    """A bar as it is drawn, the number at its end; `kind` is its place in its row."""

    kind: int
    x: int
    y: int
    width: int
    height: int
    few: bool
    number: Text


class BarPicture(NamedTuple):
    """All that is drawn, and the `rows` that are its numbers. `kinds` name the bars of each row."""

    width: int
    height: int
    said: Said
    kinds: Sequence[str]
    rows: Sequence[BarRow]
    ticks: tuple[Tick, ...]
    zero: Rule
    names: tuple[Text, ...]
    bars: tuple[DrawnBar, ...]

    @property
    def has_few(self) -> bool:
        """Whether anything here rests on few cases."""
        return any(bar.few for bar in self.bars)


def bar_picture(rows: Sequence[BarRow], kinds: Sequence[str], said: Said, hand: Hand) -> BarPicture:
    """Rows from top to bottom; every row has a bar, or None, for each of `kinds`."""
    known = [bar for row in rows for bar in row.bars if bar is not None]
    scale = scale_of(bar.value for bar in known)
    high = _NAME + len(kinds) * _STEP + _APART
    bottom = _TOP + len(rows) * high
    widest = max((width_of(bar.shown, _NUMBER_SIZE) for bar in known), default=DIGIT)
    aside = MARGIN + widest + _NUMBER_ROOM
    frame = Frame(round(aside), round(WIDTH - aside), _TOP, bottom, hand.mirrored)
    zero = frame.across(scale.share(0))
    return BarPicture(
        WIDTH,
        bottom + _FOOT,
        said,
        kinds,
        rows,
        tuple(_ticks(frame, scale, hand)),
        Rule(zero, _TOP, zero, bottom),
        tuple(
            frame.text(MARGIN, _TOP + place * high + 15, "start", clipped(row.name, WIDTH - 2 * MARGIN, NAME_SIZE + 2))
            for place, row in enumerate(rows)
        ),
        tuple(
            _bar(frame, scale, bar, kind, _TOP + place * high + _NAME + kind * _STEP)
            for place, row in enumerate(rows)
            for kind, bar in enumerate(row.bars)
            if bar is not None
        ),
    )


def _ticks(frame: Frame, scale: Scale, hand: Hand) -> Iterator[Tick]:
    places = {value: frame.across(scale.share(value)) for value in scale.ticks}
    room = max(len(hand.write(value)) for value in scale.ticks) * DIGIT + _NUMBER_ROOM
    every = thinned(places, round(room))
    for value, x in places.items():
        if value % every == 0:
            yield Tick(value, Rule(x, _TOP, x, frame.bottom), Text(x, frame.bottom + 17, "middle", hand.write(value)))


def _bar(frame: Frame, scale: Scale, bar: Bar, kind: int, y: int) -> DrawnBar:
    zero, end = frame.across(scale.share(0)), frame.across(scale.share(bar.value))
    outwards = end - zero or (-1 if frame.mirrored else 1)
    number = Text(end + (5 if outwards > 0 else -5), y + _BAR - 1, "start" if outwards > 0 else "end", bar.shown)
    return DrawnBar(kind, min(zero, end), y, abs(end - zero), _BAR, bar.few, number)
