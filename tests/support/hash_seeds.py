"""Run a program with several hash seeds, to find results that depend on the order of sets."""

import subprocess
import sys

from tests.support.tree import ROOT


def outputs_by_hash_seed(program: str) -> set[str]:
    """All distinct outputs; only one if nothing depends on hashes."""
    return {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
