"""Changes of rank, in words."""

from collections.abc import Iterator, Mapping

from trexscore.club.season_tallies import SeasonPlayer
from trexscore.league.rank_moves import RankMove
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings_row_texts import player_or_pair_name
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

UNRANKED_BEFORE_AND_AFTER: RankMove[SeasonPlayer] = RankMove(None, None)
MAX_SENTENCES, MAX_NAMES = 6, 4


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
    """Who is now ahead of whom, for the first few who overtook anyone."""
    overtakers = [
        (player, move.overtaken_players) for player, move in rank_move_by_player.items() if move.overtaken_players
    ]
    for player, overtook in overtakers[:MAX_SENTENCES]:
        names = [player_or_pair_name(club, overtaken) for overtaken in overtook[:MAX_NAMES]]
        unnamed_count = len(overtook) - len(names)
        if unnamed_count:
            names.append(ngettext("%(num)s other", "%(num)s others", unnamed_count))
        yield _(
            "%(name)s is now ahead of %(names)s.",
            name=player_or_pair_name(club, player),
            names=reader_language().join_list(names),
        )
