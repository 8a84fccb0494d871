"""On which databases a test runs."""

import os

import pytest

NIGHTLY = os.environ.get("TREX_TESTS_NIGHTLY") == "true"
"""A run that takes its time: every test of a database on both kinds, and many more examples."""

both_databases = pytest.mark.parametrize("database_kind", ["sqlite", "postgresql"])
"""Where the SQL, the locks or the order of rows may differ."""
on_postgresql = pytest.mark.parametrize("database_kind", ["postgresql"])
