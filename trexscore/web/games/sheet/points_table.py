"""What captures give under some house rules, as a table small enough for the foot of a sheet."""

from dataclasses import dataclass

from trexscore.i18n.marking import N_
from trexscore.rules.cards import IN_A_SUIT, QUEENS, Card
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.tables.points import Event, points_table
from trexscore.rules.validation import may_double

_LABEL: dict[Event, tuple[str, str]] = {
    "plain": (N_("Not doubled"), ""),
    "doubled": (N_("Doubled: who takes it"), N_("Doubled: taker / holder")),
    "partner": (N_("Doubled, taken by the partner"), N_("Doubled, partner took it: partner / other side")),
    "own": (N_("Own doubled card"), ""),
    "own_led_by_another": (N_("Own doubled card"), N_("Own doubled card / who led the trick")),
    "own_led_by_holder": (N_("Own doubled card, led the trick"), ""),
}
"""The label of each event: when one seat gets points for it, and when two do."""


@dataclass(frozen=True, slots=True)
class CardPoints:
    """An event of a card, and the points of the king and the queens for each seat that gets some."""

    label: str
    king: tuple[int, ...]
    queen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PointsInShort:
    """The points of cards by event, and of what is only counted."""

    cards: tuple[CardPoints, ...]
    diamond: int
    trick: int
    trex: tuple[int, ...]
    queens: int = len(QUEENS)
    in_a_suit: int = IN_A_SUIT


def points_in_short(rules: HouseRules) -> PointsInShort:
    """The points table of these house rules, without events that cannot happen under them."""
    table = points_table(rules)
    return PointsInShort(
        tuple(_card(rules, event) for event in _events(rules)), table.diamond, table.trick, tuple(table.trex)
    )


def _events(rules: HouseRules) -> list[Event]:
    if rules.doubling == "off":
        return ["plain"]
    events: list[Event] = ["plain", "doubled"]
    if rules.partnership and rules.partner_capture != "as_individuals":
        events.append("partner")
    events.append("own_led_by_another" if rules.leader_is_paid else "own")
    if rules.own_capture == "leader_gains_unless_self_led":
        events.append("own_led_by_holder")
    return events


def _card(rules: HouseRules, event: Event) -> CardPoints:
    cards = points_table(rules).cards
    king, queen = (
        tuple(share.points for share in cards[card][event]) if event == "plain" or may_double(rules, card) else ()
        for card in (Card.KING_OF_HEARTS, Card.QUEEN_OF_HEARTS)
    )
    return CardPoints(_LABEL[event][len(king) > 1], king, queen)
