"""What this installation brings to a table over the network: its key, its folder of journals, the players it has met, and the
tables to which it can return."""

from __future__ import annotations

import getpass
from pathlib import Path

from acquire_client.files.folders import Folders
from acquire_client.files.journal_files import TABLES, journal_files
from acquire_client.version import program_version
from acquire_net import (
    DEFAULT_PORT,
    IDENTITY_FILE,
    KNOWN_PLAYERS_FILE,
    ComputerClaim,
    DamagedJournalError,
    EmptyJournalError,
    Identity,
    PeerConfig,
    own_identity,
    read_journal,
    resume_info_path,
    secrets_path,
)

MAX_NAME = 20


def identity_of(where: Folders) -> Identity:
    """Return the key of this installation; make one the first time. Raises IdentityError."""
    return own_identity(where.data / IDENTITY_FILE)


def account_name() -> str:
    """Return the name of the account at this machine; empty where it has none."""
    try:
        return getpass.getuser()[:MAX_NAME]
    except (OSError, KeyError):
        return ""


def own_peer_config(where: Folders, name: str, *, identity: Identity | None = None, port: int | None = None, relay: str = "",
                    announces: bool = True, advertised: tuple[str, ...] = (), computer: ComputerClaim | None = None,
                    friends_only: bool = False) -> PeerConfig:
    """Return the configuration of a peer of this installation; without a port any free one will do. `computer` says which
    computer player decides; None where a person does. Raises IdentityError."""
    identity = identity or identity_of(where)
    return PeerConfig(identity.key, name, where.data / TABLES, program_version(), DEFAULT_PORT if port is None else port,
                      any_port=port in (None, 0), relay=relay, announces=announces, advertised=advertised,
                      computer=computer is not None, computer_claim=computer or ComputerClaim(),
                      known_players=where.data / KNOWN_PLAYERS_FILE, friends_only=friends_only)


def table_to_return_to(where: Folders) -> Path | None:
    """Return the journal of a table that this seat can play on; a seat that was voted out has no secrets any more."""
    journal = journal_to_resume(where)
    return journal if journal is not None and secrets_path(journal).exists() else None


def journal_to_resume(where: Folders) -> Path | None:
    """Return the journal of the last table that has not come to its end; None if there is none."""
    return next((path for path in journal_files(where) if resume_info_path(path).exists() and has_begun(path)), None)


def has_begun(journal: Path) -> bool:
    """Return True if anything was signed at this table; nothing was, where the program was killed right at the start."""
    try:
        read_journal(journal)
    except EmptyJournalError:
        return False
    except (DamagedJournalError, OSError):
        pass  # the resume itself will report what is wrong with the journal
    return True
