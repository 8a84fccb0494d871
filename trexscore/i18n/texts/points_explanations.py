"""Why a seat has points: each score line as a sentence."""

from collections.abc import Callable

from trexscore.i18n.game_terms import CARD_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_, N_n, Plural
from trexscore.rules.cards import Card, Contract
from trexscore.rules.game import ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.revoke import has_revoke_penalty
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.seats import Seat
from trexscore.rules.tables.points import CaptureCase

CARD_REASON_TEXTS = {
    "plain": N_("%(seat)s took the %(card)s."),
    "doubled": N_("%(seat)s took the %(card)s, which was doubled."),
    "doubler": N_("%(seat)s had doubled the %(card)s and gave it away."),
    "own_capture": N_("%(seat)s took the %(card)s after doubling it."),
    "own_capture self-led": N_("%(seat)s led the trick and took the %(card)s after doubling it."),
    "leader": N_("%(seat)s led the trick in which the holder had to take the %(card)s."),
    "leader self-led": N_("%(seat)s gains points for leading the trick with the %(card)s."),
    "opponents": N_("%(seat)s gains: one opponent doubled the %(card)s, and their partner took it."),
}
"""By the line's reason, followed by "self-led" if the card's holder led the trick and took it."""
CAPTURE_COUNT_TEXTS: dict[Contract, Plural] = {
    Contract.DIAMONDS: N_n("%(seat)s took one diamond.", "%(seat)s took %(count)s diamonds.", "count"),
    Contract.COLLECTIONS: N_n("%(seat)s took one trick.", "%(seat)s took %(count)s tricks.", "count"),
}
TREX_PLACE_TEXTS = {
    1: N_("%(seat)s went out first."),
    2: N_("%(seat)s went out second."),
    3: N_("%(seat)s went out third."),
    4: N_("%(seat)s was the last to go out."),
}

REVOKE_PENALTY_TEXTS = {
    "rest_to_offender": N_("%(seat)s revoked: everything not taken by then is charged to that player."),
    "whole_deal_to_offender": N_("%(seat)s revoked: the whole deal is charged to that player."),
    "none": N_("%(seat)s revoked."),
}
"""By the house rules' penalty. Trex has no suit to follow and no penalty."""
REDEAL_CLAIM_TEXT = N_("%(seat)s asked for the redeal.")

QUESTION_AND_ANSWER_TEXT = N_("%(question)s %(answer)s.")
DOUBLED_CARD_RULE_TEXT = N_("A doubled card costs twice its value.")
OWN_CARD_AFTER_REVOKE_TEXT = N_(
    "After a revoke, a player’s own doubled card costs its normal value if no one recorded who led the trick."
)
RULE_SOURCES_TEXT = N_("Sources: %(sources)s.")
IMPLYING_RULE_SOURCES_TEXT = N_("Implied by: %(sources)s.")
PROJECT_DECISION_TEXT = N_("No source covers this; it is how this app counts.")
TABLE_CUSTOM_TEXT = N_("A table custom.")


def score_line_text(
    language: Language, score_line: ScoreLine, name_of: Callable[[Seat], str], capture_case: CaptureCase | None = None
) -> str:
    """The line as a sentence. `capture_case`: how its card was captured."""
    seat = name_of(score_line.seat)
    if isinstance(score_line.card, Card):
        reason_when_led = f"{score_line.reason} self-led" if capture_case == "own_led_by_holder" else ""
        sentence = CARD_REASON_TEXTS.get(reason_when_led) or CARD_REASON_TEXTS[score_line.reason]
        return language.gettext(sentence, seat=seat, card=language.gettext(CARD_NAMES[score_line.card]))
    if score_line.reason == "place":
        return language.gettext(TREX_PLACE_TEXTS[score_line.count or 4], seat=seat)
    return language.translate_message(CAPTURE_COUNT_TEXTS[score_line.contract], seat=seat, count=score_line.count)


def revoke_text(language: Language, rules: HouseRules, score_entry: ScoreEntry, name_of: Callable[[Seat], str]) -> str:
    """Who revoked in a deal and the penalty; empty if no one did."""
    if score_entry.revoke_by is None or score_entry.contract_set is None:
        return ""
    penalty = rules.renege if has_revoke_penalty(rules, score_entry.contract_set) else "none"
    return language.gettext(REVOKE_PENALTY_TEXTS[penalty], seat=name_of(score_entry.revoke_by))


def redeal_claim_text(language: Language, score_entry: ScoreEntry, name_of: Callable[[Seat], str]) -> str:
    """Who asked for the redeal; empty if no one did."""
    if score_entry.redeal_claimed_by is None:
        return ""
    return language.gettext(REDEAL_CLAIM_TEXT, seat=name_of(score_entry.redeal_claimed_by))
