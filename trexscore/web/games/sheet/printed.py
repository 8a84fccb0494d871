"""The printed score sheet: blank, or with everything that was played; and the points table at its foot."""

from collections.abc import Mapping
from dataclasses import dataclass

from trexscore.game.record import Record
from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.i18n.marking import N_
from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import Card
from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS, NO_CONTRACTS, ContractSet
from trexscore.rules.expected_sum import doubling_sum_change, undoubled_sum
from trexscore.rules.game import DealScore, Game, ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import Preset
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS
from trexscore.rules.tables.points import CaptureCase, points_table
from trexscore.rules.validation import may_double_in_single_contract, playable_contract_sets
from trexscore.web.games import score_sheet
from trexscore.web.games.seats import SeatView
from trexscore.web.games.upcoming_deal import doublable_cards
from trexscore.web.games.view import GameView

_ROW_HEIGHTS_BY_MAX_ROWS = (16, "few"), (24, "usual"), (27, "more")
"""Row heights by the largest number of rows: a sheet has 12 rows with two deals a kingdom, 24 with five."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A deal, or room for one. `doublable_cards` are set only where there is room for one."""

    contract_set: ContractSet
    deal_sum: int | None = None
    doublable_cards: tuple[Card, ...] = ()
    deal_number: int | None = None
    points: tuple[int, ...] = ()
    doubled_cards_by_seat: tuple[tuple[Card, ...], ...] = ()
    void_reason_text: str = ""
    is_corrected: bool = False
    is_disputed: bool = False


@dataclass(frozen=True, slots=True)
class PrintedKingdom:
    """A kingdom, or room for one. `expected_sum`: its final sum; `seat_sums`: once it is finished."""

    king_name: str
    lines: tuple[PrintedLine, ...]
    expected_sum: int
    seat_sums: tuple[int, ...] = ()
    is_sum_proved: bool = False
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A whole sheet. A blank one has no `seats`, and perhaps no names."""

    preset: Preset
    rules: HouseRules
    names: tuple[str, ...]
    kingdoms: tuple[PrintedKingdom, ...]
    adjustments: tuple[score_sheet.AdjustmentOrTieBreakRow, ...] = ()
    seats: tuple[SeatView, ...] = ()
    is_final: bool = False
    """Whether the totals are final; otherwise there is room to write them."""
    winner_names: tuple[str, ...] = ()
    """The names of the winners; both of a team."""

    @property
    def expected_sum(self) -> int:
        """What the final totals must add up to, unless a doubled card changes it."""
        return sum(block.expected_sum for block in self.kingdoms) + sum(sum(row.points) for row in self.adjustments)

    @property
    def legend(self) -> dict[str, bool]:
        """Which signs are on the sheet and need an explanation."""
        lines = [line for block in self.kingdoms for line in block.lines]
        return {
            "boxes": any(line.doublable_cards for line in lines),
            "doubled": any(any(line.doubled_cards_by_seat) for line in lines),
            "is_corrected": any(line.is_corrected for line in lines),
            "is_disputed": any(line.is_disputed for line in lines),
            "moves": any(line.doublable_cards for line in lines) and _can_doubling_change_sums(self.rules),
        }

    def row_height_class(self, line_count_below: int) -> str:
        """The row height (a value of the style sheet) that fills a page, with this many lines below the sheet."""
        rows = sum(len(block.lines) + 1 for block in self.kingdoms) + len(self.adjustments) + self.rules.partnership
        return next(
            (height for max_rows, height in _ROW_HEIGHTS_BY_MAX_ROWS if rows + line_count_below <= max_rows), "many"
        )


def blank_sheet(preset: Preset) -> PrintedSheet:
    """A blank sheet under the rules of a preset."""
    return PrintedSheet(preset, preset.rules, ("", "", "", ""), _blank_kingdoms(preset.rules))


def blank_sheet_of_game(view: GameView) -> PrintedSheet:
    """A blank sheet with the names and the rules of a game."""
    return PrintedSheet(view.preset, view.rules, view.names, _blank_kingdoms(view.rules))


def filled_sheet(view: GameView, record: Record) -> PrintedSheet:
    """A sheet with what was played, and room for the rest."""
    game = record.play().game
    begun_kingdoms = _kingdoms_with_known_king(view, record, game)
    return PrintedSheet(
        view.preset,
        view.rules,
        view.names,
        begun_kingdoms + _blank_kingdoms(view.rules)[len(begun_kingdoms) :],
        tuple(score_sheet.adjustment_rows(record)),
        view.seats,
        view.complete,
        tuple(seat.name for seat in view.seats if seat.seat in view.winning_seats),
    )


def _blank_kingdoms(rules: HouseRules) -> tuple[PrintedKingdom, ...]:
    lines = _blank_lines(rules, ALL_FIVE_CONTRACTS)
    return tuple(PrintedKingdom("", lines, undoubled_sum(rules, ALL_FIVE_CONTRACTS)) for _king in SEATS)


def _kingdoms_with_known_king(view: GameView, record: Record, game: Game) -> tuple[PrintedKingdom, ...]:
    """The kingdoms that have begun, and the next one if its king is known."""
    entries = {counted.seq: counted.score_entry for counted in record.counted_entries}
    scores = {record.counted_entries[deal.entry_place - 1].seq: deal for deal in game.deals}
    expected_sum_by_king = {kingdom.king.name: kingdom.expected_sum for kingdom in game.kingdoms}
    seals = {sign_off.king: sign_off.seal for sign_off in view.state.agreements}
    blocks = []
    for kingdom in score_sheet.kingdom_blocks(view, record, game):
        played_deal_lines = [_printed_line(row, entries, scores) for row in kingdom.deal_rows]
        contracts_left = game.kingdoms_progress.contracts_left_by_king[SEAT_BY_LETTER[kingdom.king_letter]]
        blocks.append(
            PrintedKingdom(
                kingdom.king_name,
                (*played_deal_lines, *_blank_lines(record.rules, contracts_left)),
                expected_sum_by_king.get(kingdom.king_letter, 0) + (kingdom.remaining_sum or 0),
                () if contracts_left.bits else kingdom.seat_sums,
                kingdom.is_sum_proved,
                seals.get(kingdom.king_letter),
            )
        )
    return tuple(blocks)


def _can_doubling_change_sums(rules: HouseRules) -> bool:
    """Whether a doubled card can change what a row adds up to."""
    possible_taken_cards = (TakenCard(taker, holder, leader) for taker in SEATS for holder in SEATS for leader in SEATS)
    return any(doubling_sum_change(rules, Card.KING_OF_HEARTS, card) for card in possible_taken_cards)


def _printed_line(
    row: score_sheet.DealRow, entry_by_seq: Mapping[int, ScoreEntry], score_by_seq: Mapping[int, DealScore]
) -> PrintedLine:
    entry = entry_by_seq[row.seq]
    if entry.void_reason is not None:
        return PrintedLine(NO_CONTRACTS, void_reason_text=VOID_REASON_TEXTS[entry.void_reason])
    deal = score_by_seq[row.seq]
    doubled = tuple(tuple(card for card, taken in entry.captures.cards if taken.doubled_by is seat) for seat in SEATS)
    return PrintedLine(
        deal.contract_set,
        deal.sum,
        deal_number=deal.number,
        points=row.points,
        doubled_cards_by_seat=doubled,
        is_corrected=row.marks.is_corrected,
        is_disputed=row.marks.is_disputed,
    )


def _blank_lines(rules: HouseRules, contracts_left: ContractSet) -> tuple[PrintedLine, ...]:
    """A line for each deal still to play: contracts that may be played alone get lines of their own."""
    lines: list[PrintedLine] = []
    for contract_set in playable_contract_sets(rules, contracts_left):
        if not any(line.contract_set.overlaps(contract_set) for line in lines):
            lines.append(
                PrintedLine(
                    contract_set,
                    undoubled_sum(rules, contract_set),
                    tuple(doublable_cards(rules, contract_set.contracts)),
                )
            )
    return tuple(sorted(lines, key=lambda line: line.contract_set.bits))


_CAPTURE_CASE_LABELS: dict[CaptureCase, tuple[str, str]] = {
    "plain": (N_("Not doubled"), ""),
    "doubled": (N_("Doubled: who takes it"), N_("Doubled: taker / holder")),
    "partner": (N_("Doubled, taken by the partner"), N_("Doubled, partner took it: partner / other side")),
    "own": (N_("Own doubled card"), ""),
    "own_led_by_another": (N_("Own doubled card"), N_("Own doubled card / who led the trick")),
    "own_led_by_holder": (N_("Own doubled card, led the trick"), ""),
}
"""The label of each kind of capture: when one seat gets points for it, and when two do."""


@dataclass(frozen=True, slots=True)
class CaptureCasePoints:
    """A case of capture, and the points of the king and the queens for each seat that gets some."""

    label: str
    king_of_hearts_points: tuple[int, ...]
    queen_points: tuple[int, ...]


def points_of_capture_cases(rules: HouseRules) -> list[CaptureCasePoints]:
    """The points of cards by case of capture, without cases that cannot happen under these house rules."""
    return [_points_of_capture_case(rules, capture_case) for capture_case in _possible_capture_cases(rules)]


def _possible_capture_cases(rules: HouseRules) -> list[CaptureCase]:
    if not rules.allows_doubling:
        return ["plain"]
    capture_cases: list[CaptureCase] = ["plain", "doubled"]
    if rules.partnership and rules.partner_capture != "as_individuals":
        capture_cases.append("partner")
    capture_cases.append("own_led_by_another" if rules.own_capture_pays_leader else "own")
    if rules.own_capture == "leader_gains_unless_self_led":
        capture_cases.append("own_led_by_holder")
    return capture_cases


def _points_of_capture_case(rules: HouseRules, capture_case: CaptureCase) -> CaptureCasePoints:
    cards = points_table(rules).card_shares
    king, queen = (
        tuple(share.points for share in cards[card][capture_case])
        if capture_case == "plain" or may_double_in_single_contract(rules, card)
        else ()
        for card in (Card.KING_OF_HEARTS, Card.QUEEN_OF_HEARTS)
    )
    return CaptureCasePoints(_CAPTURE_CASE_LABELS[capture_case][len(king) > 1], king, queen)
