"""Statistics of a player, of a pair, and of two players against each other."""

from flask import Blueprint, render_template, url_for
from werkzeug.exceptions import NotFound

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league.ratings import read_current_ratings_by_member
from trexscore.db.models import db
from trexscore.league.pairs import sorted_pair
from trexscore.league.ratings import MAX_MARGIN_TO_RANK, chance_ahead_in_tenths, club_rating_reliability
from trexscore.league.statistics.head_to_head import HeadToHead
from trexscore.league.statistics.measures import MIN_SAMPLE_SIZE
from trexscore.web.clubs.access import ClubContext, open_club, redirect_if_merged, require_surviving_member
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.clubs.statistics import measures, ratings
from trexscore.web.clubs.statistics.comparable_rules import chosen_rules
from trexscore.web.clubs.statistics.met_players import head_to_heads, met_players, recent_games
from trexscore.web.clubs.statistics.period import Period, profile_in, requested_period, stored_keys_of_player
from trexscore.web.clubs.statistics.records import named_extremes
from trexscore.web.language import reader_language

pages = Blueprint("players", __name__)
_MAX_HEAD_TO_HEAD_GAMES = 20


@pages.get("/c/<club_uid>/players/<int:member_number>")
def show(club_uid: str, member_number: int) -> str:
    """The statistics of a player."""
    club = open_club(club_uid)
    redirect_if_merged(member_number=require_surviving_member(club, member_number).number)
    return _statistics_page(club, (member_number, NO_MEMBER))


@pages.get("/c/<club_uid>/players/<int:member_number>/opponents")
def opponents(club_uid: str, member_number: int) -> str:
    """The opponents and partners of a player."""
    club = open_club(club_uid)
    redirect_if_merged(member_number=require_surviving_member(club, member_number).number)
    return _opponents_page(club, (member_number, NO_MEMBER))


@pages.get("/c/<club_uid>/pairs/<int:member_number>-<int:partner_number>")
def pair(club_uid: str, member_number: int, partner_number: int) -> str:
    """The statistics of a pair."""
    club = open_club(club_uid)
    return _statistics_page(club, _require_pair_key(club, member_number, partner_number))


@pages.get("/c/<club_uid>/pairs/<int:member_number>-<int:partner_number>/opponents")
def opponents_of_pair(club_uid: str, member_number: int, partner_number: int) -> str:
    """The pairs that a pair has met."""
    club = open_club(club_uid)
    return _opponents_page(club, _require_pair_key(club, member_number, partner_number))


@pages.get("/c/<club_uid>/players/<int:member_number>/against/<int:opponent_number>")
def head_to_head(club_uid: str, member_number: int, opponent_number: int) -> str:
    """Two players against each other."""
    club = open_club(club_uid)
    player, opponent = require_surviving_member(club, member_number), require_surviving_member(club, opponent_number)
    if player.number == opponent.number:
        raise NotFound
    redirect_if_merged(member_number=player.number, opponent_number=opponent.number)
    opponent_key = opponent_number, NO_MEMBER
    all_records = head_to_heads(club, (member_number, NO_MEMBER), Period(None, ()))
    record = next((met for met in all_records if met.opponent == opponent_key), HeadToHead(opponent_key))
    member_and_opponent_numbers = club.record.all_numbers_of(member_number), club.record.all_numbers_of(opponent_number)
    games = head_to_head_rows.list_latest_games_of_two(
        db.session(), club.id, member_and_opponent_numbers, _MAX_HEAD_TO_HEAD_GAMES
    )
    return render_template(
        "clubs/statistics/head_to_head.html",
        club=club,
        player=player,
        opponent=opponent,
        names=(display_name(player), display_name(opponent)),
        record=record,
        few=record.game_count < MIN_SAMPLE_SIZE,
        point_differences=measures.point_difference_lines(record.point_difference_sample_by_rules),
        games=games,
        chance=_chance_ahead_text(club, member_number, opponent_number),
        rated=[ratings.ranked_rating_of(club, (each, NO_MEMBER)) for each in (member_number, opponent_number)],
        redone=ratings.recalculation_start_text(club),
        together=sorted_pair(member_number, opponent_number) if any(game.as_partners for game in games) else None,
    )


def _opponents_page(club: ClubContext, player_key: PlayerKey) -> str:
    period = requested_period(club)
    return render_template(
        "clubs/statistics/opponents.html",
        club=club,
        pair=player_key[1] != NO_MEMBER,
        names=ratings.player_names(club, player_key),
        period=period,
        met=met_players(club, player_key, period),
        player_url=ratings.player_url(club, player_key, period.season_number),
    )


def _statistics_page(club: ClubContext, player_key: PlayerKey) -> str:
    period = requested_period(club)
    profile = profile_in(club, period, stored_keys_of_player(club, *player_key))
    rules = chosen_rules({key: part.counts.games for key, part in profile.sums_by_rules.items()})
    points = profile.sums_under(rules.comparable_rules_key)
    return render_template(
        "clubs/statistics/player.html",
        club=club,
        is_pair=player_key[1] != NO_MEMBER,
        names=ratings.player_names(club, player_key),
        period=period,
        rating=ratings.ranked_rating_of(club, player_key),
        max_ranked_margin=MAX_MARGIN_TO_RANK,
        redone=ratings.recalculation_start_text(club),
        history=ratings.rating_history_chart(club, player_key, period.day_range),
        games=profile.counts.games,
        form=recent_games(club, player_key, period),
        alone=measures.win_and_finish_lines(profile, partnership=False),
        in_pairs=measures.win_and_finish_lines(profile, partnership=True),
        rules=rules,
        contracts=measures.contract_chart(points),
        measure_groups=measures.measure_groups(profile, points),
        average=measures.average_game_points_line(points),
        extremes=named_extremes(points.extremes),
        opponents_url=_opponents_url(club, player_key, period),
    )


def _opponents_url(club: ClubContext, player_key: PlayerKey, period: Period) -> str:
    member, partner = player_key
    season = period.season_number
    if partner == NO_MEMBER:
        return url_for("players.opponents", club_uid=club.uid, member_number=member, season=season)
    return url_for(
        "players.opponents_of_pair", club_uid=club.uid, member_number=member, partner_number=partner, season=season
    )


def _require_pair_key(club: ClubContext, member_number: int, partner_number: int) -> PlayerKey:
    lower, higher = sorted(require_surviving_member(club, number).number for number in (member_number, partner_number))
    if lower == higher:
        raise NotFound
    redirect_if_merged(member_number=lower, partner_number=higher)
    return lower, higher


def _chance_ahead_text(club: ClubContext, member_number: int, other_number: int) -> str:
    """In how many of ten games the first finishes before the second, by their ratings; empty without a rating."""
    rated = read_current_ratings_by_member(db.session(), club.id)
    if member_number not in rated or other_number not in rated:
        return ""
    return reader_language().number(
        chance_ahead_in_tenths(rated[member_number], rated[other_number], club_rating_reliability(rated.values()))
    )
