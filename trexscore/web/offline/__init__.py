"""Offline use: what a phone needs without the server."""
