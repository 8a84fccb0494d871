"""Whom somebody has met, as it is shown: opponents, partners, form."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from trexscore.club.game_seats import NOBODY, Who
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league.head_to_head import GameOfTwo, GamePlayed
from trexscore.db.models import db
from trexscore.game.file.names import alphabetical
from trexscore.league.pairs import pair
from trexscore.league.statistics.head_to_head import (
    LATELY,
    HeadToHead,
    WithPartner,
    best_partner,
    nemesis,
)
from trexscore.league.statistics.measures import FEW
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics.period import Period
from trexscore.web.clubs.statistics.ratings import names_of, url_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolated


class ShownGame(NamedTuple):
    """A game of the form: the place, and out of how many."""

    url: str
    on: str
    place: int
    sides: int


class ShownGameOfTwo(NamedTuple):
    """A game of two: how each finished; as partners they finished together."""

    url: str
    on: str
    place: int
    other_place: int
    together: bool


class Met(NamedTuple):
    """An opponent: games finished before, level with, and behind them. Or a partner: won and not won."""

    number: int
    name: str
    url: str
    games: int
    before: int
    level: int
    behind: int
    few: bool


class Company(NamedTuple):
    """All of it; nemesis and best partner may be several, or nobody."""

    opponents: tuple[Met, ...]
    partners: tuple[Met, ...]
    nemesis: tuple[Met, ...]
    best_partner: tuple[Met, ...]


def game_url(club: ClubContext, uid: str) -> str:
    """What the club shows of a game."""
    return f"/c/{club.uid}/games/{uid}"


def form(club: ClubContext, games: Iterable[GamePlayed]) -> tuple[ShownGame, ...]:
    """Games as a line of places."""
    language = reader_language()
    return tuple(
        ShownGame(
            game_url(club, game.uid), language.day(date.fromisoformat(game.on)), game.place, 2 if game.pairs else 4
        )
        for game in games
    )


def of_two(club: ClubContext, games: Iterable[GameOfTwo]) -> list[ShownGameOfTwo]:
    """The games that two have played."""
    language = reader_language()
    return [
        ShownGameOfTwo(game_url(club, game.uid), language.day(date.fromisoformat(game.on)), *game[2:]) for game in games
    ]


def form_of(club: ClubContext, number: int, stretch: Period) -> tuple[ShownGame, ...]:
    """The last games of a player."""
    numbers = club.record.numbers_of(number)
    return form(club, head_to_head_rows.played(db.session(), club.club.id, (numbers,), stretch.days, LATELY))


def opponents_of(club: ClubContext, number: int, stretch: Period) -> list[HeadToHead[int]]:
    """The record against each person."""
    found: dict[int, HeadToHead[int]] = {}
    for one in head_to_head_rows.opponents(db.session(), club.club.id, club.record.numbers_of(number), stretch.days):
        who = club.record.who(one.opponent).number
        so_far = found.get(who, HeadToHead(who))
        found[who] = HeadToHead(
            who,
            so_far.before + one.before,
            so_far.level + one.level,
            so_far.behind + one.behind,
            (*so_far.differences, *one.differences),
        )
    return list(found.values())


def partners_of(club: ClubContext, number: int, stretch: Period) -> list[WithPartner]:
    """The record with each person."""
    found: dict[int, WithPartner] = {}
    for one in head_to_head_rows.partners(db.session(), club.club.id, club.record.numbers_of(number), stretch.days):
        who = club.record.who(one.partner).number
        so_far = found.get(who, WithPartner(who))
        found[who] = WithPartner(who, so_far.games + one.games, so_far.wins + one.wins)
    return list(found.values())


def pairs_against(club: ClubContext, who: Who, stretch: Period) -> list[HeadToHead[Who]]:
    """The record of a pair against each other pair."""
    found: dict[Who, HeadToHead[Who]] = {}
    numbers = club.record.numbers_of(who[0]), club.record.numbers_of(who[1])
    for met in head_to_head_rows.pairs_against(db.session(), club.club.id, numbers, stretch.days):
        one, other = (club.record.who(number).number for number in met.opponent)
        so_far = found.get(pair(one, other), HeadToHead(pair(one, other)))
        found[so_far.opponent] = HeadToHead(
            so_far.opponent, so_far.before + met.before, so_far.level + met.level, so_far.behind + met.behind
        )
    return list(found.values())


def opponents_of_pair(club: ClubContext, who: Who, stretch: Period) -> Company:
    """Which pairs a pair has met."""
    against = pairs_against(club, who, stretch)
    return Company(
        _sorted(_against_pair(club, one, stretch) for one in against),
        (),
        _sorted(_against_pair(club, one, stretch) for one in nemesis(against)),
        (),
    )


def opponents_of_player(club: ClubContext, number: int, stretch: Period) -> Company:
    """Whom a player has met."""
    against, with_partners = opponents_of(club, number, stretch), partners_of(club, number, stretch)
    place = f"{url_of(club, (number, NOBODY))}/against"
    return Company(
        _sorted(_against(club, place, one) for one in against),
        _sorted(_with(club, number, one, stretch) for one in with_partners),
        _sorted(_against(club, place, one) for one in nemesis(against)),
        _sorted(_with(club, number, one, stretch) for one in best_partner(with_partners)),
    )


def _against(club: ClubContext, place: str, one: HeadToHead[int]) -> Met:
    name = title_of(club.record.who(one.opponent))
    return Met(
        one.opponent, name, f"{place}/{one.opponent}", one.games, one.before, one.level, one.behind, one.games < FEW
    )


def _against_pair(club: ClubContext, one: HeadToHead[Who], stretch: Period) -> Met:
    name = " · ".join(isolated(name) for name in names_of(club, one.opponent))
    url = url_of(club, one.opponent, stretch.chosen)
    return Met(one.opponent[0], name, url, one.games, one.before, one.level, one.behind, one.games < FEW)


def _with(club: ClubContext, number: int, one: WithPartner, stretch: Period) -> Met:
    name, url = title_of(club.record.who(one.partner)), url_of(club, pair(number, one.partner), stretch.chosen)
    return Met(one.partner, name, url, one.games, one.wins, 0, one.games - one.wins, one.games < FEW)


def _sorted(met: Iterable[Met]) -> tuple[Met, ...]:
    return tuple(sorted(met, key=lambda one: (-one.games, alphabetical(one.name), one.number)))
