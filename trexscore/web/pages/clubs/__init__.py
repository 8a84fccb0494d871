"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import club_file, data, founding, front, links, members

CLUB_PAGES = (club_file, data, founding, front, links, members)
