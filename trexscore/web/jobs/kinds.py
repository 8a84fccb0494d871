"""All kinds of jobs that pages start."""

from trexscore.commands.league.due_statistics import RATINGS_JOB_KIND
from trexscore.web.clubs.data.routes import SHEET_EXPORT_JOB_KIND
from trexscore.web.clubs.game_nights.table_routes import TABLE_START_JOB_KIND
from trexscore.web.clubs.imports.club_file_routes import CLUB_EXPORT_JOB_KIND, CLUB_IMPORT_JOB_KIND
from trexscore.web.clubs.imports.routes import GAMES_IMPORT_JOB_KIND
from trexscore.web.games.from_points.routes import POINTS_SEARCH_JOB_KIND
from trexscore.web.paper.routes import PAPER_CHECK_JOB_KIND

JOB_KINDS = (
    PAPER_CHECK_JOB_KIND,
    POINTS_SEARCH_JOB_KIND,
    GAMES_IMPORT_JOB_KIND,
    CLUB_IMPORT_JOB_KIND,
    CLUB_EXPORT_JOB_KIND,
    SHEET_EXPORT_JOB_KIND,
    TABLE_START_JOB_KIND,
    RATINGS_JOB_KIND,
)
