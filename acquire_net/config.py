"""What a peer is told before it begins: who it is, how it is reached, and how it comes to a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from acquire_net.crypto import signing
from acquire_net.discovery.table_address import TableAddress
from acquire_net.errors import SetupError
from acquire_net.links.addresses import DEFAULT_PORT, Address
from acquire_net.lobby.lobby import Offer


@dataclass(frozen=True, slots=True)
class PeerConfig:
    """Who this peer is and where it keeps what it keeps."""
    signer: signing.SigningKey
    name: str
    folder: Path
    """Of journals."""
    version: str
    """Of the program."""
    port: int = DEFAULT_PORT
    any_port: bool = True
    relay: str = ""
    announces: bool = True
    advertised: tuple[str, ...] = ()
    """Where the others reach this peer, where that is not what the machine sees of itself."""
    computer: bool = False
    """Whether a computer player decides at this machine."""
    known_players: Path | None = None
    """Where it is remembered who was met; None: nobody is."""


@dataclass(frozen=True, slots=True)
class Host:
    """Found a table."""
    offer: Offer

    @property
    def relay(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Join:
    """Go to somebody's table."""
    place: TableAddress

    @property
    def relay(self) -> str:
        """Return the relay by whose code this peer joins: there it waits for the others, who may not reach it otherwise."""
        return str(Address(self.place.host, self.place.port)) if self.place.relay else ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Come back to a table whose journal is here."""
    journal: Path


class BeginError(SetupError):
    """There will be no table; the text says why and what to do."""
