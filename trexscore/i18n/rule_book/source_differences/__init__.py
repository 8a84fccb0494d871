"""Differences between the sources, by section of the rule book."""

from trexscore.i18n.rule_book.source_differences import (
    combined_and_partners,
    contracts,
    doubling,
    kings,
    play,
    void_deals_and_end,
)
from trexscore.i18n.rule_book.source_differences.source_difference import SourceDifference
from trexscore.i18n.texts.options import QUESTION

SOURCE_DIFFERENCES: dict[str, tuple[SourceDifference, ...]] = {
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
SOURCE_DIFFERENCE_BY_OPTION = {
    option: difference
    for points in SOURCE_DIFFERENCES.values()
    for difference in points
    for option, question in QUESTION.items()
    if difference.question == question
}
"""By option, the difference that asks the same question."""
SLUG_OF_OPTION = _OTHER_SLUGS | {option: difference.slug for option, difference in SOURCE_DIFFERENCE_BY_OPTION.items()}
"""By option, the slug of the difference that explains it."""
