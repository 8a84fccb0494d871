"""From a scored game to what it tells of each of the four."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trexscore.league.statistics.facts import Counts, Doubled, Facts, PointSums, Taken
from trexscore.league.statistics.like_rules import key_of
from trexscore.league.statistics.standing import Standing, standings
from trexscore.league.statistics.sums import NO_VALUES, ByContract, Sample, by_contract, sample
from trexscore.rules.captures import Captures
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.game import DealScore, Entry, Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, subtract
from trexscore.rules.validation import may_double
from trexscore.rules.winners import standing_order

Places = tuple[int, int, int, int]


class _Card(NamedTuple):
    """A doubled card, and what its doubling changed for each of the four."""

    taken_by: Seat
    held_by: Seat
    changed: Points


class _Deal(NamedTuple):
    """A counted deal as it is looked at from each seat; all points are turned so that more is better."""

    king: Seat
    contracts: tuple[Contract, ...]
    points: dict[Contract, list[int]]
    captures: Captures
    doubled: tuple[_Card, ...]
    could_double: bool
    renege_by: Seat | None


def facts_of(
    rules: HouseRules, entries: Sequence[Entry], game: Game, places: BySeat[int] | None = None
) -> BySeat[Facts]:
    """What the game that these entries come to tells of each seat, as far as it has been played.

    The entries are needed for captures and doublings, which lines of a score tell only where points came of them.
    `places` are those that the league gives the game (of shared ones the best); None where it gives none.
    """
    order = standing_order(rules)
    deals = [_deal(rules, order, deal, entries[deal.entry - 1]) for deal in game.deals]
    told = standings(rules, order, game, places)
    return BySeat(*(_facts(rules, order, game, deals, told[seat], seat) for seat in SEATS))


def _facts(  # noqa: PLR0913, PLR0917 - all that is looked at from a seat
    rules: HouseRules, order: int, game: Game, deals: Sequence[_Deal], told: Standing, seat: Seat
) -> Facts:
    counts = Counts(
        games=1,
        complete=int(game.complete),
        places=_placed(() if told.place is None else (told.place,)),
        deals=len(deals),
        without_trex=sum(Contract.TREX not in deal.contracts for deal in deals),
        reneges=sum(deal.renege_by is seat for deal in deals),
        kingdoms=int(seat in game.kings.begun),
        chosen_first=_chosen_first(deals, seat),
        taken=_taken(deals, seat),
        trex=_placed(deal.captures.trex.index(seat) + 1 for deal in deals if deal.captures.trex is not None),
        doubled=_doubled(rules, deals, seat),
        behind=told.behind,
        won_from_behind=told.won_from_behind,
        comebacks=int(told.comeback is not None),
        furthest_behind=told.furthest_behind,
    )
    held, eaten, by_others = _changed(deals, seat)
    by_deals = sum(deal.points[seat] for deal in game.deals)
    own = [one.points[seat] * order for one in game.kingdoms if one.king is seat and one.complete]
    points = PointSums(
        as_king=_points(deals, seat, king=True),
        otherwise=_points(deals, seat, king=False),
        kingdoms=sample(own),
        games=sample([game.totals[seat] * order] if game.complete else ()),
        doubled=held,
        eaten=eaten,
        by_others=by_others,
        adjustments=(game.totals[seat] - by_deals) * order,
        comebacks=NO_VALUES if told.comeback is None else sample((told.comeback,)),
    )
    return Facts(key_of(rules), counts, points)


def _deal(rules: HouseRules, order: int, deal: DealScore, entry: Entry) -> _Deal:
    points = {contract: [0, 0, 0, 0] for contract in deal.programme.contracts}
    for line in deal.lines:
        points[line.contract][line.seat] += line.points * order
    together = len(deal.programme.contracts) > 1 and not rules.doubling_when_combined
    return _Deal(
        king=deal.king,
        contracts=deal.programme.contracts,
        points=points,
        captures=entry.captures,
        doubled=tuple(_doubled_cards(rules, order, entry.captures)),
        could_double=not together and any(may_double(rules, card) for card, _ in entry.captures.cards),
        renege_by=entry.renege_by,
    )


def _doubled_cards(rules: HouseRules, order: int, captures: Captures) -> Iterator[_Card]:
    score = scorer_of(rules).score
    for card, taken in captures.cards:
        if taken.doubled_by is not None:
            as_it_was, plain = (
                score(Captures(((card, one),))).points for one in (taken, taken._replace(doubled_by=None))
            )
            changed = subtract(as_it_was, plain).map(lambda points: points * order)
            yield _Card(taken.taken_by, taken.doubled_by, changed)


def _chosen_first(deals: Sequence[_Deal], seat: Seat) -> ByContract[int]:
    first = next((deal.contracts for deal in deals if deal.king is seat), ())
    return by_contract(lambda contract: int(contract in first))


def _taken(deals: Sequence[_Deal], seat: Seat) -> Taken:
    captures = [deal.captures for deal in deals]
    cards = [dict(one.cards) for one in captures]
    return Taken(
        sample(int(one[Card.KING_OF_HEARTS].taken_by is seat) for one in cards if Card.KING_OF_HEARTS in one),
        sample(sum(one[card].taken_by is seat for card in QUEENS) for one in cards if QUEENS[0] in one),
        sample(one.diamonds[seat] for one in captures if one.diamonds is not None),
        sample(one.tricks[seat] for one in captures if one.tricks is not None),
    )


def _doubled(rules: HouseRules, deals: Sequence[_Deal], seat: Seat) -> Doubled:
    cards = [card for deal in deals for card in deal.doubled]
    takers = [card.taken_by for card in cards if card.held_by is seat]
    to_partner = takers.count(seat.partner) if rules.partnership else 0
    backfired = takers.count(seat)
    return Doubled(
        deals=sum(deal.could_double for deal in deals),
        paid_off=len(takers) - backfired - to_partner,
        backfired=backfired,
        to_partner=to_partner,
        eaten=sum(card.taken_by is seat and card.held_by is not seat for card in cards),
    )


def _changed(deals: Sequence[_Deal], seat: Seat) -> tuple[Sample, Sample, int]:
    """What doubling changed for this seat: as holder, as who took another's card, and as neither."""
    cards = [card for deal in deals for card in deal.doubled]
    held = [card.changed[seat] for card in cards if card.held_by is seat]
    eaten = [card.changed[seat] for card in cards if card.taken_by is seat is not card.held_by]
    changed = sum(card.changed[seat] for card in cards)
    return sample(held), sample(eaten), changed - sum(held) - sum(eaten)


def _points(deals: Sequence[_Deal], seat: Seat, *, king: bool) -> ByContract[Sample]:
    mine = [deal.points for deal in deals if (deal.king is seat) is king]
    return by_contract(lambda contract: sample(one[contract][seat] for one in mine if contract in one))


def _placed(places: Iterator[int] | tuple[int, ...]) -> Places:
    """How often each place."""
    all_places = tuple(places)
    return all_places.count(1), all_places.count(2), all_places.count(3), all_places.count(4)
