"""Tests that need optional software are skipped locally and fail in CI."""

import os
from typing import NoReturn

import pytest


def skip_or_fail_in_ci(sentence: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{sentence} With CI=true this test must not be skipped.", pytrace=False)
    pytest.skip(sentence)
