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
from trexscore.i18n.texts.options import QUESTION_BY_OPTION

SOURCE_DIFFERENCES_BY_SECTION: dict[str, tuple[SourceDifference, ...]] = {
    "played": play.BASICS_DIFFERENCES,
    "kings": kings.KINGS_DIFFERENCES,
    "contracts": contracts.CONTRACTS_DIFFERENCES,
    "doubling": doubling.DOUBLING_DIFFERENCES,
    "combined": combined_and_partners.COMBINED_DIFFERENCES,
    "partners": combined_and_partners.PARTNERS_DIFFERENCES,
    "table": play.TABLE_DIFFERENCES,
    "thrown": void_deals_and_end.VOID_DEAL_DIFFERENCES,
    "renege": void_deals_and_end.REVOKE_DIFFERENCES,
    "end": void_deals_and_end.END_DIFFERENCES,
}
_SLUG_BY_UNASKED_OPTION = {"combining": "what-complex-means", "redeals": "redeal-for-hearts"}
SOURCE_DIFFERENCE_BY_OPTION = {
    option: difference
    for points in SOURCE_DIFFERENCES_BY_SECTION.values()
    for difference in points
    for option, question in QUESTION_BY_OPTION.items()
    if difference.question == question
}
"""By option, the difference that asks the same question."""
SLUG_BY_OPTION = _SLUG_BY_UNASKED_OPTION | {
    option: difference.slug for option, difference in SOURCE_DIFFERENCE_BY_OPTION.items()
}
"""By option, the slug of the difference that explains it."""
