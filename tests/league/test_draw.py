"""Tables drawn for an evening: everybody once, fairly, and so that anybody can draw them again."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, pairwise
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hashes import said_by_each
from trexscore.league.draw import METHODS, NO_ROUNDS, Draw, Method, SeasonCounts, count_rounds, draw
from trexscore.league.pairs import ordered_pair
from trexscore.rules.seats import BySeat

SEEDS = st.integers(0, 2**63)
PRESENT = st.sets(st.integers(1, 40), max_size=21)
RATINGS = {member: member * 7919 % 400_000 + 800_000 for member in range(1, 201)}
ROUNDS = 20
ALL_SIXTEEN = range(1, 17)
ALL_SIXTY = range(1, 61)


def members_of(drawn: Draw) -> list[int]:
    return sorted([*chain.from_iterable(drawn.tables), *drawn.sitting_out])


@cache
def season(method: Method, evenings: tuple[Sequence[int], ...], *, partners: bool = False) -> tuple[Draw, ...]:
    drawn: list[Draw] = []
    for number, present in enumerate(evenings):
        drawn.append(draw(method, present, number, before=count_rounds(drawn), ratings=RATINGS, partners=partners))
    return tuple(drawn)


def some_of(members: Sequence[int], always: int, rounds: int) -> tuple[Sequence[int], ...]:
    """Evenings to which the first members always come, the others two times in three."""
    rnd = random.Random(5)  # noqa: S311 - a simulation
    return tuple(tuple(one for one in members if one <= always or rnd.random() < 2 / 3) for _ in range(rounds))


def uneven(counts: Sequence[int]) -> int:
    """By how much the squares add up to more than those of counts as even as can be."""
    least, more = divmod(sum(counts), len(counts))
    return sum(count**2 for count in counts) - (len(counts) - more) * least**2 - more * (least + 1) ** 2


def meetings(rounds: Iterable[Draw], members: Iterable[int]) -> list[int]:
    met = count_rounds(rounds).met
    return [met.get(two, 0) for two in combinations(sorted(members), 2)]


def partnerships(rounds: Iterable[Draw], members: Iterable[int]) -> list[int]:
    opposite = count_rounds(rounds).opposite
    return [opposite.get(two, 0) for two in combinations(sorted(members), 2)]


@given(method=st.sampled_from(METHODS), present=PRESENT, seed=SEEDS, partners=st.booleans())
def test_everybody_sits_at_one_table_or_sits_out_and_never_more_than_three_do(
    method: Method, present: set[int], seed: int, *, partners: bool
) -> None:
    drawn = draw(method, present, seed, ratings=RATINGS, partners=partners)
    assert members_of(drawn) == sorted(present)
    assert len(drawn.sitting_out) == len(present) % 4


@given(st.sampled_from(METHODS), PRESENT, SEEDS, st.randoms())
def test_the_same_seed_draws_the_same_tables_in_whatever_order_people_came(
    method: Method, present: set[int], seed: int, rnd: random.Random
) -> None:
    came = rnd.sample(sorted(present), len(present))
    assert draw(method, came, seed, ratings=RATINGS) == draw(method, sorted(present), seed, ratings=RATINGS)


def test_a_seed_draws_what_it_drew_on_the_evening() -> None:
    # Journals hold seeds: a way of drawing that is changed needs a name of its own.
    first = draw("mixing", range(1, 11), 20)
    assert first == Draw((BySeat(5, 3, 9, 4), BySeat(7, 8, 2, 10)), (1, 6))
    assert draw("mixing", range(1, 11), 21, before=count_rounds([first]), partners=True) == Draw(
        (BySeat(6, 7, 9, 10), BySeat(4, 1, 2, 5)), (3, 8)
    )
    assert draw("balanced", range(1, 10), 22, ratings=RATINGS) == Draw((BySeat(4, 1, 9, 7), BySeat(2, 8, 6, 5)), (3,))


def test_a_draw_does_not_hang_on_the_hashes_of_a_process() -> None:
    program = (
        "from trexscore.league.draw import draw, count_rounds\n"
        "drawn = []\n"
        "for seed in range(5):\n"
        " drawn.append(draw('mixing', range(1, 24), seed, before=count_rounds(drawn), partners=True))\n"
        "print(drawn)"
    )
    assert len(said_by_each(program)) == 1


@pytest.mark.parametrize("method", METHODS)
def test_another_seed_draws_other_tables_or_seats(method: Method) -> None:
    assert len({draw(method, ALL_SIXTEEN, seed, ratings=RATINGS) for seed in range(10)}) == 10


def test_by_lot_everybody_is_as_likely_in_every_seat() -> None:
    seats = Counter((member, seat) for seed in range(2000) for member, seat in seats_of(draw("random", range(4), seed)))
    assert all(abs(times - 500) < 90 for times in seats.values())
    assert len(seats) == 16


def seats_of(drawn: Draw) -> list[tuple[int, int]]:
    return [(member, seat) for table in drawn.tables for seat, member in enumerate(table)]


@given(PRESENT, SEEDS)
def test_by_rating_nobody_at_a_table_is_stronger_than_anybody_at_the_one_before(present: set[int], seed: int) -> None:
    tables = draw("by_rating", present, seed, ratings=RATINGS).tables
    for stronger, weaker in pairwise(tables):
        assert min(RATINGS[one] for one in stronger) >= max(RATINGS[one] for one in weaker)


@pytest.mark.parametrize("members", [ALL_SIXTEEN, ALL_SIXTY])
def test_balanced_tables_are_of_like_strength(members: Sequence[int]) -> None:
    def spread(method: Method, seed: int) -> int:
        sums = [sum(RATINGS[one] for one in table) for table in draw(method, members, seed, ratings=RATINGS).tables]
        return max(sums) - min(sums)

    assert all(spread("balanced", seed) * 10 < spread("random", seed) for seed in range(10))


def test_balanced_partners_are_of_like_strength_too() -> None:
    def apart(*, partners: bool) -> float:
        tables = draw("balanced", ALL_SIXTY, 3, ratings=RATINGS, partners=partners).tables
        return mean(abs(RATINGS[t.A] + RATINGS[t.C] - RATINGS[t.B] - RATINGS[t.D]) for t in tables)

    assert apart(partners=True) * 2 < apart(partners=False)


@pytest.mark.parametrize("partners", [False, True])
@pytest.mark.parametrize(("members", "enough"), [(ALL_SIXTEEN, 50), (ALL_SIXTY, 260)])
def test_mixed_for_a_season_people_meet_each_other_nearly_as_evenly_as_can_be(
    members: Sequence[int], enough: int, *, partners: bool
) -> None:
    mixed = meetings(season("mixing", (members,) * ROUNDS, partners=partners), members)
    by_lot = meetings(season("random", (members,) * ROUNDS), members)
    assert uneven(mixed) <= enough
    assert uneven(mixed) * 4 < uneven(by_lot)
    assert max(mixed) - min(mixed) <= 3


def test_sixty_people_who_mix_meet_nobody_twice_in_ten_rounds() -> None:
    assert max(meetings(season("mixing", (ALL_SIXTY,) * 10), ALL_SIXTY)) == 1


@pytest.mark.parametrize(("members", "always"), [(ALL_SIXTEEN, 11), (ALL_SIXTY, 40)])
def test_people_mix_as_well_when_not_everybody_always_comes(members: Sequence[int], always: int) -> None:
    evenings = some_of(members, always, 30)
    regulars = range(1, always + 1)
    mixed = meetings(season("mixing", evenings), regulars)
    by_lot = meetings(season("random", evenings), regulars)
    assert uneven(mixed) * 3 < uneven(by_lot)
    assert max(mixed) - min(mixed) <= 3


@pytest.mark.parametrize("members", [ALL_SIXTEEN, ALL_SIXTY])
def test_partners_change_so_that_nobody_has_the_same_one_much_more_often(members: Sequence[int]) -> None:
    mixed = partnerships(season("mixing", (members,) * ROUNDS, partners=True), members)
    by_lot = partnerships(season("random", (members,) * ROUNDS), members)
    assert uneven(mixed) <= 6
    assert uneven(mixed) * 8 < uneven(by_lot)


@pytest.mark.parametrize("method", ["by_rating", "mixing"])
def test_four_who_meet_again_sit_opposite_somebody_else(method: Method) -> None:
    rounds = season(method, (range(1, 5),) * 3)
    assert partnerships(rounds, range(1, 5)) == [1] * 6


@pytest.mark.parametrize("method", METHODS)
def test_those_who_always_come_sit_out_as_often_as_each_other(method: Method) -> None:
    rounds = season(method, some_of(range(1, 24), 9, 40))
    for played in range(len(rounds)):
        sat_out = count_rounds(rounds[: played + 1]).sat_out
        times = [sat_out.get(regular, 0) for regular in range(1, 10)]
        assert max(times) - min(times) <= 1
    assert max(times) > 0


def test_who_sits_out_first_is_chosen_by_lot() -> None:
    assert {draw("mixing", range(1, 6), seed).sitting_out for seed in range(60)} == {(one,) for one in range(1, 6)}


def test_somebody_new_is_not_the_first_to_sit_out() -> None:
    rounds = season("random", (range(1, 6),) * 10)
    assert all(
        6 not in draw("random", range(1, 7), seed, before=count_rounds(rounds)).sitting_out for seed in range(20)
    )


def test_who_sits_out_is_the_one_who_did_least_often_for_the_rounds_they_came_to() -> None:
    before = SeasonCounts(sat_out={1: 3, 2: 2, 3: 4, 4: 4, 5: 4}, drawn={1: 20, 2: 8, 3: 20, 4: 20, 5: 20})
    assert draw("random", range(1, 6), 1, before=before).sitting_out == (1,)


@given(st.sampled_from(METHODS), PRESENT, PRESENT, SEEDS)
def test_when_people_come_late_or_leave_the_tables_that_play_stay(
    method: Method, present: set[int], later: set[int], seed: int
) -> None:
    playing = draw(method, present, seed, ratings=RATINGS).tables[:2]
    anew = draw(method, later, seed, ratings=RATINGS, fixed=playing)
    assert anew.tables[: len(playing)] == playing
    assert members_of(anew) == sorted(later.union(*playing))
    assert len(anew.sitting_out) <= 3


def test_with_two_more_the_two_who_sat_out_get_a_table() -> None:
    first = draw("mixing", range(1, 15), 7)
    anew = draw("mixing", range(1, 17), 8, fixed=first.tables)
    assert set(anew.tables[3]) == {*first.sitting_out, 15, 16}
    assert anew.sitting_out == ()


def test_a_round_is_added_up_for_those_who_played_and_those_who_did_not() -> None:
    one = Draw((BySeat(4, 3, 2, 1),), (5,))
    assert count_rounds([one, one]) == (
        {ordered_pair(*two): 2 for two in combinations(range(1, 5), 2)},
        {(2, 4): 2, (1, 3): 2},
        {5: 2},
        dict.fromkeys(range(1, 6), 2),
    )
    assert count_rounds([]) == NO_ROUNDS


@pytest.mark.parametrize("people", [20, 24])
@pytest.mark.parametrize("night", range(3))
def test_three_rounds_of_a_night_repeat_no_meeting(people: int, night: int) -> None:
    earlier = list(season("mixing", (range(1, people + 1),) * 2 * night))
    rounds: list[Draw] = []
    for number in range(3):
        before, tonight = count_rounds([*earlier, *rounds]), count_rounds(rounds).met
        rounds.append(draw("mixing", range(1, people + 1), 100 * night + number, before=before, tonight=tonight))
    assert max(count_rounds(rounds).met.values()) == 1
