"""Prints a scored game as a table in the terminal."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trexscore.cli.output.streams import as_printed, escape_controls
from trexscore.game.file.game import GameFile
from trexscore.i18n import Language
from trexscore.i18n.game_terms import RULE_SOURCE_NAMES, VOID_REASON_TEXTS, joined_contract_names
from trexscore.i18n.texts.points_explanations import revoke_text, score_line_text
from trexscore.rules.game import DealScore, Game, KingdomScore, TieBreakDealScore
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.seats import NO_POINTS, SEATS, Seat, Team, add_points
from trexscore.rules.sources import SOURCES, granting_and_implying_sources
from trexscore.rules.tables.points import CaptureCase, capture_case_of

_COLUMN_GAP = "  "
_BLANK_POINTS_AND_TOTALS = [""] * 2 * len(SEATS)


def print_game(language: Language, game_file: GameFile, game: Game, *, explain: bool) -> None:
    """Print a row for each entry, the sums of kingdoms, the remaining contracts and the result."""
    _ = language.gettext
    head = [
        "",
        _("King"),
        _("Contract"),
        *game_file.player_names,
        *(_("%(name)s total", name=name) for name in game_file.player_names),
    ]
    rows = list(_table_rows(language, game_file, game))
    widths = _column_widths([head, *(row.cells for row in rows)])
    _print_row(head, widths)
    last_of = {deal.king: deal for deal in game.deals}
    for row in rows:
        _print_row(row.cells, widths, row.remark)
        if explain and row.deal_score:
            _print_deal_explanation(language, game_file, row.deal_score)
        if row.deal_score and row.deal_score is last_of[row.deal_score.king]:
            _print_kingdom_sum_check(
                language, game_file, next(k for k in game.kingdoms if k.king is row.deal_score.king)
            )
    print()
    for seat in SEATS:
        contracts_left = game.kingdoms_progress.contracts_left_by_king[seat]
        if contracts_left.contracts:
            print(
                _(
                    "%(king)s still has: %(contracts)s",
                    king=game_file.player_names[seat],
                    contracts=joined_contract_names(language, contracts_left),
                )
            )
    print(_totals_text(language, game_file, game))
    print(_result_text(language, game_file, game))
    print()


class _Row(NamedTuple):
    """A row of the table. A remark follows the cells and does not widen a column."""

    cells: list[str]
    deal_score: DealScore | None = None
    remark: str = ""


def _table_rows(language: Language, game_file: GameFile, game: Game) -> Iterator[_Row]:
    """All entries in order, so that each running total follows from the row above."""
    deals = {deal.entry_place: deal for deal in game.deals}
    running_totals = NO_POINTS
    for place, entry in enumerate(game_file.entries, 1):
        if entry.adjustment is not None:
            running_totals = add_points(running_totals, entry.adjustment)
            points = [*map(language.signed_number, entry.adjustment), *map(language.number, running_totals)]
            yield _Row(["", "", language.gettext("Adjusted"), *points], remark=escape_controls(entry.note))
        elif entry.void_reason is not None:
            king = "" if entry.king is None else game_file.player_names[entry.king]
            announced = "" if entry.contract_set is None else joined_contract_names(language, entry.contract_set)
            reason = language.gettext(VOID_REASON_TEXTS[entry.void_reason])
            remark = language.gettext("Void: %(reason)s", reason=reason)
            yield _Row(["", king, announced, *_BLANK_POINTS_AND_TOTALS], remark=remark)
        elif entry.is_tie_break:
            yield _tie_break_row(language, next(deal for deal in game.tie_break_deals if deal.entry_place == place))
        else:
            running_totals = deals[place].running_totals
            yield _Row(_deal_cells(language, game_file, deals[place]), deals[place])


def _tie_break_row(language: Language, tie_break_score: TieBreakDealScore) -> _Row:
    """A deal after the game, whose points are in no total."""
    points = [*map(language.signed_number, tie_break_score.points), *[""] * len(SEATS)]
    remark = language.gettext("Tiebreaker deal: its points don’t count in any total.")
    return _Row(["", "", joined_contract_names(language, tie_break_score.contract_set), *points], remark=remark)


def _deal_cells(language: Language, game_file: GameFile, deal_score: DealScore) -> list[str]:
    return [
        language.number(deal_score.number),
        game_file.player_names[deal_score.king],
        joined_contract_names(language, deal_score.contract_set),
        *map(language.signed_number, deal_score.points),
        *map(language.number, deal_score.running_totals),
    ]


def _print_deal_explanation(language: Language, game_file: GameFile, deal_score: DealScore) -> None:
    rules, entry = game_file.rules or STANDARD_PRESET.rules, game_file.entries[deal_score.entry_place - 1]
    revoke = revoke_text(language, rules, entry, lambda seat: game_file.player_names[seat])
    if revoke:
        print(f"             {revoke}")
    taken_cards = dict(entry.captures.cards)
    for line in deal_score.lines:
        capture_case = (
            capture_case_of(taken_cards[line.card], partnership=rules.partnership) if line.card in taken_cards else None
        )
        sentence = score_line_text(language, line, lambda seat: game_file.player_names[seat], capture_case)
        sources = _rule_sources_text(language, rules, line, capture_case)
        print(f"      {language.signed_number(line.points):>5}  {sentence} {sources}")


def _rule_sources_text(
    language: Language, rules: HouseRules, score_line: ScoreLine, capture_case: CaptureCase | None
) -> str:
    """The sources that state or imply this line's rule, or a note that it is the table's own."""
    sources, implied = granting_and_implying_sources(rules, score_line, capture_case)
    if not sources and implied:
        names = [language.gettext(RULE_SOURCE_NAMES[source]) for source in implied]
        return language.gettext("(implied by %(sources)s)", sources=language.join_list(names))
    if not sources:
        return language.gettext("(the table’s own rule)")
    if sources == SOURCES:
        return language.gettext("(according to all five sources)")
    names = [language.gettext(RULE_SOURCE_NAMES[source]) for source in sources]
    return language.gettext("(according to %(sources)s)", sources=language.join_list(names))


def _print_kingdom_sum_check(language: Language, game_file: GameFile, kingdom_score: KingdomScore) -> None:
    _ = language.gettext
    king, total, expected = game_file.player_names[kingdom_score.king], kingdom_score.sum, kingdom_score.expected_sum
    if total != expected:
        print(
            _(
                "   %(king)s’s kingdom adds up to %(sum)s but must be %(expected)s. Please report this bug.",
                king=king,
                sum=total,
                expected=expected,
            )
        )
    elif kingdom_score.is_complete:
        print(_("   %(king)s’s kingdom adds up to %(sum)s, as expected. ✓", king=king, sum=total))
    else:
        print(_("   %(king)s’s kingdom so far adds up to %(sum)s, as expected. ✓", king=king, sum=total))


def _totals_text(language: Language, game_file: GameFile, game: Game) -> str:
    totals = [
        f"{name} {language.number(points)}" for name, points in zip(game_file.player_names, game.totals, strict=True)
    ]
    if game.team_totals is not None:
        totals += [
            f"{_player_or_team_name(language, game_file, team)} {language.number(points)}"
            for team, points in zip(Team, game.team_totals, strict=True)
        ]
    return language.gettext("Totals: %(totals)s", totals=language.join_list(totals))


def _result_text(language: Language, game_file: GameFile, game: Game) -> str:
    if not game.is_complete:
        if game.next_deal_king is None:
            return language.gettext("The game isn’t over. The table decides who is king next.")
        return language.gettext(
            "The game isn’t over. %(king)s is king.", king=game_file.player_names[game.next_deal_king]
        )
    winners = language.join_list([_player_or_team_name(language, game_file, winner) for winner in game.outcome.winners])
    if game.outcome.tie_broken_by == "deal":
        return language.gettext("Won by: %(winners)s (tied, ahead in the tiebreaker deal)", winners=winners)
    if game.outcome.tie_broken_by is not None:
        return language.gettext("Won by: %(winners)s (tied, with more first places in Trex)", winners=winners)
    return language.gettext("Won by: %(winners)s", winners=winners)


def _player_or_team_name(language: Language, game_file: GameFile, seat_or_team: Seat | Team) -> str:
    if isinstance(seat_or_team, Seat):
        return game_file.player_names[seat_or_team]
    return language.gettext(
        "%(one)s and %(other)s",
        one=game_file.player_names[seat_or_team],
        other=game_file.player_names[seat_or_team + 2],
    )


def _print_row(cells: Sequence[str], column_widths: Sequence[int], remark: str = "") -> None:
    text_columns = 3
    padding = [
        " " * (width - _display_width(cell))
        for cell, width in zip(_cells_as_printed(cells), column_widths, strict=True)
    ]
    left_aligned_cells = [
        cell + space for cell, space in zip(cells[:text_columns], padding[:text_columns], strict=True)
    ]
    right = [space + cell for cell, space in zip(cells[text_columns:], padding[text_columns:], strict=True)]
    print(_COLUMN_GAP.join([*left_aligned_cells, *right, remark]).rstrip())


def print_columns(cells_and_remarks: Sequence[tuple[Sequence[str], str]]) -> None:
    """Print lines of cells in columns, each followed by a remark."""
    widths = _column_widths([cells for cells, _ in cells_and_remarks])
    for cells, remark in cells_and_remarks:
        _print_row(cells, widths, remark)


def _column_widths(cell_rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(_display_width, column)) for column in zip(*map(_cells_as_printed, cell_rows), strict=True)]


def _cells_as_printed(cells: Sequence[str]) -> list[str]:
    return list(map(as_printed, cells))


def _display_width(text: str) -> int:
    """The number of terminal columns; combining marks take none."""
    wide_character_count = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return wide_character_count + sum(unicodedata.category(character) not in {"Mn", "Me", "Cf"} for character in text)
