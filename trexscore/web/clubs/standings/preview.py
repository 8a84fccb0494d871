"""What saving would change in the standings, shown before anything is saved."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.commands.league.preview import Scores, SeasonMoves, StandingsPreview
from trexscore.i18n.texts.league import decimals_for
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings.moves import overtaken_text, rank_text
from trexscore.web.clubs.standings.presenter import Score, joined, names_of, score_shown
from trexscore.web.rendering import translate_plural as ngettext

MOST_LINES = 30


class MovedLine(NamedTuple):
    """A row that would change."""

    name: str
    rank: str
    score: Score | None
    was: Score | None
    """The present score, if it would change."""


class SeasonMoved(NamedTuple):
    """What would change in a season. `others`: number of further rows."""

    name: str
    partnership: bool
    games: tuple[str, ...]
    lines: tuple[MovedLine, ...]
    others: int
    overtaken: tuple[str, ...]


def seasons_moved(club: ClubContext, preview: StandingsPreview) -> list[SeasonMoved]:
    """The seasons that would change."""
    return [_season_moved(club, season) for season in preview.seasons]


def games_text(gone: int, new: int) -> Iterator[str]:
    """How many games would stop and start counting."""
    if gone:
        yield ngettext("%(num)s game would no longer count.", "%(num)s games would no longer count.", gone)
    if new:
        yield ngettext("%(num)s more game would count.", "%(num)s more games would count.", new)


def _season_moved(club: ClubContext, changes: SeasonMoves) -> SeasonMoved:
    moves, scores = changes.moves, changes.scores
    moved = [share for share, move in moves.items() if move.changed or scores[share].before != scores[share].after]
    decimals = decimals_for(score for share in moved for score in scores[share] if score is not None)
    lines = (
        MovedLine(joined(names_of(club, share)), rank_text(moves[share]), *_shown_scores(scores[share], decimals))
        for share in moved[:MOST_LINES]
    )
    return SeasonMoved(
        changes.season.name,
        changes.season.rules.partnership,
        tuple(games_text(changes.gone, changes.new)),
        tuple(lines),
        max(0, len(moved) - MOST_LINES),
        tuple(overtaken_text(club, moves)),
    )


def _shown_scores(scores: Scores, decimals: int) -> tuple[Score | None, Score | None]:
    before, after = (None if score is None else score_shown(score, decimals) for score in scores)
    return after, None if scores.before == scores.after else before
