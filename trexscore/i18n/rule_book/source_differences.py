"""Points on which the sources differ, or which none of them settles. Their texts are in `source_differences.json`."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book import combined_contracts, table_rules
from trexscore.i18n.rule_book import points_sentences as worked
from trexscore.i18n.rule_book.sentences import Sentence, SignedPoints, make_sentence, render_sentence
from trexscore.i18n.text_files import read_texts
from trexscore.i18n.texts.options import QUESTION_BY_OPTION, option_answer
from trexscore.rules.cards import Contract
from trexscore.rules.house_rules import BARE_HEARTS_REASONS, TWOS_REASONS, HouseRules, VoidReason
from trexscore.rules.sources import SOURCES, Source, sources_of_letters

_RULE_WHERE_PLAYED_TEXT = N_("Where this is played: %(how)s")
_NOT_PLAYED_SENTENCE = make_sentence(N_("This is not played at this table."))
_SINGLE_CONTRACTS_SENTENCE = make_sentence(N_("At this table contracts are not played together: each deal has one."))
RULE_BY_SLUG: Mapping[str, Callable[[HouseRules], Sentence | None]] = {
    "order-of-contracts": table_rules.contract_orders_sentence,
    "king-of-hearts-points": partial(worked.contract_points_sentence, contract=Contract.KING_OF_HEARTS),
    "queen-points": partial(worked.contract_points_sentence, contract=Contract.QUEENS),
    "diamond-points": partial(worked.contract_points_sentence, contract=Contract.DIAMONDS),
    "trick-points": partial(worked.contract_points_sentence, contract=Contract.COLLECTIONS),
    "diamonds-and-tricks-exchanged": worked.diamond_and_trick_points_sentence,
    "sum-of-a-kingdom": worked.kingdom_sum_sentence,
    "trex-points": partial(worked.contract_points_sentence, contract=Contract.TREX),
    "holder-led-the-trick": worked.holder_led_points_sentence,
    "four-times-the-value": worked.quadruple_loss_sentence,
    "largest-swing-in-queens": worked.queens_point_range_sentence,
    "what-complex-means": combined_contracts.complex_meaning_sentence,
    "single-contracts-beside-complex": combined_contracts.single_contracts_sentence,
    "total-of-a-combined-deal": combined_contracts.all_four_sum_sentence,
    "queen-of-diamonds-counts-twice": combined_contracts.queen_of_diamonds_points_sentence,
    "trex-of-partners": worked.team_trex_points_sentence,
    "redeal-for-hearts": partial(
        table_rules.granted_redeals_sentence, reasons=(*BARE_HEARTS_REASONS, "five_hearts_with_king")
    ),
    "redeal-for-twos": partial(table_rules.granted_redeals_sentence, reasons=TWOS_REASONS),
    "redeal-with-partners": table_rules.partners_redeal_sentence,
    "queens-split-evenly": table_rules.split_queens_redeal_sentence,
    "suit-closed-without-jacks": partial(table_rules.granted_redeals_sentence, reasons=("suit_closed_without_jacks",)),
    "misdeal": partial(table_rules.granted_redeals_sentence, reasons=("misdeal",)),
    "number-of-deals": table_rules.kingdom_sentence,
    "showing-the-hand": lambda _rules: table_rules.HAND_SHOWN_FOR_REDEAL_SENTENCE,
    "points-by-agreement": lambda _rules: make_sentence(table_rules.ADJUSTMENT_TEXT),
    "who-wins": table_rules.positive_total_sentence,
    "ties": table_rules.remaining_tie_sentence,
}
"""By the slug of the difference: rules that depend on the table, or whose text is used elsewhere too."""
_SENTENCES_IF_NOT_PLAYED: Mapping[str, Callable[[HouseRules], Sequence[Sentence]]] = {
    "doubling": lambda rules: () if rules.allows_doubling else (worked.NO_DOUBLING_SENTENCE,),
    "partners": lambda rules: () if rules.partnership else (table_rules.NO_PARTNERS_SENTENCE,),
    "combining": lambda rules: (_SINGLE_CONTRACTS_SENTENCE,) if rules.combining == "none" else (),
    "quadruple": lambda rules: () if rules.own_capture == "quadruple" else (_NOT_PLAYED_SENTENCE,),
    "right_then_opposite": lambda rules: (
        ()
        if rules.next_king == "right_then_opposite"
        else (_NOT_PLAYED_SENTENCE, table_rules.next_king_sentence(rules))
    ),
    "seven_of_hearts": lambda rules: (
        () if rules.first_king == "seven_of_hearts" else (_NOT_PLAYED_SENTENCE, table_rules.first_king_sentence(rules))
    ),
    "revoke_penalty": lambda rules: table_rules.revoke_sentences(rules) if rules.renege == "none" else (),
    "ties": lambda rules: (table_rules.winner_sentence(rules),) if table_rules.do_all_but_one_win(rules) else (),
}
"""By what a difference needs: the sentences for tables that do not play it, none for tables that do."""
_SLUG_BY_UNASKED_OPTION = {"combining": "what-complex-means", "redeals": "redeal-for-hearts"}


class Claim(NamedTuple):
    """What some sources say, in our words."""

    sources: tuple[Source, ...]
    sentence: Sentence


class _TextWithNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    numbers: dict[str, int | str]
    """A number that is written as text, such as "+75", is shown with its sign."""


class SourceDifference(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"own_question": "question", "text_by_source_letters": "claims"},
):
    """A point on which the sources differ. The rule here comes from an option, or is settled by this project."""

    slug: str
    """Its permanent address."""
    own_question: str = ""
    question_of: str = ""
    """The option that asks the same question, in place of an own question."""
    answer_of: str = ""
    """The option whose answer is the rule here."""
    topics: tuple[str, ...] = ()
    """Topics besides those of its section, for the search."""
    needs: tuple[str, ...] = ()
    """What a table has to play; for other tables, the rule is stated as one of tables that do."""
    void_reasons: tuple[VoidReason, ...] = ()
    """Reasons for a void deal that this difference is about; void deals link here."""
    text_by_source_letters: dict[str, str | _TextWithNumbers] = {}
    """Claims by the letters of their sources: Wikipedia, How-to, Onlinetrex, German, Denexa."""
    customs: str | _TextWithNumbers = ""
    """What tables, apps and other texts do."""
    rule: str | _TextWithNumbers = ""
    """The rule here, unless it is in `RULE_BY_SLUG`."""

    @property
    def question(self) -> str:
        return self.own_question or QUESTION_BY_OPTION[self.question_of]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the sources say."""
        return tuple(
            Claim(sources_of_letters(letters), _sentence_of(text))
            for letters, text in self.text_by_source_letters.items()
        )

    @property
    def silent_sources(self) -> tuple[Source, ...]:
        """The sources that say nothing about it."""
        speaking = {source for claim in self.claims for source in claim.sources}
        return tuple(source for source in SOURCES if source not in speaking)

    @property
    def customs_sentence(self) -> Sentence | None:
        return _sentence_of(self.customs) if self.customs else None

    def project_rule(self, rules: HouseRules) -> Sentence | None:
        """What this project has settled for these house rules, if anything."""
        if self.slug in RULE_BY_SLUG:
            return RULE_BY_SLUG[self.slug](rules)
        return _sentence_of(self.rule) if self.rule else None

    def sentences_if_not_played(self, rules: HouseRules) -> Sequence[Sentence]:
        """The sentences for a table that does not play it; none for one that does."""
        return next(filter(None, (_SENTENCES_IF_NOT_PLAYED[needed](rules) for needed in self.needs)), ())


def _sentence_of(text: str | _TextWithNumbers) -> Sentence:
    if isinstance(text, str):
        return make_sentence(text)
    number_by_name = {
        name: SignedPoints(number) if isinstance(number, str) else number for name, number in text.numbers.items()
    }
    return make_sentence(text.text, **number_by_name)


SOURCE_DIFFERENCES_BY_SECTION = read_texts(__file__, dict[str, tuple[SourceDifference, ...]])
SOURCE_DIFFERENCE_BY_OPTION = {
    difference.question_of: difference
    for differences in SOURCE_DIFFERENCES_BY_SECTION.values()
    for difference in differences
    if difference.question_of
}
"""By option, the difference that asks the same question."""
SLUG_BY_OPTION = _SLUG_BY_UNASKED_OPTION | {
    option: difference.slug for option, difference in SOURCE_DIFFERENCE_BY_OPTION.items()
}
"""By option, the slug of the difference that explains it."""


def table_rule_texts(language: Language, rules: HouseRules, source_difference: SourceDifference) -> tuple[str, ...]:
    """What these house rules do about it."""
    project_rule = source_difference.project_rule(rules)
    settled_texts = (render_sentence(language, project_rule),) if project_rule else ()
    not_played = source_difference.sentences_if_not_played(rules)
    if not_played:
        replacements = [render_sentence(language, sentence) for sentence in not_played]
        return (*replacements, *(language.gettext(_RULE_WHERE_PLAYED_TEXT, how=text) for text in settled_texts))
    answers = (option_answer(language, rules, source_difference.answer_of),) if source_difference.answer_of else ()
    return (*answers, *settled_texts)
