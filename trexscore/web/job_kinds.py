"""Every kind of long work that a page starts."""

from trexscore.actions.clubs.redo import RATINGS
from trexscore.web.pages.clubs.bring_games import GAMES_IMPORT
from trexscore.web.pages.clubs.club_file import CLUB_IMPORT, EXPORT
from trexscore.web.pages.clubs.data import SHEET
from trexscore.web.pages.clubs.tables import TABLES
from trexscore.web.pages.paper import PAPER
from trexscore.web.pages.totals import TOTALS

JOB_KINDS = (PAPER, TOTALS, GAMES_IMPORT, CLUB_IMPORT, EXPORT, SHEET, TABLES, RATINGS)
