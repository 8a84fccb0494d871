"""Long work, and the page that shows how far it is."""
