"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import founding, front, links, members, players, ratings, statistics

CLUB_PAGES = (founding, front, links, members, players, ratings, statistics)
