"""A row of standings in words: whose it is, its score, and the address of its games."""

from fractions import Fraction
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.i18n.texts.league import format_fraction
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.clubs.standings_day import PastDay
from trexscore.web.language import reader_language
from trexscore.web.rendering import isolate_name, number_in_bdi
from trexscore.web.rendering import translate as _


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
    owner = (
        f"players/{season_player.member}"
        if season_player.partner == NO_MEMBER
        else f"pairs/{season_player.member}-{season_player.partner}"
    )
    query = "" if past_day is None else f"?{urlencode(past_day.query_parameters)}"
    return f"/c/{club_uid}/seasons/{season_player.season}/{owner}{query}"


def signed_number(value: Fraction, decimals: int) -> Markup:
    """A change with so many decimals and a sign."""
    return number_in_bdi(("+" if value > 0 else "") + format_fraction(reader_language(), value, decimals))


def format_score(score: Fraction, decimals: int) -> Score:
    """A score with so many decimals."""
    text = format_fraction(reader_language(), score, decimals)
    return Score(number_in_bdi(text), str(score), score < 0)
