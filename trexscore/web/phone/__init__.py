"""What a phone needs to draw the pages by itself: the same templates and words, as a script."""
