"""The same program in processes that hash differently: what hangs on the order of a set comes out otherwise."""

import subprocess
import sys

from tests.support.tree import ROOT


def said_by_each(program: str) -> set[str]:
    """All that the processes print: one text, if nothing hangs on hashes."""
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
