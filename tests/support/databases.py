"""Marks that choose the databases of a test."""

import os

import pytest

NIGHTLY = os.environ.get("TREX_TESTS_NIGHTLY") == "true"
"""A thorough run: every database test on both kinds, and many more examples."""

both_databases = pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
"""For tests where the SQL, locks or row order may differ."""
on_postgresql = pytest.mark.parametrize("database_kind", ["postgresql"])
