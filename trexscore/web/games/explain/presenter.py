"""Explains numbers: the lines of a deal with their rules, the rows of a total, and the sum of a kingdom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from trexscore.game.record import GameFileEntry, Record
from trexscore.i18n.texts.options import RULES_BY_OPTION
from trexscore.i18n.texts.points_explanations import redeal_claim_text, revoke_text, score_line_text
from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import CONTRACTS, Card, Contract
from trexscore.rules.contract_set import contract_set_of
from trexscore.rules.expected_sum import doubling_sum_change, expected_sum, undoubled_sum
from trexscore.rules.game import DealScore, Game, KingdomScore, ScoreEntry, TieBreakDealScore
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.tables.points import CaptureCase, capture_case_of, points_table
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.explain.rules import Rule, capture_cases_by_card, rule_of_option, rules_of_lines
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name, join_names
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class PointsLine:
    """One reason for a player's points: `count` cards, tricks or plain values of `points_each`, if there is a count."""

    text: str
    points: int
    count: int | None
    points_each: int
    contract: Contract
    card: Card | None
    cover: str
    """How its card is drawn: plain, or under the blanket (doubled)."""


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """A player's part of a deal."""

    name: str
    points: int
    lines: tuple[PointsLine, ...]


@dataclass(frozen=True, slots=True)
class DealExplanation:
    """A counted deal, line by line; a tie-break deal has neither number nor king."""

    deal_number: int
    king_name: str
    seat_points: tuple[SeatPoints, ...]
    joined_names_without_points: str
    """The names of players without points."""
    sum: int
    expected_sum: int
    rules: tuple[Rule, ...]
    revoke_text: str
    """Who did not follow suit, and what it costs; empty without a revoke."""
    revoke_rule_text: str
    note: str


@dataclass(frozen=True, slots=True)
class TotalRow:
    """A row of a total: a deal, or an adjustment (no contracts). `seq`: the entry that explains it."""

    seq: int
    title: str
    contracts: tuple[Contract, ...]
    king_name: str
    points: int
    total_after: int


def explain_deal(game: GameView, record: Record, played_game: Game, entry_place: int) -> DealExplanation | None:
    """Explain a deal's points; None if the entry at this place (from 1) of the record is not a deal that counts."""
    entry = record.counted_entries[entry_place - 1].score_entry
    deals: tuple[DealScore | TieBreakDealScore, ...] = (*played_game.deals, *played_game.tie_break_deals)
    score = next((deal for deal in deals if deal.entry_place == entry_place), None)
    if score is None:
        return None
    counted_score = score if isinstance(score, DealScore) else None
    seats = tuple(_seat_points(game, score, capture_cases_by_card(game.rules, entry.captures), seat) for seat in SEATS)
    revoke_rule = RULES_BY_OPTION["renege"][record.rules.renege]
    return DealExplanation(
        counted_score.number if counted_score else 0,
        game.name_of(counted_score.king) if counted_score else "",
        seats,
        join_names(seat.name for seat in seats if not seat.lines),
        score.sum,
        expected_sum(record.rules, score.contract_set, entry.captures),
        rules_of_lines(game.rules, score.lines, entry.captures),
        revoke_text(reader_language(), record.rules, entry, game.isolated_name_of),
        _(revoke_rule),
        entry.note,
    )


def entry_notes(names_by_seat: BySeat[str], rules: HouseRules, score_entry: ScoreEntry) -> tuple[str, ...]:
    """The notes of an entry: who did not follow suit, who asked for a new deal, and the table's own note."""
    language, names = reader_language(), BySeat(*map(isolate_name, names_by_seat))
    revoke = revoke_text(language, rules, score_entry, names.__getitem__)
    claim = redeal_claim_text(language, score_entry, names.__getitem__)
    return tuple(note for note in (revoke, claim, score_entry.note) if note)


def total_rows(game: GameView, record: Record, played_game: Game, seat: Seat) -> list[TotalRow]:
    """Everything that changed a player's total."""
    scores = {deal.entry_place: deal for deal in played_game.deals}
    rows, total_after = [], 0
    for place, counted in enumerate(record.counted_entries, 1):
        score, moved = scores.get(place), counted.score_entry.adjustment
        points = score.points[seat] if score else moved[seat] if moved else None
        if points is None:
            continue
        total_after += points
        contracts = score.contract_set.contracts if score else ()
        king_name = game.name_of(score.king) if score else ""
        rows.append(
            TotalRow(counted.seq, title_of_score_entry(counted.score_entry), contracts, king_name, points, total_after)
        )
    return rows


def _seat_points(
    game: GameView,
    deal_score: DealScore | TieBreakDealScore,
    capture_case_by_card: Mapping[Card | None, CaptureCase],
    seat: Seat,
) -> SeatPoints:
    lines = tuple(
        _points_line(game, line, capture_case_by_card.get(line.card)) for line in deal_score.lines if line.seat is seat
    )
    return SeatPoints(game.name_of(seat), deal_score.points[seat], lines)


def _points_line(game: GameView, line: ScoreLine, capture_case: CaptureCase | None) -> PointsLine:
    text = score_line_text(reader_language(), line, game.isolated_name_of, capture_case)
    count = _unit_count(game.rules, line)
    each, cover = line.points // count if count else 0, "plain" if line.reason == "plain" else "blanket"
    return PointsLine(text, line.points, count, each, line.contract, line.card, cover)


def _unit_count(rules: HouseRules, line: ScoreLine) -> int | None:
    """How many times a line has the same value; None if it is a single value."""
    if line.contract in (Contract.DIAMONDS, Contract.COLLECTIONS):
        return line.count
    if line.card is None:
        return None
    undoubled_points = sum(share.points for share in points_table(rules).card_shares[line.card]["plain"])
    times, rest = divmod(abs(line.points), abs(undoubled_points)) if undoubled_points else (0, 0)
    return times if times > 1 and not rest else None


@dataclass(frozen=True, slots=True)
class DoublingEffect:
    """A doubled card that changed the sum, by how many points, and by which rule."""

    deal_seq: int
    text: str
    sum_change: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class KingdomSumProof:
    """A kingdom's sum deal by deal, the sum without doubling and what changed it, and the points still to play."""

    is_kingdom_complete: bool
    sum: int
    expected_sum: int
    deal_sums: tuple[int, ...]
    undoubled_contract_sums: tuple[int, ...]
    undoubled_sum: int
    has_doubling: bool
    doubling_effects: tuple[DoublingEffect, ...]
    remaining_contract_sums: tuple[int, ...]
    remaining_sum: int


def kingdom_sum_proof(
    game: GameView, record: Record, played_game: Game, kingdom_score: KingdomScore
) -> KingdomSumProof:
    """The proof of a kingdom that has begun."""
    king = kingdom_score.king
    deals = [deal for deal in played_game.deals if deal.king is king]
    undoubled = _undoubled_sums(game.rules, CONTRACTS)
    remaining_sums = _undoubled_sums(game.rules, played_game.kingdoms_progress.contracts_left_by_king[king].contracts)
    return KingdomSumProof(
        is_kingdom_complete=kingdom_score.is_complete,
        sum=kingdom_score.sum,
        expected_sum=kingdom_score.expected_sum,
        deal_sums=tuple(deal.sum for deal in deals),
        undoubled_contract_sums=undoubled,
        undoubled_sum=sum(undoubled),
        has_doubling=any(
            taken.doubled_by is not None
            for deal in deals
            for _card, taken in _entry_of_deal(record, deal).score_entry.captures.cards
        ),
        doubling_effects=tuple(effect for deal in deals for effect in _doubling_effects(game, record, deal)),
        remaining_contract_sums=remaining_sums,
        remaining_sum=sum(remaining_sums),
    )


def _undoubled_sums(rules: HouseRules, contracts: tuple[Contract, ...]) -> tuple[int, ...]:
    return tuple(undoubled_sum(rules, contract_set_of((contract,))) for contract in contracts)


def _entry_of_deal(record: Record, deal: DealScore) -> GameFileEntry:
    return record.counted_entries[deal.entry_place - 1]


def _doubling_effects(game: GameView, record: Record, deal: DealScore) -> Iterator[DoublingEffect]:
    counted_entry = _entry_of_deal(record, deal)
    for card, taken in counted_entry.score_entry.captures.cards:
        points = doubling_sum_change(game.rules, card, taken)
        if points:
            capture_case = capture_case_of(taken, partnership=game.rules.partnership)
            line = next(line for line in deal.lines if line.card is card)
            text = score_line_text(reader_language(), line, game.isolated_name_of, capture_case)
            yield DoublingEffect(
                counted_entry.seq,
                text,
                points,
                rule_of_option(game.rules, _option_deciding_doubling(game.rules, taken)),
            )


def _option_deciding_doubling(rules: HouseRules, taken_card: TakenCard) -> str:
    """The option that decides whether a doubled card changes the sum."""
    capture_case = capture_case_of(taken_card, partnership=rules.partnership)
    if capture_case.startswith("own"):
        return "own_capture"
    if capture_case == "partner" and rules.partner_capture != "as_individuals":
        return "partner_capture"
    return "doubler_bonus"
