"""Background jobs, and the page that shows their progress."""
