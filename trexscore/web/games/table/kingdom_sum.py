"""Why a kingdom adds up: the values of its contracts, and the doubled cards that changed the sum."""

from collections.abc import Iterator
from dataclasses import dataclass

from trexscore.game.record import Record
from trexscore.i18n.texts.explanations import line_text
from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import CONTRACTS, Card, Contract
from trexscore.rules.contract_set import contract_set_of
from trexscore.rules.expected import face_value, sum_change_of
from trexscore.rules.game import DealScore, Game, KingdomScore
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.tables.points import event_of
from trexscore.web.games.explain.rules import Rule, rule_of
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated


@dataclass(frozen=True, slots=True)
class Moved:
    """A doubled card that changed the sum, by how many points, and by which rule."""

    seq: int
    text: str
    points: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class Proof:
    """A kingdom's sum deal by deal, the sum without doubling and what changed it, and the points still to play."""

    complete: bool
    sum: int
    expected: int
    deals: tuple[int, ...]
    plain: tuple[int, ...]
    plain_sum: int
    doubled: bool
    moved: tuple[Moved, ...]
    left: tuple[int, ...]
    left_sum: int


def proof_of(game: GameView, record: Record, played: Game, kingdom: KingdomScore) -> Proof:
    """The proof of a kingdom that has begun."""
    king = kingdom.king
    deals = [deal for deal in played.deals if deal.king is king]
    plain = _values(game.rules, CONTRACTS)
    left = _values(game.rules, played.kings.left[king].contracts)
    return Proof(
        complete=kingdom.complete,
        sum=kingdom.sum,
        expected=kingdom.expected_sum,
        deals=tuple(deal.sum for deal in deals),
        plain=plain,
        plain_sum=sum(plain),
        doubled=any(taken.doubled_by is not None for deal in deals for _, taken in _cards(record, deal)),
        moved=tuple(moved for deal in deals for moved in _moved(game, record, deal)),
        left=left,
        left_sum=sum(left),
    )


def _values(rules: HouseRules, contracts: tuple[Contract, ...]) -> tuple[int, ...]:
    return tuple(face_value(rules, contract_set_of((contract,))) for contract in contracts)


def _seq(record: Record, deal: DealScore) -> int:
    return record.counted[deal.entry - 1].seq


def _cards(record: Record, deal: DealScore) -> tuple[tuple[Card, TakenCard], ...]:
    return record.counted[deal.entry - 1].entry.captures.cards


def _moved(game: GameView, record: Record, deal: DealScore) -> Iterator[Moved]:
    for card, taken in _cards(record, deal):
        points = sum_change_of(game.rules, card, taken)
        if points:
            event = event_of(taken, partnership=game.rules.partnership)
            line = next(line for line in deal.lines if line.card is card)
            text = line_text(reader_language(), line, lambda seat: isolated(game.name_of(seat)), event)
            yield Moved(_seq(record, deal), text, points, rule_of(game.rules, _option(game.rules, taken)))


def _option(rules: HouseRules, taken: TakenCard) -> str:
    """The option that decides whether a doubled card changes the sum."""
    event = event_of(taken, partnership=rules.partnership)
    if event.startswith("own"):
        return "own_capture"
    return "partner_capture" if event == "partner" and rules.partner_capture != "as_individuals" else "doubler_bonus"
