"""Certificates for tests: made when they are asked for, trusted by nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import trustme


@dataclass(frozen=True)
class Certificates:
    """Is the files of a server's certificate, and of the authority that vouches for it."""

    chain: Path
    key: Path
    both: Path
    """The key and the certificate in one file."""
    ca: Path


def certificates(
    folder: Path, *names: str, since: datetime | None = None, until: datetime | None = None
) -> Certificates:
    """Makes a certificate for names and addresses, valid for long unless told otherwise."""
    authority = trustme.CA()
    leaf = authority.issue_cert(
        *(names or ("127.0.0.1", "::1", "localhost")), not_before=since, not_after=until
    )
    made = Certificates(folder / "chain.pem", folder / "key.pem", folder / "both.pem", folder / "ca.pem")
    folder.mkdir(parents=True, exist_ok=True)
    for number, blob in enumerate(leaf.cert_chain_pems):
        blob.write_to_path(str(made.chain), append=number > 0)
    leaf.private_key_pem.write_to_path(str(made.key))
    leaf.private_key_and_cert_chain_pem.write_to_path(str(made.both))
    authority.cert_pem.write_to_path(str(made.ca))
    return made
