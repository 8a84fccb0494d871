"""What the games of a player, of a pair, and of two against each other tell."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.game_seats import NOBODY, Who
from trexscore.club.members import Member
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import db
from trexscore.league.pairs import pair as pair_of
from trexscore.league.ratings import SURE_ENOUGH, slope, tenths_ahead
from trexscore.league.statistics.head_to_head import LATELY, HeadToHead
from trexscore.league.statistics.measures import FEW
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, open_club
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics import measures as shown
from trexscore.web.clubs.statistics import opponents as company
from trexscore.web.clubs.statistics import ratings, records
from trexscore.web.clubs.statistics.period import Period, profile_in, requested_period, whose_numbers
from trexscore.web.clubs.statistics.rules import ChosenRules, chosen_rules
from trexscore.web.language import reader_language

pages = no_store(Blueprint("players", __name__))
_GAMES_SHOWN = 20


@pages.get("/c/<uid>/players/<int:number>")
def show(uid: str, number: int) -> Response | str:
    """A player."""
    club = open_club(uid)
    player = _member(club, number)
    if player.number != number:
        return redirect(url_for("players.show", uid=uid, number=player.number))
    stretch = requested_period(club)
    return _show(club, (number, NOBODY), stretch, form=company.form_of(club, number, stretch), player=player)


@pages.get("/c/<uid>/players/<int:number>/opponents")
def opponents(uid: str, number: int) -> Response | str:
    """Whom a player has met, and with which partners."""
    club = open_club(uid)
    now = _member(club, number).number
    if now != number:
        return redirect(url_for("players.opponents", uid=uid, number=now))
    stretch = requested_period(club)
    return _opponents(club, (number, NOBODY), stretch, company.opponents_of_player(club, number, stretch))


@pages.get("/c/<uid>/pairs/<int:one>-<int:other>")
def pair(uid: str, one: int, other: int) -> Response | str:
    """A pair."""
    club = open_club(uid)
    both = _member(club, one).number, _member(club, other).number
    if both[0] == both[1]:
        raise NotFound
    who = pair_of(*both)
    if who != (one, other):
        return redirect(url_for("players.pair", uid=uid, one=who[0], other=who[1]))
    stretch = requested_period(club)
    numbers = club.record.numbers_of(who[0]), club.record.numbers_of(who[1])
    games = head_to_head_rows.played(db.session(), club.club.id, numbers, stretch.days, LATELY)
    return _show(club, who, stretch, form=company.form(club, games), player=None)


@pages.get("/c/<uid>/pairs/<int:one>-<int:other>/opponents")
def opponents_of_pair(uid: str, one: int, other: int) -> Response | str:
    """Which pairs a pair has met."""
    club = open_club(uid)
    both = _member(club, one).number, _member(club, other).number
    if both[0] == both[1]:
        raise NotFound
    who = pair_of(*both)
    if who != (one, other):
        return redirect(url_for("players.opponents_of_pair", uid=uid, one=who[0], other=who[1]))
    stretch = requested_period(club)
    return _opponents(club, who, stretch, company.opponents_of_pair(club, who, stretch))


@pages.get("/c/<uid>/players/<int:number>/against/<int:other>")
def against(uid: str, number: int, other: int) -> Response | str:
    """Two players against each other."""
    club = open_club(uid)
    one, two = _member(club, number), _member(club, other)
    if one.number == two.number:
        raise NotFound
    if (one.number, two.number) != (number, other):
        return redirect(url_for("players.against", uid=uid, number=one.number, other=two.number))
    all_days = Period(None, ())
    records_ = company.opponents_of(club, number, all_days)
    record = next((met for met in records_ if met.opponent == other), HeadToHead(other))
    numbers = club.record.numbers_of(number), club.record.numbers_of(other)
    games = head_to_head_rows.games_of_two(db.session(), club.club.id, numbers, _GAMES_SHOWN)
    return render_template(
        "clubs/statistics/against.html",
        club=club,
        one=one,
        two=two,
        names=(title_of(one), title_of(two)),
        record=record,
        few=record.games < FEW,
        differences=shown.differences(record.by_rules),
        games=company.of_two(club, games),
        chance=_chance(club, number, other),
        rated=[ratings.rating_of(club, (each, NOBODY)) for each in (number, other)],
        redone=ratings.being_recalculated(club),
        together=pair_of(number, other) if any(game.together for game in games) else None,
    )


def _opponents(club: ClubContext, who: Who, stretch: Period, met: company.Company) -> str:
    return render_template(
        "clubs/statistics/opponents.html",
        club=club,
        pair=who[1] != NOBODY,
        names=ratings.names_of(club, who),
        stretch=stretch,
        met=met,
        player_url=ratings.url_of(club, who, stretch.chosen),
        here=request.path,
    )


def _show(club: ClubContext, who: Who, stretch: Period, **more: object) -> str:
    profile = profile_in(club, stretch, whose_numbers(club, *who))
    rules: ChosenRules = chosen_rules({key: one.counts.games for key, one in profile.by_rules.items()})
    points = profile.under(rules.key)
    return render_template(
        "clubs/statistics/player.html",
        club=club,
        who=who,
        names=ratings.names_of(club, who),
        stretch=stretch,
        rating=ratings.rating_of(club, who),
        sure_enough=SURE_ENOUGH,
        redone=ratings.being_recalculated(club),
        history=ratings.picture(club, who, stretch.days),
        games=profile.counts.games,
        alone=shown.summary(profile, partnership=False),
        in_pairs=shown.summary(profile, partnership=True),
        rules=rules,
        contracts=shown.contract_picture(points),
        groups=shown.groups(profile, points),
        average=shown.average_game(points),
        extremes=records.extremes(club, points.extremes),
        here=request.path,
        opponents_url=_opponents_url(club, who, stretch.chosen),
        **more,
    )


def _opponents_url(club: ClubContext, who: Who, season: int | None) -> str:
    if who[1] == NOBODY:
        return url_for("players.opponents", uid=club.uid, number=who[0], season=season)
    return url_for("players.opponents_of_pair", uid=club.uid, one=who[0], other=who[1], season=season)


def _member(club: ClubContext, number: int) -> Member:
    if number not in club.record.members:
        raise NotFound
    return club.record.who(number)


def _chance(club: ClubContext, number: int, other: int) -> str:
    """How likely the first finishes before the second, by the club's ratings; nothing where one has none."""
    rated = {one.who[0]: one.row.rating for one in rating_rows.rated(db.session(), club.club.id, pairs=False)}
    if number not in rated or other not in rated:
        return ""
    return reader_language().number(tenths_ahead(rated[number], rated[other], slope(rated.values())))
