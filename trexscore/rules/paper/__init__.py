"""Totals that people wrote down: what they can mean, which cannot be, and which slips of the pen would explain them."""
