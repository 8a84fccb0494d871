"""Texts about a paper score sheet: what it can mean and where it cannot be right."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from trexscore.game.paper_sheet_file import InvalidSheet
from trexscore.i18n.game_terms import joined_contract_names
from trexscore.i18n.language import Language
from trexscore.i18n.text_files import read_texts
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cell_changes import CellChange, CellValue, SlipKind
from trexscore.rules.paper.kingdoms import KingdomOnPaper
from trexscore.rules.paper.reading import RowReading
from trexscore.rules.paper.single_slips import CarryError, MissingDeal, RepeatedRow, SingleSlip
from trexscore.rules.seats import SEATS, Seat


class _PaperTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unreadable_sheets: dict[str, str]
    slip_kinds: dict[SlipKind, str]
    unknown_kingdom_sums: tuple[str, str]
    """Here and below: of a kingdom whose king is known, and of another."""
    right_kingdom_sums: tuple[str, str]
    wrong_kingdom_sums: tuple[str, str]


_TEXTS = read_texts(__file__, _PaperTexts)
UNKNOWN_VALUE_SIGN = "?"
_MAX_SHOWN_CHARACTERS = 40
"""The most characters repeated of an unreadable text."""


class SheetFormatter(NamedTuple):
    """How to write about a score sheet: language, names of seats, and isolation of numbers."""

    language: Language
    name_of: Callable[[Seat], str] = lambda seat: seat.name
    isolate: Callable[[str], str] = str

    def number(self, value: int) -> str:
        """A number as shown in a sentence."""
        return self.isolate(self.language.number(value))

    def cell_content(self, value: CellValue) -> str:
        """The content of a cell."""
        if isinstance(value, Seat):
            return self.name_of(value)
        return joined_contract_names(self.language, value) if isinstance(value, ContractSet) else self.number(value)


def invalid_sheet_sentence(language: Language, error: InvalidSheet) -> str:
    """Why a text is not a score sheet."""
    shortened_cell = (
        error.cell if len(error.cell) <= _MAX_SHOWN_CHARACTERS else error.cell[:_MAX_SHOWN_CHARACTERS] + "…"
    )
    return language.gettext(_TEXTS.unreadable_sheets[error.code], line=error.line, found=shortened_cell)


def row_remark(language: Language, written_contract_set: ContractSet | None, row_reading: RowReading) -> str:
    """A remark about a row; empty if there is only one reading."""
    _ = language.gettext
    if row_reading.status == "impossible":
        return _("✗ These points are not possible here")
    if written_contract_set is not None and row_reading.status == "possible":
        return ""
    names = [joined_contract_names(language, contract_set) for contract_set in row_reading.possible_contract_sets]
    if len(names) > 1:
        return _("Possible: %(contracts)s", contracts=language.join_list(names))
    if written_contract_set is None:
        return _("Only possible: %(contracts)s", contracts=names[0])
    return _("Several values are possible")


def kingdom_sentence(formatter: SheetFormatter, kingdom: KingdomOnPaper) -> str:
    """What a kingdom's rows add up to, and what they should."""
    language = formatter.language
    texts = _TEXTS.right_kingdom_sums if kingdom.sum in kingdom.expected_sums else _TEXTS.wrong_kingdom_sums
    if kingdom.sum is None:
        texts = _TEXTS.unknown_kingdom_sums
    return language.gettext(
        texts[kingdom.king is None],
        king="" if kingdom.king is None else formatter.name_of(kingdom.king),
        rows=language.ngettext(
            "row %(rows)s",
            "rows %(rows)s",
            len(kingdom.row_indexes),
            rows=row_number_range(language, kingdom.row_indexes),
        ),
        sum="" if kingdom.sum is None else formatter.number(kingdom.sum),
        expected=language.join_list([formatter.number(value) for value in kingdom.expected_sums]),
    )


def row_number_range(language: Language, row_indexes: Sequence[int]) -> str:
    """Row numbers, as a range."""
    first, last = language.number(row_indexes[0] + 1), language.number(row_indexes[-1] + 1)
    return first if first == last else f"{first}–{last}"


def slip_sentence(formatter: SheetFormatter, slip: SingleSlip) -> str:
    """The single slip that explains a sheet."""
    _ = formatter.language.gettext
    if isinstance(slip, RepeatedRow):
        return _("Row %(row)s repeats row %(other)s.", row=slip.row_index + 1, other=slip.original_row_index + 1)
    if isinstance(slip, CarryError):
        params = {
            "seat": formatter.name_of(slip.seat),
            "points": formatter.number(abs(slip.too_high_by)),
            "row": slip.first_row_index + 1,
        }
        if slip.too_high_by < 0:
            return _("%(seat)s is %(points)s too low from row %(row)s on.", **params)
        return _("%(seat)s is %(points)s too high from row %(row)s on.", **params)
    return " ".join(_missing_deal_sentences(formatter, slip))


def _missing_deal_sentences(formatter: SheetFormatter, missing_deal: MissingDeal) -> Iterator[str]:
    language, _ = formatter.language, formatter.language.gettext
    yield (
        _("A deal is missing after row %(row)s.", row=missing_deal.row_count_before)
        if missing_deal.row_count_before
        else _("A deal is missing before the first row.")
    )
    if missing_deal.contract_set is not None:
        contracts = joined_contract_names(language, missing_deal.contract_set)
        if missing_deal.king is None:
            yield _("It is %(contracts)s.", contracts=contracts)
        else:
            king = formatter.name_of(missing_deal.king)
            yield _("It is %(contracts)s in %(king)s’s kingdom.", contracts=contracts, king=king)
    points = [
        f"{formatter.name_of(seat)} {formatter.number(value)}"
        for seat, value in zip(SEATS, missing_deal.known_points, strict=True)
        if value is not None
    ]
    if points:
        yield _("Its points: %(points)s.", points=language.join_list(points))
    elif missing_deal.sum is not None:
        yield _("Its points add up to %(sum)s.", sum=formatter.number(missing_deal.sum))
    if missing_deal.alternative_row_counts_before:
        rows = row_number_range(
            language,
            (min(missing_deal.alternative_row_counts_before) - 1, max(missing_deal.alternative_row_counts_before) - 1),
        )
        yield (
            _("It may also fit further up in this kingdom.")
            if not min(missing_deal.alternative_row_counts_before)
            else _("It may also fit after row %(rows)s.", rows=rows)
        )


def change_sentence(formatter: SheetFormatter, change: CellChange) -> str:
    """What should have been written instead of what, and the kind of slip."""
    language = formatter.language
    params = {
        "row": change.row_index + 1,
        "becomes": formatter.cell_content(change.corrected_value),
        "was": UNKNOWN_VALUE_SIGN if change.written_value is None else formatter.cell_content(change.written_value),
        "kind": language.gettext(_TEXTS.slip_kinds[change.kind]),
    }
    if change.seat is None:
        return language.gettext("row %(row)s: %(becomes)s instead of %(was)s (%(kind)s)", **params)
    return language.gettext(
        "row %(row)s, %(seat)s: %(becomes)s instead of %(was)s (%(kind)s)",
        seat=formatter.name_of(change.seat),
        **params,
    )
