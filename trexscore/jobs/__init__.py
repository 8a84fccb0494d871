"""Runs jobs (long work) in processes of their own, separate from the HTTP server."""
