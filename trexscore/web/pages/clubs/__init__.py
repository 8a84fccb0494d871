"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import founding, front, links, members

CLUB_PAGES = (founding, front, links, members)
