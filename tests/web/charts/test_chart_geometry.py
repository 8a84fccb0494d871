"""Geometry of charts: all parts are inside the frame, in order, and without overlap."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trexscore.web.charts.bars import Bar, BarRow, lay_out_bar_chart
from trexscore.web.charts.frame import (
    LineSegment,
    PlacedText,
    ReaderFormat,
    TextAlternative,
    clip_name,
    label_step,
    scale_of,
    spread_positions,
    text_width,
)
from trexscore.web.charts.lines import ChartSeries, LineChart, StepGroup, lay_out_line_chart
from trexscore.web.charts.ratings import RatingAfterGame, lay_out_rating_chart

TEXT_ALTERNATIVE = TextAlternative("title", "description")
READER_FORMATS = {
    "left to right": ReaderFormat(str, is_mirrored=False),
    "right to left": ReaderFormat(str, is_mirrored=True),
}
NAMES = st.text(min_size=1, max_size=40)
TOTALS = st.integers(-3_000_000, 3_000_000)
LARGE = 17
reader_formats = st.sampled_from([*READER_FORMATS.values()])


def draw_chart(
    totals: Sequence[Sequence[int]], names: Sequence[str], reader_format: ReaderFormat, kingdom: int = 5
) -> LineChart:
    """A score chart of these totals, starting at 0, with kingdoms of this many deals."""
    steps = len(totals[0])
    numbers = list(range(1, steps + 1))
    parts = [
        StepGroup(names[start // kingdom % len(names)], numbers[start : start + kingdom], start + kingdom <= steps)
        for start in range(0, steps, kingdom)
    ]
    series = [ChartSeries([name], (0, *player_totals)) for name, player_totals in zip(names, totals, strict=True)]
    return lay_out_line_chart(series, parts, TEXT_ALTERNATIVE, reader_format)


def points_of(points: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (point.split(",") for point in points.split())]


def ends_of(text: PlacedText, size: float) -> tuple[float, float]:
    """The left and right end of a text with its maximum width."""
    width = text_width(text.text, size)
    start = {"start": text.x, "middle": text.x - width / 2, "end": text.x - width}[text.anchor]
    return start, start + width


def all_inside(picture: LineChart) -> bool:
    xs = [x for line in picture.lines for x, _y in points_of(line.svg_points)]
    ys = [y for line in picture.lines for _x, y in points_of(line.svg_points)]
    rules: Iterable[LineSegment] = (
        *picture.open_group_dividers,
        *picture.closed_group_dividers,
        *picture.unnumbered_step_dividers,
        *(tick.gridline for tick in picture.ticks),
    )
    for rule in rules:
        xs += (rule.x1, rule.x2)
        ys += (rule.y1, rule.y2)
    texts_and_sizes = [(text, 13) for line in picture.lines for text in line.name_labels]
    texts_and_sizes += [(line.total_label, LARGE) for line in picture.lines]
    texts_and_sizes += [(head.name_label, 12) for head in picture.group_heads]
    for text, size in texts_and_sizes:
        xs += map(round, ends_of(text, size))
        ys += (text.y - size // 2, text.y)
    return min(xs) >= 0 and max(xs) <= picture.width and min(ys) >= 0 and max(ys) <= picture.height


four_games = st.integers(1, 24).flatmap(
    lambda steps: st.lists(st.lists(TOTALS, min_size=steps, max_size=steps), min_size=4, max_size=4)
)


@given(four_games, st.lists(NAMES, min_size=4, max_size=4), reader_formats)
def test_score_chart_stays_inside_without_overlap(
    totals: list[list[int]], names: list[str], reader_format: ReaderFormat
) -> None:
    picture = draw_chart(totals, names, reader_format)
    assert all_inside(picture)
    line_label_heights = sorted(line.name_labels[0].y for line in picture.lines)
    assert all(below - above >= 36 for above, below in pairwise(line_label_heights))
    step_label_ends = sorted(ends_of(number, 12) for number in picture.step_labels)
    assert all(end <= begin for (_begin, end), (begin, _end) in pairwise(step_label_ends))
    group_heads = sorted(ends_of(head.name_label, 12) for head in picture.group_heads if len(head.name_label.text) > 1)
    assert all(end <= begin for (_begin, end), (begin, _end) in pairwise(group_heads))


@given(four_games, reader_formats)
def test_score_chart_keeps_order_of_values_and_deals(totals: list[list[int]], reader_format: ReaderFormat) -> None:
    picture = draw_chart(totals, ["Amal", "Basil", "Carine", "Dani"], reader_format)
    for line, player_totals in zip(picture.lines, totals, strict=True):
        xs = [x for x, _y in points_of(line.svg_points)]
        assert xs == sorted(xs, reverse=reader_format.is_mirrored)
        assert len(xs) == len(player_totals) + 1
    ends = sorted((line.final_total, -points_of(line.svg_points)[-1][1]) for line in picture.lines)
    assert [y for _value, y in ends] == sorted(y for _value, y in ends)
    labels = sorted((line.final_total, -line.label_mark_position.y) for line in picture.lines)
    for (lower_total, below), (higher_total, above) in pairwise(labels):
        assert lower_total == higher_total or below < above


def test_right_to_left_chart_is_mirror_image() -> None:
    plain_chart, mirrored_chart = (
        draw_chart([[5, -20], [0, 0], [7, 7], [-12, 13]], list("ABCD"), format_of_side)
        for format_of_side in READER_FORMATS.values()
    )
    for line, mirrored in zip(plain_chart.lines, mirrored_chart.lines, strict=True):
        assert [(plain_chart.width - x, y) for x, y in points_of(line.svg_points)] == points_of(mirrored.svg_points)
        assert (line.name_labels[0].anchor, mirrored.name_labels[0].anchor) == ("start", "end")
        assert (
            plain_chart.width - line.label_mark_position.x == mirrored.label_mark_position.x < mirrored_chart.width / 2
        )


def test_equal_totals_have_separate_labels() -> None:
    picture = draw_chart([[0], [0], [0], [0]], ["Amal", "Basil", "Carine", "Dani"], READER_FORMATS["left to right"])
    assert len({line.svg_points for line in picture.lines}) == 1
    assert [
        line.name_labels[0].text for line in sorted(picture.lines, key=lambda line: line.label_mark_position.y)
    ] == [
        "Amal",
        "Basil",
        "Carine",
        "Dani",
    ]


def test_score_chart_marks_kingdoms_and_adjustments() -> None:
    parts = [
        StepGroup("Amal", [1, 2], is_closed=True),
        StepGroup("", [None], is_closed=False),
        StepGroup("Basil", [3], is_closed=False),
    ]
    picture = lay_out_line_chart(
        [ChartSeries(["Amal"], (0, 5, 6, 7, 8))], parts, TEXT_ALTERNATIVE, READER_FORMATS["left to right"]
    )
    xs = [x for x, _y in points_of(picture.lines[0].svg_points)]
    assert {rule.x1 for rule in picture.closed_group_dividers} == {xs[2], xs[2] - 3}
    assert [rule.x1 for rule in picture.unnumbered_step_dividers] == [xs[3]]
    assert [head.name_label.text for head in picture.group_heads] == ["Amal", "Basil"]
    assert [number.text for number in picture.step_labels] == ["1", "2", "3"]


def test_empty_score_chart_is_a_frame() -> None:
    picture = lay_out_line_chart([], [], TEXT_ALTERNATIVE, READER_FORMATS["left to right"])
    assert (picture.lines, picture.group_heads, picture.step_labels) == ((), (), ())
    assert [tick.value for tick in picture.ticks] == [-2, -1, 0, 1, 2]


@given(st.lists(st.one_of(TOTALS, st.floats(-1e6, 1e6)), max_size=30), st.booleans())
def test_ticks_are_few_round_and_cover_values(values: list[float], includes_zero: bool) -> None:  # noqa: FBT001 - a Hypothesis parameter
    ticks = scale_of(values, includes_zero=includes_zero).ticks
    step = ticks[1] - ticks[0]
    assert 2 <= len(ticks) <= 7
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert all(tick % step == 0 for tick in ticks)
    assert all(ticks[0] <= value <= ticks[-1] for value in values)
    assert 0 in ticks or not includes_zero


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0, 0], (-2, -1, 0, 1, 2)),
        ([360, -450], (-600, -400, -200, 0, 200, 400)),
        ([0, -75], (-80, -60, -40, -20, 0)),
        ([1.5, 2.2], (0, 1, 2, 3, 4)),
    ],
)
def test_axis_uses_round_numbers(values: list[float], ticks: tuple[int, ...]) -> None:
    assert scale_of(values).ticks == ticks


@given(st.lists(st.integers(-50, 450), max_size=8), st.integers(1, 40))
def test_labels_keep_distance_order_and_frame(positions: list[int], distance: int) -> None:
    new_positions = spread_positions(positions, distance, 0, 400)
    assert all(below - above >= distance for above, below in pairwise(sorted(new_positions)))
    assert not [
        (position, other_position)
        for position, new_position in zip(positions, new_positions, strict=True)
        for other_position, other_new_position in zip(positions, new_positions, strict=True)
        if position < other_position and new_position >= other_new_position
    ]
    assert all(0 <= new_position <= 400 for new_position in new_positions)


def test_distant_labels_stay_in_place() -> None:
    assert spread_positions([200, 20, 100], 36, 14, 300) == [200, 20, 100]
    assert spread_positions([100, 100], 36, 14, 300) == [82, 118]


@given(st.text(max_size=60), st.floats(0, 200))
def test_clipped_name_fits_its_width(name: str, room: float) -> None:
    short = clip_name(name, room)
    assert text_width(short, 13) <= room
    assert short in {"", name} or short.endswith("…\u2069")


def test_clipped_name_ends_with_dots() -> None:
    assert clip_name("Maximiliane-Dorothea", 80) == "\u2068Maximili…\u2069"
    assert clip_name("عبد الرحمن بن عبد العزيز", 60).startswith("\u2068عبد")
    assert clip_name("Amal", 80) == "Amal"
    assert clip_name("Amal", 5) == ""


def test_crowded_numbers_are_skipped_in_round_steps() -> None:
    assert label_step({number: number * 30 for number in range(1, 9)}, 24) == 1
    assert label_step({number: number * 13 for number in range(1, 21)}, 24) == 2
    assert label_step({number: number * 5 for number in range(1, 60)}, 24) == 5
    assert label_step({7: 100}, 24) == 1
    assert label_step({}, 24) == 1


bars = st.one_of(
    st.none(), st.builds(lambda value: Bar(value, f"{value:.1f}", 5), st.floats(-1e6, 1e6).map(lambda x: round(x, 1)))
)


@given(st.lists(st.builds(BarRow, NAMES, st.tuples(bars, bars)), max_size=6), reader_formats)
def test_bars_start_at_zero_inside_chart(rows: list[BarRow], reader_format: ReaderFormat) -> None:
    picture = lay_out_bar_chart(rows, ("As king", "In other kingdoms"), TEXT_ALTERNATIVE, reader_format)
    expected_bars = [bar for row in rows for bar in row.bars if bar is not None]
    assert len(picture.drawn_bars) == len(expected_bars)
    for bar, expected_bar in zip(picture.drawn_bars, expected_bars, strict=True):
        zero = picture.zero_line.x1
        assert zero in {bar.x, bar.x + bar.width}
        points_outwards = (bar.x + bar.width > zero) != reader_format.is_mirrored
        assert bar.width == 0 or points_outwards == (expected_bar.value > 0)
        start, end = ends_of(bar.value_label, 13)
        assert start >= 0
        assert end <= picture.width
        assert bar.y + bar.height <= picture.zero_line.y2
    for text in picture.row_labels:
        assert ends_of(text, 15)[0] >= 0
        assert ends_of(text, 15)[1] <= picture.width + 1


@given(st.lists(st.tuples(st.floats(0, 60), st.floats(0.1, 9)), max_size=40), reader_formats)
def test_rating_stays_in_band_and_chart(values: list[tuple[float, float]], reader_format: ReaderFormat) -> None:
    rated = [
        RatingAfterGame(f"{day} Nov", value, spread, f"{value:.1f}", f"{spread:.1f}")
        for day, (value, spread) in enumerate(values)
    ]
    picture = lay_out_rating_chart(rated, TEXT_ALTERNATIVE, reader_format)
    high, low, line = (points_of(points) for points in (*picture.band_edges, picture.line_points))
    for above, middle, below in zip(high, line, low, strict=True):
        assert above[1] <= middle[1] <= below[1]
        assert 0 <= middle[0] <= picture.width
        assert above[1] >= 0
        assert below[1] <= picture.height
    assert (picture.latest_rating_label is None) == (not rated)
    if picture.latest_rating_label is not None:
        assert picture.latest_position == line[-1]
        assert ends_of(picture.latest_rating_label, LARGE)[0] >= 0
        assert ends_of(picture.latest_rating_label, LARGE)[1] <= picture.width
    dates = sorted(ends_of(date, 12) for date in picture.date_labels)
    assert all(end <= begin for (_begin, end), (begin, _end) in pairwise(dates))


def test_single_rating_is_at_the_end() -> None:
    (plain_point,) = points_of(
        lay_out_rating_chart(
            [RatingAfterGame("1 Nov", 25, 8.3, "25.0", "8.3")], TEXT_ALTERNATIVE, READER_FORMATS["left to right"]
        ).line_points
    )
    (mirrored_point,) = points_of(
        lay_out_rating_chart(
            [RatingAfterGame("1 Nov", 25, 8.3, "25.0", "8.3")], TEXT_ALTERNATIVE, READER_FORMATS["right to left"]
        ).line_points
    )
    assert plain_point[0] > 300
    assert mirrored_point[0] < 90
