"""What saving would move in the standings, as the page shows it before anything is saved."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.commands.league.preview import Preview, Scores, SeasonMoves
from trexscore.i18n.texts.league import decimals_for
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings.moves import overtaken_text, rank_text
from trexscore.web.clubs.standings.presenter import Score, joined, names_of, score_shown
from trexscore.web.rendering import translate_plural as ngettext

MOST_LINES = 30


class MovedLine(NamedTuple):
    """Someone whose row would be another one."""

    name: str
    rank: str
    score: Score | None
    was: Score | None
    """The score before, where it is another."""


class SeasonMoved(NamedTuple):
    """What would move in a season; `others`: how many more rows."""

    name: str
    partnership: bool
    games: tuple[str, ...]
    lines: tuple[MovedLine, ...]
    others: int
    overtaken: tuple[str, ...]


def seasons_moved(club: ClubContext, found: Preview) -> list[SeasonMoved]:
    """The seasons in which anything would move."""
    return [_season(club, one) for one in found.seasons]


def games_text(gone: int, new: int) -> Iterator[str]:
    """How many games would start and stop counting."""
    if gone:
        yield ngettext("%(num)s game would no longer count.", "%(num)s games would no longer count.", gone)
    if new:
        yield ngettext("%(num)s more game would count.", "%(num)s more games would count.", new)


def _season(club: ClubContext, one: SeasonMoves) -> SeasonMoved:
    scores = one.scores
    moved = [share for share, move in one.moves.items() if move.changed or scores[share].before != scores[share].after]
    decimals = decimals_for(score for share in moved for score in scores[share] if score is not None)
    lines = (
        MovedLine(joined(names_of(club, share)), rank_text(one.moves[share]), *_scores_said(scores[share], decimals))
        for share in moved[:MOST_LINES]
    )
    return SeasonMoved(
        one.season.name,
        one.season.rules.partnership,
        tuple(games_text(one.gone, one.new)),
        tuple(lines),
        max(0, len(moved) - MOST_LINES),
        tuple(overtaken_text(club, one.moves)),
    )


def _scores_said(scores: Scores, decimals: int) -> tuple[Score | None, Score | None]:
    was, now = (None if score is None else score_shown(score, decimals) for score in scores)
    return now, None if scores.before == scores.after else was
