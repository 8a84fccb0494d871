"""The title of an entry: the contracts of a deal, or what else it is."""

from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.rules.game import ScoreEntry
from trexscore.web.games.contract_names import contract_set_name
from trexscore.web.rendering import translate as _


def title_of_score_entry(score_entry: ScoreEntry) -> str:
    """The title of an entry."""
    if score_entry.adjustment is not None:
        return _("Adjustment: %(reason)s", reason=score_entry.note)
    if score_entry.void_reason is not None:
        return _("Void deal: %(reason)s", reason=_(VOID_REASON_TEXTS[score_entry.void_reason]))
    name = contract_set_name(score_entry.contract_set) if score_entry.contract_set else ""
    return _("Tiebreaker: %(contracts)s", contracts=name) if score_entry.is_tie_break else name
