"""What saving would change in the standings, shown before anything is saved."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.commands.league.preview import ScoreChange, SeasonMoves, StandingsPreview
from trexscore.i18n.texts.league import decimal_places_for
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings.moves import overtaking_sentences, rank_change_text
from trexscore.web.clubs.standings.presenter import Score, format_score, joined_names, row_names
from trexscore.web.rendering import translate_plural as ngettext

MAX_LINES = 30


class MovedLine(NamedTuple):
    """A row that would change."""

    name: str
    rank_change_text: str
    new_score: Score | None
    old_score: Score | None
    """The present score, if it would change."""


class SeasonPreview(NamedTuple):
    """What would change in a season. `further_moved_row_count`: rows that would change and are not in `lines`."""

    name: str
    partnership: bool
    counted_games_sentences: tuple[str, ...]
    lines: tuple[MovedLine, ...]
    further_moved_row_count: int
    overtaking_sentences: tuple[str, ...]


def season_previews(club: ClubContext, preview: StandingsPreview) -> list[SeasonPreview]:
    """The seasons that would change."""
    return [_season_preview(club, season) for season in preview.seasons]


def counted_games_sentences(removed_count: int, added_count: int) -> Iterator[str]:
    """How many games would stop and start counting."""
    if removed_count:
        yield ngettext("%(num)s game would no longer count.", "%(num)s games would no longer count.", removed_count)
    if added_count:
        yield ngettext("%(num)s more game would count.", "%(num)s more games would count.", added_count)


def _season_preview(club: ClubContext, changes: SeasonMoves) -> SeasonPreview:
    moves, scores = changes.moves, changes.scores
    moved = [player for player, move in moves.items() if move.changed or scores[player].before != scores[player].after]
    decimals = decimal_places_for(score for player in moved for score in scores[player] if score is not None)
    lines = (
        MovedLine(
            joined_names(row_names(club, player)),
            rank_change_text(moves[player]),
            *_new_and_old_scores(scores[player], decimals),
        )
        for player in moved[:MAX_LINES]
    )
    return SeasonPreview(
        changes.season.name,
        changes.season.rules.partnership,
        tuple(counted_games_sentences(changes.games_removed, changes.games_added)),
        tuple(lines),
        max(0, len(moved) - MAX_LINES),
        tuple(overtaking_sentences(club, moves)),
    )


def _new_and_old_scores(scores: ScoreChange, decimals: int) -> tuple[Score | None, Score | None]:
    before, after = (None if score is None else format_score(score, decimals) for score in scores)
    return after, None if scores.before == scores.after else before
