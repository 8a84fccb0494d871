"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import calendar, evenings, founding, front, games, links, members, screen, tables

CLUB_PAGES = (calendar, evenings, founding, front, games, links, members, screen, tables)
