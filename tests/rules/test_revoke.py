"""A deal with a revoke has the expected sum, whatever cards were taken before it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games import random_house_rules
from trexscore.game.file.house_rules import read_house_rules
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS, TREX_ALONE, contract_set_of
from trexscore.rules.expected_sum import expected_sum
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.revoke import Revoke, has_revoke_penalty, revoke_of
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.validation import (
    capture_contradictions,
    card_capture_refusal,
    may_double_in_single_contract,
    refusals_of_wrong_counts,
)

SEAT = st.sampled_from(SEATS)
COUNTS_BEFORE = st.lists(st.integers(0, 3), min_size=4, max_size=4)
TAKEN = st.fixed_dictionaries(
    {card: st.tuples(st.none() | SEAT, st.none() | SEAT) for card in (Card.KING_OF_HEARTS, *QUEENS)}
)


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=15)
@given(offender=SEAT, diamonds=COUNTS_BEFORE, tricks=COUNTS_BEFORE, taken=TAKEN, seed=st.integers(0, 2**16))
def test_revoke_deal_has_expected_sum(  # noqa: PLR0913, PLR0917 - parameters of the test
    preset: str,
    offender: Seat,
    diamonds: list[int],
    tricks: list[int],
    taken: dict[Card, tuple[Seat | None, Seat | None]],
    seed: int,
) -> None:
    rules = read_house_rules(random_house_rules(Random(seed), preset), [])  # noqa: S311 - options, not secrets
    assert rules is not None
    revoke = revoke_of(rules, offender)
    cards = tuple(
        (card, TakenCard(revoke.effective_taker(taker), holder if may_double_in_single_contract(rules, card) else None))
        for card, (taker, holder) in taken.items()
    )
    captures = Captures(cards, revoke.effective_counts(diamonds), revoke.effective_counts(tricks))
    assert not [*refusals_of_wrong_counts(captures)]
    assert not [
        taken_card
        for taken_card in cards
        if card_capture_refusal(rules, *taken_card, are_contracts_combined=False, is_after_revoke=True)
    ]
    assert sum(scorer_of(rules).score(captures).points) == expected_sum(rules, ALL_FOUR_PENALTY_CONTRACTS, captures)


@given(offender=SEAT, counts_before=COUNTS_BEFORE)
def test_offender_is_charged_the_rest(offender: Seat, counts_before: list[int]) -> None:
    counts = Revoke(offender, charges_whole_deal=False).effective_counts(counts_before)
    assert [counts[seat] for seat in SEATS if seat is not offender] == [
        counts_before[seat] for seat in SEATS if seat is not offender
    ]
    assert counts[offender] == counts_before[offender] + Revoke(offender, charges_whole_deal=False).count_untaken(
        counts_before
    )


@given(offender=SEAT, counts_before=COUNTS_BEFORE, taken=SEAT)
def test_offender_is_charged_whole_deal(offender: Seat, counts_before: list[int], taken: Seat) -> None:
    revoke = Revoke(offender, charges_whole_deal=True)
    assert revoke.effective_counts(counts_before) == BySeat(0, 0, 0, 0).replacing(offender, 13)
    assert revoke.effective_taker(taken) is offender
    assert not [
        *capture_contradictions(
            Captures(((Card.KING_OF_HEARTS, TakenCard(offender)),), None, revoke.effective_counts(counts_before)),
            offender,
        )
    ]


def test_counts_over_13_leave_negative_rest() -> None:
    assert Revoke(Seat.B, charges_whole_deal=False).effective_counts([9, 0, 5, None]) == BySeat(9, -1, 5, 0)


def test_untaken_doubled_card_pays_doubler() -> None:
    revoke = revoke_of(STANDARD_PRESET.rules, Seat.B)
    captures = Captures(((Card.KING_OF_HEARTS, TakenCard(revoke.effective_taker(None), Seat.C)),))
    assert scorer_of(STANDARD_PRESET.rules).score(captures).points == BySeat(0, -150, 75, 0)


def test_no_penalty_in_trex_or_without_rule() -> None:
    assert has_revoke_penalty(STANDARD_PRESET.rules, contract_set_of((Contract.QUEENS,)))
    assert not has_revoke_penalty(STANDARD_PRESET.rules, TREX_ALONE)
    without_penalty = STANDARD_PRESET.rules.__class__(renege="none")
    assert not has_revoke_penalty(without_penalty, ALL_FOUR_PENALTY_CONTRACTS)
