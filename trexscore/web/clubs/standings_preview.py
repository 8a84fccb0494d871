"""Preview of the standings before an entry is saved. The form is repeated below it as hidden fields."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import render_template, request

from trexscore.commands.league.preview import SeasonEffect, StandingsPreview, preview_club_wide_entry
from trexscore.db.models import db
from trexscore.i18n.texts.clubs.league import decimal_places_for
from trexscore.ledger.chain import Body
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings_row_texts import (
    Score,
    format_score,
    overtaking_sentences,
    player_or_pair_name,
    rank_change_text,
)
from trexscore.web.rendering import translate_plural as ngettext

SAVE_BUTTON, EDIT_BUTTON = "previewed", "edit"
"""Names of the two buttons below a preview: save, or go back to the filled-in form."""
MAX_CHANGED_ROWS = 30


class PreviewRow(NamedTuple):
    """A row that would change."""

    name: str
    rank_change_text: str
    new_score: Score | None
    old_score: Score | None
    """The present score, if it would change."""


class SeasonPreview(NamedTuple):
    """What would change in a season. `further_changed_row_count`: of those not in `changed_rows`."""

    name: str
    partnership: bool
    counted_games_sentences: tuple[str, ...]
    changed_rows: tuple[PreviewRow, ...]
    further_changed_row_count: int
    overtaking_sentences: tuple[str, ...]


def wants_edit() -> bool:
    """Whether the reader wants to go back to the filled-in form."""
    return EDIT_BUTTON in request.form


def entry_preview_page(club: ClubContext, body: Body) -> str | None:
    """The page with what an entry would change in the standings; None if nothing, or if it was already seen."""
    if SAVE_BUTTON in request.form:
        return None
    return preview_page(club, preview_club_wide_entry(db.session(), club.club_head, body))


def preview_page(club: ClubContext, preview: StandingsPreview) -> str | None:
    """The page with this preview; None if it changes nothing."""
    if not preview.season_effects:
        return None
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in (SAVE_BUTTON, EDIT_BUTTON)]
    return render_template(
        "clubs/standings/change_preview.html",
        club=club,
        games=tuple(_counted_games_sentences(preview.removed_game_count, preview.added_game_count)),
        seasons=[_season_preview(club, season) for season in preview.season_effects],
        fields=fields,
        seen=SAVE_BUTTON,
        edit=EDIT_BUTTON,
    )


def _counted_games_sentences(removed_count: int, added_count: int) -> Iterator[str]:
    """How many games would stop and start counting."""
    if removed_count:
        yield ngettext("%(num)s game would no longer count.", "%(num)s games would no longer count.", removed_count)
    if added_count:
        yield ngettext("%(num)s more game would count.", "%(num)s more games would count.", added_count)


def _season_preview(club: ClubContext, season_effect: SeasonEffect) -> SeasonPreview:
    moves, scores = season_effect.rank_move_by_player, season_effect.score_change_by_player
    moved_players = [
        player
        for player, move in moves.items()
        if move.has_changed or scores[player].score_before != scores[player].score_after
    ]
    decimals = decimal_places_for(score for player in moved_players for score in scores[player] if score is not None)
    rows = []
    for player in moved_players[:MAX_CHANGED_ROWS]:
        before, after = (None if score is None else format_score(score, decimals) for score in scores[player])
        old_score = None if scores[player].score_before == scores[player].score_after else before
        rows.append(PreviewRow(player_or_pair_name(club, player), rank_change_text(moves[player]), after, old_score))
    return SeasonPreview(
        season_effect.season.name,
        season_effect.season.house_rules.partnership,
        tuple(_counted_games_sentences(season_effect.removed_game_count, season_effect.added_game_count)),
        tuple(rows),
        max(0, len(moved_players) - MAX_CHANGED_ROWS),
        tuple(overtaking_sentences(club, moves)),
    )
