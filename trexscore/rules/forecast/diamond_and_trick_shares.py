"""Distributes diamonds and tricks so that sums stay within limits, or proves that this is impossible.

Only the counts of each seat matter. All limited sums compare other seats with one seat, the *common seat*, or one team
with the other. Once the share of the common seat is fixed, each other seat has a range of tricks for each number of
diamonds. So it is enough to combine the ranges of two seats, and to check whether the third can have the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trexscore.rules.forecast.search_bounds import SeatWeights
from trexscore.rules.seats import SEATS, BySeat, Seat

FewestTricksFunction = Callable[[Seat, int], int | None]
"""Returns the fewest tricks possible for a seat with a number of diamonds; None if it cannot have that number."""
DiamondsAndTricks = tuple[int, int]
"""Diamonds and tricks of a seat."""
TrickRange = tuple[int, int]
"""The fewest and the most tricks; empty if the first is greater."""
_EMPTY_TRICK_RANGE: TrickRange = (0, -1)


class DiamondAndTrickShares(NamedTuple):
    """The diamonds and tricks of the seats."""

    diamonds: BySeat[int]
    tricks: BySeat[int]


class LimitedSum(NamedTuple):
    """A sum of the seats' values with these weights, and its limit."""

    weights: SeatWeights
    limit: int


class DistributionTask(NamedTuple):
    """The diamonds and tricks to distribute, their values, and the limits of sums of values."""

    diamonds: int
    tricks: int
    diamond_value: int
    trick_value: int
    limited_sums: tuple[LimitedSum, ...]
    cost_weights: SeatWeights
    cost_limit: int
    """The limit of the cost, if there is a cost."""

    def value_of_share(self, diamonds: int, tricks: int) -> int:
        return diamonds * self.diamond_value + tricks * self.trick_value


def no_tricks_needed(_seat: Seat, _diamonds: int) -> int:
    """Diamonds and tricks of different deals do not depend on each other."""
    return 0


def distribute_diamonds_and_tricks(
    task: DistributionTask, fewest_tricks_function: FewestTricksFunction
) -> DiamondAndTrickShares | None:
    """Shares within the limits; None if there are none."""
    trick_ranges = [
        [_trick_range(task, fewest_tricks_function(seat, n)) for n in range(task.diamonds + 1)] for seat in SEATS
    ]
    weights, _ = task.limited_sums[0]
    shares = (
        _distribute_between_teams(task, trick_ranges)
        if weights.count(1) > 1
        else _distribute_from_common_seat(task, trick_ranges)
    )
    if shares is None:
        return None
    return DiamondAndTrickShares(*(BySeat(*(shares[seat][index] for seat in SEATS)) for index in (0, 1)))


def _trick_range(task: DistributionTask, fewest_tricks: int | None) -> TrickRange:
    return _EMPTY_TRICK_RANGE if fewest_tricks is None else (fewest_tricks, task.tricks)


def _distribute_from_common_seat(
    task: DistributionTask, trick_ranges_of_seats: Sequence[list[TrickRange]]
) -> dict[Seat, DiamondsAndTricks] | None:
    """Try all shares of the common seat, and distribute the rest. Seats whose points are the cost come first."""
    common_seat, sign = _common_seat_and_sign_of_others(task)
    limits = {SEATS[weights.index(sign)]: limit for weights, limit in task.limited_sums}
    other_seats = sorted((seat for seat in SEATS if seat is not common_seat), key=lambda seat: -task.cost_weights[seat])
    value_of_all = task.value_of_share(task.diamonds, task.tricks)
    for diamonds, tricks in _possible_shares_of_common_seat(
        task, common_seat, sign, trick_ranges_of_seats[common_seat]
    ):
        share_value = sign * task.value_of_share(diamonds, tricks)
        if (
            len(limits) == len(other_seats)
            and sign * value_of_all - share_value > sum(limits.values()) + len(other_seats) * share_value
        ):
            continue
        ranges = [
            _limited_trick_ranges(task, sign, limits[seat] + share_value, trick_ranges_of_seats[seat])
            if seat in limits
            else trick_ranges_of_seats[seat]
            for seat in other_seats
        ]
        shares = _distribute_among_three(task, other_seats, ranges, (task.diamonds - diamonds, task.tricks - tricks))
        if shares is not None:
            return {common_seat: (diamonds, tricks)} | shares
    return None


def _common_seat_and_sign_of_others(task: DistributionTask) -> tuple[Seat, int]:
    """The seat that is in all sums, and the sign of the others: 1 if they must not be far above it."""
    for sign in (1, -1):
        for seat in SEATS:
            if all(weights[seat] == -sign for weights, _ in task.limited_sums):
                return seat, sign
    msg = "these sums have no seat in common"
    raise ValueError(msg)


def _possible_shares_of_common_seat(
    task: DistributionTask, common_seat: Seat, sign_of_others: int, trick_ranges: list[TrickRange]
) -> Iterator[DiamondsAndTricks]:
    """The possible shares of the common seat.

    If the others must not be far above it and tricks are a loss, only the fewest tricks that the cost allows are tried:
    more tricks could go to another seat, which only leaves more slack.
    """
    for diamonds, (fewest, most) in enumerate(trick_ranges):
        for tricks in range(fewest, most + 1):
            if task.cost_weights[common_seat] and task.value_of_share(diamonds, tricks) > task.cost_limit:
                continue
            yield diamonds, tricks
            if sign_of_others > 0 and task.trick_value <= 0:
                break


def _limited_trick_ranges(
    task: DistributionTask, sign_of_others: int, value_limit: int, trick_ranges: list[TrickRange]
) -> list[TrickRange]:
    """The range of tricks by number of diamonds with which a seat's value stays within its limit."""
    trick_value, diamond_value = sign_of_others * task.trick_value, sign_of_others * task.diamond_value
    ranges = []
    for low, high in trick_ranges:
        if trick_value < 0:
            fewest = -(value_limit // -trick_value)
            ranges.append((max(low, fewest), high))
        elif trick_value > 0:
            most_tricks = value_limit // trick_value
            ranges.append((low, min(high, most_tricks)))
        else:
            ranges.append((low, high) if value_limit >= 0 else _EMPTY_TRICK_RANGE)
        value_limit -= diamond_value
    return ranges


def _distribute_among_three(
    task: DistributionTask,
    seats: Sequence[Seat],
    trick_ranges_of_seats: Sequence[list[TrickRange]],
    diamonds_and_tricks_left: DiamondsAndTricks,
) -> dict[Seat, DiamondsAndTricks] | None:
    """Distribute the rest among three seats; None if that is impossible."""
    (first, second, third), (first_ranges, second_ranges, third_ranges) = seats, trick_ranges_of_seats
    diamonds, tricks = diamonds_and_tricks_left
    pair = _possible_tricks_of_pair_as_bits(first_ranges, second_ranges, diamonds)
    if task.cost_weights[first]:
        pair = [_affordable_tricks_as_bits(task, n, held) for n, held in enumerate(pair)]
    for n, held in enumerate(pair):
        low, high = third_ranges[diamonds - n]
        fitting_tricks_as_bits = (
            held & _bits_from_through(max(0, tricks - high), tricks - low) if low <= min(high, tricks) else 0
        )
        if fitting_tricks_as_bits:
            of_pair = fitting_tricks_as_bits.bit_length() - 1
            first_held, second_held = _split_between_pair(first_ranges, second_ranges, (n, of_pair))
            return {first: first_held, second: second_held, third: (diamonds - n, tricks - of_pair)}
    return None


def _possible_tricks_of_pair_as_bits(
    first_trick_ranges: list[TrickRange], second_trick_ranges: list[TrickRange], max_diamonds: int
) -> list[int]:
    """The possible numbers of tricks of two seats, as bits, by the number of their diamonds."""
    tricks_by_diamonds = [0] * (max_diamonds + 1)
    second_ranges = [(m, low, high) for m, (low, high) in enumerate(second_trick_ranges) if low <= high]
    for n, (low, high) in enumerate(first_trick_ranges[: max_diamonds + 1]):
        if low <= high:
            for m, more, much in second_ranges:
                if n + m > max_diamonds:
                    break
                tricks_by_diamonds[n + m] |= (2 << high + much) - (1 << low + more)
    return tricks_by_diamonds


def _affordable_tricks_as_bits(task: DistributionTask, diamonds: int, trick_bits: int) -> int:
    """The numbers of tricks, as bits, that are within the cost limit with these diamonds."""
    trick_counts = range(trick_bits.bit_length())
    return trick_bits & sum(1 << n for n in trick_counts if task.value_of_share(diamonds, n) <= task.cost_limit)


def _split_between_pair(
    first_ranges: list[TrickRange], second_ranges: list[TrickRange], pair_diamonds_and_tricks: DiamondsAndTricks
) -> tuple[DiamondsAndTricks, DiamondsAndTricks]:
    diamonds, tricks = pair_diamonds_and_tricks
    for n in range(diamonds + 1):
        (low, high), (more, much) = first_ranges[n], second_ranges[diamonds - n]
        if low <= high and more <= much and low + more <= tricks <= high + much:
            first_tricks = min(high, tricks - more)
            return (n, first_tricks), (diamonds - n, tricks - first_tricks)
    msg = "two seats cannot have this together"
    raise ValueError(msg)


def _distribute_between_teams(
    task: DistributionTask, trick_ranges_of_seats: Sequence[list[TrickRange]]
) -> dict[Seat, DiamondsAndTricks] | None:
    weights, limit = task.limited_sums[0]
    our_seats, their_seats = ([seat for seat in SEATS if weights[seat] == sign] for sign in (1, -1))
    our_ranges, their_ranges = ([trick_ranges_of_seats[seat] for seat in team] for team in (our_seats, their_seats))
    we, they = (
        _possible_tricks_of_pair_as_bits(first, second, task.diamonds) for first, second in (our_ranges, their_ranges)
    )
    for n in range(task.diamonds + 1):
        for tricks in range(task.tricks + 1):
            our, their = (n, tricks), (task.diamonds - n, task.tricks - tricks)
            value, left = task.value_of_share(*our), task.value_of_share(*their)
            cost = task.cost_weights[our_seats[0]] * value + task.cost_weights[their_seats[0]] * left
            within = value - left <= limit and (not any(task.cost_weights) or cost <= task.cost_limit)
            if within and we[n] >> tricks & they[their[0]] >> their[1] & 1:
                shares = (
                    *_split_between_pair(our_ranges[0], our_ranges[1], our),
                    *_split_between_pair(their_ranges[0], their_ranges[1], their),
                )
                return dict(zip((*our_seats, *their_seats), shares, strict=True))
    return None


def _bits_from_through(low: int, high: int) -> int:
    return (2 << high) - (1 << low)
