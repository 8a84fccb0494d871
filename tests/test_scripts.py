"""Runs the JavaScript tests if Node is installed."""

import re
import shutil
import subprocess

import pytest

from tests.support.tree import ROOT

OLDEST_NODE = (20, 19)


def test_scripts_pass_their_own_tests() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node was not found on this machine: the JavaScript tests were not run.")
    version_text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", version_text)[:2])
    if version < OLDEST_NODE:
        pytest.skip(f"Node {version_text.strip()} is older than 20.19: the JavaScript tests were not run.")
    files = sorted(str(path) for path in (ROOT / "tests" / "js").rglob("*.test.js"))
    assert files
    completed = subprocess.run([node, "--test", *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr
