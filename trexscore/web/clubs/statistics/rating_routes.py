"""The ratings of a club's players and pairs."""

from functools import partial

from flask import Blueprint, render_template, request

from trexscore.i18n.texts.clubs.ratings import RATING_ORDER_TEXT, rating_explanation_sentences
from trexscore.league.ratings import MAX_MARGIN_TO_RANK
from trexscore.web.clubs.access import open_club
from trexscore.web.clubs.statistics import ratings
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

pages = Blueprint("ratings", __name__)


@pages.get("/c/<club_uid>/ratings")
def show(club_uid: str) -> str:
    """The ratings of players or pairs, highest first; provisional ones separately."""
    club = open_club(club_uid)
    of_pairs = request.args.get("of") == "pairs"
    ranked = ratings.list_ranked_ratings(club.id, club.record, None, of_pairs=of_pairs)
    return render_template(
        "clubs/statistics/ratings.html",
        club=club,
        pairs=of_pairs,
        ranked=[entry for entry in ranked if not entry.is_provisional],
        provisional=[entry for entry in ranked if entry.is_provisional],
        player_url=partial(ratings.player_url, club),
        redone=ratings.recalculation_start_text(club),
        order=_(RATING_ORDER_TEXT),
        max_ranked_margin=MAX_MARGIN_TO_RANK,
        how=rating_explanation_sentences(reader_language()),
    )
