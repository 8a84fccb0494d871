"""How an abandoned game counts."""

from trexscore.i18n.marking import N_

WHAT_COUNTS: dict[str, str] = {
    "completed_kingdoms": N_("Only complete kingdoms and adjustments count."),
    "as_it_stands": N_("Every deal that was played counts."),
    "no_result": N_("No result counts."),
}
"""By the house rules for unfinished games."""
