"""All kinds of jobs that pages start."""

from trexscore.commands.league.due_statistics import RATINGS_JOB_KIND
from trexscore.web.clubs.data.routes import SHEET_EXPORT
from trexscore.web.clubs.game_nights.table_routes import TABLE_START
from trexscore.web.clubs.imports.club_file_routes import CLUB_EXPORT, CLUB_IMPORT
from trexscore.web.clubs.imports.routes import GAMES_IMPORT
from trexscore.web.games.from_points.routes import POINTS_SEARCH
from trexscore.web.paper.routes import PAPER_CHECK

JOB_KINDS = (
    PAPER_CHECK,
    POINTS_SEARCH,
    GAMES_IMPORT,
    CLUB_IMPORT,
    CLUB_EXPORT,
    SHEET_EXPORT,
    TABLE_START,
    RATINGS_JOB_KIND,
)
