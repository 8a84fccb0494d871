"""A row of standings in words: whose it is, its score, its change of rank, and the address of its games."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.i18n.texts.clubs.league import format_fraction
from trexscore.league.rank_moves import RankMove
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.clubs.season_standings import PastDay
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name, join_with_and, number_in_bdi
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

UNRANKED_BEFORE_AND_AFTER: RankMove[SeasonPlayer] = RankMove(None, None)
MAX_OVERTAKERS, _MAX_OVERTAKEN_NAMES = 6, 4
"""Sentences about players who overtook others, and names in each."""


class Score(NamedTuple):
    """A score as shown, and exactly."""

    text: Markup
    exact_text: str
    is_negative: bool


def player_names(club: ClubContext, season_player: SeasonPlayer) -> tuple[str, ...]:
    """The name of a player, or the two of a pair."""
    return tuple(display_name(club.record.members[member]) for member in season_player.member_numbers)


def player_or_pair_name(club: ClubContext, season_player: SeasonPlayer) -> str:
    """The name of a player, or both names of a pair, in a sentence."""
    names = player_names(club, season_player)
    return isolate_name(names[0]) if len(names) == 1 else _("%(one)s and %(other)s", one=names[0], other=names[1])


def row_games_url(club_uid: str, season_player: SeasonPlayer, past_day: PastDay | None = None) -> str:
    """The address of the games of a row."""
    query = "" if past_day is None else f"?{urlencode(past_day.query_parameters)}"
    player_path = path_of_player(season_player.member, season_player.partner)
    return f"/c/{club_uid}/seasons/{season_player.season}/{player_path}{query}"


def path_of_player(member_number: int, partner_number: int) -> str:
    """The part of an address that names a player or a pair."""
    return f"players/{member_number}" if partner_number == NO_MEMBER else f"pairs/{member_number}-{partner_number}"


def signed_number(value: Fraction, decimals: int) -> Markup:
    """A change with so many decimals and a sign."""
    return number_in_bdi(("+" if value > 0 else "") + format_fraction(reader_language(), value, decimals))


def format_score(score: Fraction, decimals: int) -> Score:
    """A score with so many decimals."""
    text = format_fraction(reader_language(), score, decimals)
    return Score(number_in_bdi(text), str(score), score < 0)


def rank_change_text(rank_move: RankMove[SeasonPlayer]) -> str:
    """The new rank and the old one; empty if there is neither."""
    language = reader_language()
    if rank_move.rank_after is None:
        return (
            ""
            if rank_move.rank_before is None
            else _("No longer ranked, was %(rank)s", rank=language.number(rank_move.rank_before))
        )
    now = language.number(rank_move.rank_after)
    if rank_move.rank_before is None:
        return _("Rank %(rank)s, newly ranked", rank=now)
    if rank_move.has_changed:
        return _("Rank %(now)s, was %(before)s", now=now, before=language.number(rank_move.rank_before))
    return _("Rank %(rank)s", rank=now)


def overtaking_sentences(
    club: ClubContext, rank_move_by_player: Mapping[SeasonPlayer, RankMove[SeasonPlayer]]
) -> Iterator[str]:
    """Who is now ahead of whom, for the first `MAX_OVERTAKERS` who overtook anyone."""
    overtakers = [
        (player, move.overtaken_players) for player, move in rank_move_by_player.items() if move.overtaken_players
    ]
    for player, overtook in overtakers[:MAX_OVERTAKERS]:
        names = [player_or_pair_name(club, overtaken) for overtaken in overtook[:_MAX_OVERTAKEN_NAMES]]
        unnamed_count = len(overtook) - len(names)
        if unnamed_count:
            names.append(ngettext("%(num)s other", "%(num)s others", unnamed_count))
        yield _(
            "%(name)s is now ahead of %(names)s.", name=player_or_pair_name(club, player), names=join_with_and(names)
        )
