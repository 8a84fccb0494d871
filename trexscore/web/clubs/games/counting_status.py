"""A game on the club's pages: in which seasons it counts and for whom, or why it does not count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from markupsafe import Markup

from trexscore.club.eligibility import Obstacle, eligibility_of
from trexscore.club.events.counted_game import GameExcluded
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer, tallies_of_game, with_surviving_members
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.clubs.league import decimal_places_for
from trexscore.ledger.chain import JournalEntry
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.game_nights.tables import may_record_in_game
from trexscore.web.clubs.members.presenter import member_name
from trexscore.web.clubs.standings_row_texts import player_or_pair_name, row_games_url, signed_number
from trexscore.web.rendering import translate as _

_OBSTACLE_TEXTS: dict[Obstacle, str] = {
    "withdrawn": N_("It doesn’t count: it was excluded."),
    "unfinished": N_("It doesn’t count: it wasn’t finished."),
    "not_agreed": N_("It doesn’t count yet: all four have to sign off every kingdom first."),
    "no_result": N_("It doesn’t count: abandoned at this point, it has no result under its house rules."),
    "no_season": N_(
        "It counts in no standings: no season includes its day. It still counts in ratings and statistics."
    ),
    "other_rules": N_("It doesn’t count in %(season)s: it was played under different house rules."),
    "only_pairs": N_("It doesn’t count in %(season)s: that season ranks pairs, and it was played without partners."),
    "only_players": N_("It doesn’t count in %(season)s: that season ranks players, and it was played with partners."),
}


class PlayerScore(NamedTuple):
    """What a game gives to a player or pair."""

    name: str
    url: str
    score_text: Markup
    is_negative: bool


class SeasonsWithSameScores(NamedTuple):
    """Seasons in which a game gives the same scores to the same players."""

    seasons: tuple[Season, ...]
    player_scores: tuple[PlayerScore, ...]


def view_only_token(club: ClubContext, game_row: ClubGameRow) -> str:
    """The game's view-only token, for readers who may open the game; else empty.

    Also empty if the club has no token of it that can record: naming a game in a club must not give access to it.
    """
    if (
        game_row.counted_game is None
        or not may_record_in_game(club, game_row.counted_game)
        or find_club_game_token(db.session(), club.id, game_row.uid) is None
    ):
        return ""
    return read_tokens_by_permission(db.session(), game_row.game_id).get("read", "")


def counts_in_standings(club: ClubContext, game_row: ClubGameRow) -> bool:
    """Whether the game counts in any standings."""
    return bool(tallies_of_game(club.record, game_row.counted_game, game_row.outcome))


def seasons_with_same_scores(club: ClubContext, game_row: ClubGameRow) -> list[SeasonsWithSameScores]:
    """The seasons in which it counts, and what it gives to whom."""
    scores_by_season: dict[int, list[tuple[SeasonPlayer, Fraction]]] = defaultdict(list)
    for player, tally in tallies_of_game(club.record, game_row.counted_game, game_row.outcome).items():
        basis = club.record.seasons[player.season].season_rules.basis
        scores_by_season[player.season].append((player, basis.score_contribution(tally)))
    seasons_by_scores: dict[tuple[tuple[tuple[int, ...], Fraction], ...], list[int]] = defaultdict(list)
    for number, scores in scores_by_season.items():
        seasons_by_scores[tuple((player[1:], score) for player, score in scores)].append(number)
    return [
        SeasonsWithSameScores(
            tuple(club.record.seasons[number] for number in numbers),
            tuple(_player_scores(club, scores_by_season[numbers[0]])),
        )
        for numbers in seasons_by_scores.values()
    ]


def _player_scores(club: ClubContext, scores: Sequence[tuple[SeasonPlayer, Fraction]]) -> Iterator[PlayerScore]:
    decimals = decimal_places_for(score for _player, score in scores)
    for player, score in scores:
        yield PlayerScore(
            player_or_pair_name(club, player),
            row_games_url(club.uid, player),
            signed_number(score, decimals),
            score < 0,
        )


def reasons_not_counting(
    club: ClubContext, game_row: ClubGameRow, exclusions_by_seq: Mapping[int, JournalEntry] | None = None
) -> list[str]:
    """Why the game does not count, in sentences. `exclusions_by_seq`: `exclusion_entries_by_seq`, if already read."""
    if game_row.counted_game is None:
        if exclusions_by_seq is None:
            exclusions_by_seq = exclusion_entries_by_seq(club, [game_row])
        return [_exclusion_text(game_row, exclusions_by_seq)]
    obstacles = eligibility_of(club.record, game_row.counted_game, game_row.outcome).obstacles_with_seasons
    return [obstacle_text(obstacle, season) for obstacle, season in obstacles]


def exclusion_entries_by_seq(club: ClubContext, game_rows: Iterable[ClubGameRow]) -> dict[int, JournalEntry]:
    """The entries that excluded these games; empty for readers outside the club."""
    seqs = set() if club.me is None else {row.seq for row in game_rows if row.counted_game is None}
    return CLUBS.read_entries_by_seq(db.session(), club.id, seqs) if seqs else {}


def _exclusion_text(game_row: ClubGameRow, entry_by_seq: Mapping[int, JournalEntry]) -> str:
    """With the reason for members, unless it was removed."""
    entry = entry_by_seq.get(game_row.seq)
    reason = (
        "" if entry is None or entry.body is None else entry.body.get(GameExcluded.stored_kind, {}).get("reason", "")
    )
    if not reason:
        return obstacle_text("withdrawn", None)
    return _("It doesn’t count: it was excluded. Reason: %(reason)s", reason=reason)


def obstacle_text(obstacle: Obstacle, season: Season | None) -> str:
    """A reason why a game does not count."""
    return _(_OBSTACLE_TEXTS[obstacle], season="" if season is None else season.name)


def substitute_notes(club: ClubContext, game_row: ClubGameRow) -> list[str]:
    """Who sat in for whom."""
    if game_row.counted_game is None:
        return []
    now = with_surviving_members(club.record, game_row.counted_game)
    return [
        _(
            "%(name)s played as substitute for %(other)s.",
            name=_member_name(club, played),
            other=_member_name(club, booked),
        )
        for booked, played in zip(now.credited_member_numbers, now.playing_member_numbers, strict=True)
        if booked is not None and played != booked
    ]


def _member_name(club: ClubContext, member_number: int | None) -> str:
    return _("Someone from outside the club") if member_number is None else member_name(club.record, member_number)
