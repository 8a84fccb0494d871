"""A club's pages, a module for each subject."""
