"""A club's pages, a module for each subject."""

from trexscore.web.pages.clubs import erasing, founding, front, links, members, merging, story

CLUB_PAGES = (founding, front, story, links, members, merging, erasing)
