"""Differences between the sources, by section of the rule book."""

from trexscore.i18n.rule_book.differences import (
    combined_and_partners,
    contracts,
    doubling,
    kings,
    play,
    void_deals_and_end,
)
from trexscore.i18n.rule_book.differences.difference import Difference
from trexscore.i18n.texts.options import QUESTION

DIFFERENCES: dict[str, tuple[Difference, ...]] = {
    "played": play.PLAYED,
    "kings": kings.KINGS,
    "contracts": contracts.CONTRACTS,
    "doubling": doubling.DOUBLING,
    "combined": combined_and_partners.COMBINED,
    "partners": combined_and_partners.PARTNERS,
    "table": play.TABLE,
    "thrown": void_deals_and_end.THROWN,
    "renege": void_deals_and_end.RENEGE,
    "end": void_deals_and_end.END,
}
_OTHER_SLUGS = {"combining": "what-complex-means", "redeals": "redeal-for-hearts"}
DIFFERENCE_OF_OPTION = {
    option: difference
    for points in DIFFERENCES.values()
    for difference in points
    for option, question in QUESTION.items()
    if difference.question == question
}
"""By option, the difference that asks the same question."""
SLUG_OF_OPTION = _OTHER_SLUGS | {option: difference.slug for option, difference in DIFFERENCE_OF_OPTION.items()}
"""By option, the slug of the difference that explains it."""
