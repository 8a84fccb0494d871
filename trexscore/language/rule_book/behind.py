"""The house rule behind a line of a score: what it says, who has it, and where the book tells more."""

from typing import NamedTuple

from trexscore.language.rule_book import worked
from trexscore.language.rule_book.sentences import Sentence
from trexscore.rules.cards import Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.points_table import Event, Reason
from trexscore.rules.scoring import Line
from trexscore.rules.sources import Source, grants_reason

_EVENT: dict[Reason, Event] = {
    "doubled": "doubled",
    "doubler": "doubled",
    "own_capture": "own_led_by_another",
    "leader": "own_led_by_another",
    "opponents": "partner",
}
_TOLD_AT: dict[Event, str] = {
    "doubled": "doubled-and-taken-by-another",
    "own_led_by_another": "own-doubled-card",
    "partner": "partner-takes-the-doubled-card",
}
_COUNTED_AT = {
    Contract.KING_OF_HEARTS: "king-of-hearts-points",
    Contract.QUEENS: "queen-points",
    Contract.DIAMONDS: "diamond-points",
    Contract.COLLECTIONS: "trick-points",
    Contract.TREX: "trex-points",
}


class Behind(NamedTuple):
    """The rule in one sentence, the sources that have it (none: a custom of tables), and the slug in the rule book."""

    rule: Sentence
    sources: tuple[Source, ...]
    slug: str


def behind(rules: HouseRules, line: Line, *, partner: bool = False) -> Behind:
    """The rule that a line hangs on. `partner`: the doubled card went to its holder's partner, which no line says."""
    sources = grants_reason(rules, line)
    event = _EVENT.get(line.reason)
    if event is None or line.card is None:
        return Behind(worked.of_contract(rules, line.contract), sources, _COUNTED_AT[line.contract])
    if partner and event == "doubled":
        event = "partner"
    return Behind(worked.of_event(rules, line.card, event), sources, _TOLD_AT[event])
