"""Highlights of a finished game as sentences."""

from trexscore.i18n.marking import N_, N_n, Plural

HAS_WON_TEXT = N_n("%(names)s has won", "%(names)s have won", "people")
WINS_BY_TEXT = N_n("%(names)s wins by %(points)s", "%(names)s win by %(points)s", "people")
WINS_TIE_BREAK_TEXT = N_n("%(names)s wins the tiebreaker", "%(names)s win the tiebreaker", "people")
VERDICT_TEXTS = (HAS_WON_TEXT, WINS_BY_TEXT, WINS_TIE_BREAK_TEXT)
"""Who won; `people` is the number of winners."""

HEADLINE_TEXTS: dict[str, str | Plural] = {
    "tie_deal": N_("Tied on points: decided by the tiebreaker deal."),
    "tie_firsts": N_("Tied on points: decided by more first places in Trex."),
    "shared": N_("Tied on points: the win is shared."),
    "late": N_("%(name)s took the lead in the last deal and won by %(points)s."),
    "narrow": N_n(
        "Only one point between first and second.", "Only %(points)s points between first and second.", "points"
    ),
    "king_and_won": N_n(
        "%(name)s took the king of hearts once and still won by %(points)s.",
        "%(name)s took the king of hearts %(count)s times and still won by %(points)s.",
        "count",
    ),
    "only_above": N_("Only %(name)s finished above zero."),
    "no_queen": N_n(
        "%(name)s won without taking a single queen.", "%(name)s won without taking one of %(count)s queens.", "count"
    ),
    "late_kingdom": N_("%(name)s took the lead in the last kingdom and won."),
    "from_behind": N_n(
        "%(name)s was one point behind and won by %(points)s.",
        "%(name)s was %(count)s points behind and won by %(points)s.",
        "count",
    ),
    "led_all": N_("%(name)s led from the first deal to the last."),
    "lead_changes": N_n("The lead changed once.", "The lead changed %(count)s times.", "count"),
    "firsts": N_n("%(name)s went out first in Trex once.", "%(name)s went out first in Trex %(count)s times.", "count"),
    "all_queens": N_("%(name)s took all four queens in one deal."),
    "none_above": N_("No one finished above zero."),
    "paid": N_n(
        "One card that %(name)s had doubled went to an opponent.",
        "%(count)s cards that %(name)s had doubled went to opponents.",
        "count",
    ),
    "no_king": N_("%(name)s won without ever taking the king of hearts."),
    "far": N_("A clear win for %(name)s, by %(points)s."),
    "won": N_("A win for %(name)s, by %(points)s."),
    "over": N_n("The game is over after one deal.", "The game is over after %(count)s deals.", "count"),
}
"""`name` is a player or a pair."""

FACT_TEXTS: dict[str, str | Plural] = {
    "trex_first": N_n("%(name)s, Trex first once", "%(name)s, Trex first %(count)s times", "count"),
    "kings": N_("%(name)s, kings of hearts in all"),
    "worst_deal": N_("%(name)s, worst single deal"),
    "best_deal": N_("%(name)s, best single deal"),
    "own_doubled": N_("%(name)s, own doubled cards taken"),
    "paid": N_("%(name)s, doubled cards that paid off"),
    "queens_avoided": N_("queens, and none for %(name)s"),
    "queens_in_one": N_("%(name)s, queens in one deal"),
    "queens": N_("%(name)s, queens in all"),
    "diamonds_in_one": N_("%(name)s, diamonds in one deal"),
    "diamonds": N_("%(name)s, diamonds in all"),
    "tricks_in_one": N_("%(name)s, tricks in one deal"),
    "tricks": N_("%(name)s, tricks in Collections in all"),
    "trickless": N_("%(name)s, Collections without a trick"),
    "lasts": N_("%(name)s, times last in Trex"),
    "never_last": N_("%(name)s, Trex deals, never last"),
    "kings_avoided": N_("kings of hearts, and none for %(name)s"),
    "own_kingdom": N_("%(name)s, best own kingdom"),
    "own_loss": N_("%(name)s, worst own kingdom"),
    "kingdoms_won": N_("%(name)s, kingdoms with the best score"),
    "led": N_("%(name)s, deals in the lead"),
    "low": N_("%(name)s, lowest score along the way"),
    "behind": N_("%(name)s, furthest behind"),
    "lead_changes": N_("lead changes"),
    "gains": N_("%(name)s, deals with points gained"),
    "spread": N_("between first and last"),
    "deals": N_("deals played"),
}
"""Shown small, under the number that it explains."""
