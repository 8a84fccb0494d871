"""Security warnings for the operator when the server starts."""

import os
import stat
import sys
from pathlib import Path


def security_warnings(private_key: Path | None) -> list[str]:
    """A sentence for each problem. Windows has neither root nor these file modes."""
    if sys.platform == "win32":
        return []
    warnings = []
    if os.geteuid() == 0:
        warnings.append("The server runs as root. Run it as a user of its own: it only needs its data folder.")
    if private_key is not None and private_key.stat().st_mode & stat.S_IROTH:
        warnings.append(f"Every user of this computer can read the private key {private_key}: chmod 600 it.")
    return warnings
