"""Marks that choose the databases of a test."""

import os

import pytest

NIGHTLY = os.environ.get("TREX_TESTS_NIGHTLY") == "true"
"""Whether this is a nightly run: all database tests on both kinds, and more random examples."""

both_databases = pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
"""For tests where the SQL, locks or row order may differ."""
on_postgresql = pytest.mark.parametrize("database_kind", ["postgresql"])
