"""The four players' points in a deal, typed one by one or pasted into the first field."""

from collections.abc import Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from trexscore.rules.paper.cells import RowCells, unknown_cell_indexes
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.web.paper.typed_numbers import is_number_or_blank, localize_number, parse_number_or_blank, split_numbers
from trexscore.web.rendering import translate as _

_MAX_FIELD_LENGTH = 80


class PointsOfSeatInput(NamedTuple):
    seat: Seat
    typed_text: str
    is_wrong: bool

    @property
    def localized_text(self) -> str:
        """The number in the reader's digits."""
        return localize_number(self.typed_text)


class DealPointsInput(NamedTuple):
    """The input, and what is wrong with it."""

    fields: tuple[PointsOfSeatInput, ...]
    problems: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not any(field.typed_text for field in self.fields)


def deal_points_input(values: MultiDict[str, str]) -> DealPointsInput:
    """The form, filled from an address. It changes nothing, so it needs no CSRF token."""
    typed_points = [values.get(seat.name, "")[:_MAX_FIELD_LENGTH].strip() for seat in SEATS]
    pasted_numbers = split_numbers(typed_points[0])
    if len(pasted_numbers) > 1 and not any(typed_points[1:]):
        typed_points = (pasted_numbers + [""] * len(SEATS))[: max(len(SEATS), len(pasted_numbers))]
    fields = tuple(
        PointsOfSeatInput(seat, text, is_wrong=not is_number_or_blank(text))
        for seat, text in zip(SEATS, typed_points, strict=False)
    )
    return DealPointsInput(fields, tuple(_problems(fields, typed_points)))


def parse_typed_points(typed_texts: Sequence[str]) -> RowCells:
    """The numbers of the four fields, as typed; None for an empty one. Raises `ValueError` for what is no number."""
    a, b, c, d = (parse_number_or_blank(text) for text in typed_texts[: len(SEATS)])
    return BySeat(a, b, c, d)


def _problems(fields: tuple[PointsOfSeatInput, ...], typed_texts: Sequence[str]) -> list[str]:
    wrong = [
        _("Enter a number of points instead of “%(typed)s”.", typed=field.typed_text)
        for field in fields
        if field.is_wrong
    ]
    if wrong or not any(typed_texts):
        return wrong
    if len(typed_texts) > len(SEATS):
        return [_("Enter four numbers, one for each player.")]
    has_two_unknown = len(unknown_cell_indexes(parse_typed_points(typed_texts))) > 1
    return [_("Leave at most one number empty.")] if has_two_unknown else []
