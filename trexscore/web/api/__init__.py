"""The interface for programs, under /api."""
