"""What captures give under some house rules, as a table small enough for the foot of a sheet."""

from dataclasses import dataclass

from trexscore.i18n.marking import N_
from trexscore.rules.cards import Card
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


def card_points(rules: HouseRules) -> list[CardPoints]:
    """The points of cards by event, without events that cannot happen under these house rules."""
    return [_card(rules, event) for event in _events(rules)]


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
