"""Differences between the sources, by section of the rule book."""

from trexscore.i18n.rule_book.differences import contracts, doubling, ends, kings, play, together
from trexscore.i18n.rule_book.differences.difference import Difference
from trexscore.i18n.texts.options import QUESTION

DIFFERENCES: dict[str, tuple[Difference, ...]] = {
    "played": play.PLAYED,
    "kings": kings.KINGS,
    "contracts": contracts.CONTRACTS,
    "doubling": doubling.DOUBLING,
    "combined": together.COMBINED,
    "partners": together.PARTNERS,
    "table": play.TABLE,
    "thrown": ends.THROWN,
    "renege": ends.RENEGE,
    "end": ends.END,
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
