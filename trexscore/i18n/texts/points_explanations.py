"""Why a seat has points: each score line as a sentence."""

from collections.abc import Callable

import msgspec

from trexscore.i18n.game_terms import CARD_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_, Plural
from trexscore.i18n.text_files import read_texts
from trexscore.rules.cards import Card, Contract
from trexscore.rules.game import ScoreEntry
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.revoke import has_revoke_penalty
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.seats import Seat
from trexscore.rules.tables.points import CaptureCase


class _ExplanationTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card_reasons: dict[str, str]
    """By the line's reason, followed by "self-led" if the card's holder led the trick and took it."""
    capture_counts: dict[Contract, Plural]
    trex_places: dict[int, str]
    revoke_penalties: dict[str, str]
    """By the house rules' penalty. Trex has no suit to follow and no penalty."""


_TEXTS = read_texts(__file__, _ExplanationTexts)
CARD_REASON_TEXTS, REVOKE_PENALTY_TEXTS = _TEXTS.card_reasons, _TEXTS.revoke_penalties
CAPTURE_COUNT_TEXTS, TREX_PLACE_TEXTS = _TEXTS.capture_counts, _TEXTS.trex_places

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
