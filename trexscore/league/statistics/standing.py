"""Who was behind after which kingdom, and who has won for all that."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from trexscore.league.statistics.facts import AfterKingdoms
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, by_team

LEAST_COMEBACK = 50
"""Points behind at the worst: who wins was nearly always a little behind some time."""
_LOOKED_AT = 3
"""After the fourth kingdom the game is over."""


class Standing(NamedTuple):
    """How a seat came to its place. `comeback` is how far behind it was at worst in a game that it won."""

    place: int | None
    behind: AfterKingdoms
    won_from_behind: AfterKingdoms
    furthest_behind: AfterKingdoms
    comeback: int | None


def standings(rules: HouseRules, order: int, game: Game, places: BySeat[int] | None) -> BySeat[Standing]:
    """For each seat. Who is behind is looked at in complete games alone; who has won, where there are places."""
    after = _after_kingdoms(game) if game.complete else []
    missing = [_missing(rules, totals.map(lambda points: points * order)) for totals in after]
    return BySeat(
        *(
            _standing([one[seat] for one in missing], None if places is None else places[seat], complete=game.complete)
            for seat in SEATS
        )
    )


def _after_kingdoms(game: Game) -> list[Points]:
    """The totals after each of the first three kingdoms."""
    kingdoms = groupby(game.deals, key=lambda deal: deal.king)
    return [list(deals)[-1].running for _, deals in kingdoms][:_LOOKED_AT]


def _missing(rules: HouseRules, totals: Points) -> BySeat[int]:
    """Points that each seat (with its partner) is behind whoever leads; where the worst loses, the worst alone is."""
    sides = 2 if rules.partnership else 4
    if rules.winner == "worst_player_loses":
        worth = [min(totals[side::sides]) for side in range(sides)]
        ahead = [min(_others(worth, side)) for side in range(sides)]
    else:
        worth = list(by_team(totals) if rules.partnership else totals)
        ahead = [max(_others(worth, side)) for side in range(sides)]
    return BySeat(*(max(0, ahead[seat % sides] - worth[seat % sides]) for seat in SEATS))


def _others(worth: Sequence[int], side: int) -> list[int]:
    return [*worth[:side], *worth[side + 1 :]]


def _standing(missing: Sequence[int], place: int | None, *, complete: bool) -> Standing:
    worst = max(missing, default=0)
    has_won = complete and place == 1
    came_back = has_won and worst >= LEAST_COMEBACK
    behind = AfterKingdoms(*(int(points > 0) for points in missing))
    latest = max((number for number, points in enumerate(missing) if points == worst), default=0)
    return Standing(
        place=place,
        behind=behind,
        won_from_behind=behind if has_won else AfterKingdoms(),
        furthest_behind=AfterKingdoms(*(int(number == latest) for number in range(_LOOKED_AT)))
        if came_back
        else AfterKingdoms(),
        comeback=worst if came_back else None,
    )
