"""What an operator is told when the server starts: nothing stops it, but others may get at what is theirs."""

import os
import stat
import sys
from pathlib import Path


def cautions(private_key: Path | None) -> list[str]:
    """Sentences, one for each thing to change. Windows has neither root nor these modes."""
    if sys.platform == "win32":
        return []
    said = []
    if os.geteuid() == 0:
        said.append("The server runs as root. Run it as a user of its own: it needs no more than its data folder.")
    if private_key is not None and private_key.stat().st_mode & stat.S_IROTH:
        said.append(f"Every user of this computer can read the private key {private_key}: chmod 600 it.")
    return said
