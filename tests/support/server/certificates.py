"""Server certificates for tests, made by openssl."""

import subprocess
from pathlib import Path
from typing import NamedTuple


class Certificate(NamedTuple):
    """The files of a certificate and of its key."""

    chain: Path
    key: Path


def openssl_certificate(folder: Path) -> Certificate:
    """A self-signed certificate for localhost, and its key."""
    certificate = Certificate(folder / "chain.pem", folder / "key.pem")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += [
        "-addext",
        "subjectAltName=DNS:localhost",
        "-out",
        str(certificate.chain),
        "-keyout",
        str(certificate.key),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return certificate
