"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import founding, front, game, links, members, seasons, standings

CLUB_PAGES = (founding, front, game, links, members, seasons, standings)
