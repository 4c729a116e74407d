"""The configuration of a peer: who it is, how it is reached, and how it comes to a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

from acquire_net.crypto import signing
from acquire_net.discovery.table_address import TableAddress
from acquire_net.errors import SetupError
from acquire_net.links.addresses import DEFAULT_PORT, Address
from acquire_net.lobby.computer_claims import ComputerClaim
from acquire_net.lobby.lobby import Offer


@dataclass(frozen=True, slots=True)
class PeerConfig:
    """Who this peer is, how it is reached, and where it keeps its files."""
    signer: signing.SigningKey
    name: str
    folder: Path
    """The folder of the journals."""
    version: str
    """The version of the program."""
    port: int = DEFAULT_PORT
    any_port: bool = True
    relay: str = ""
    announces: bool = True
    advertised: tuple[str, ...] = ()
    """Addresses at which others reach this peer, if they differ from what the machine sees of itself."""
    computer: bool = False
    """True if a computer player decides at this machine."""
    computer_claim: ComputerClaim = ComputerClaim()
    """Which computer player it is, and who has started it, for the others to read."""
    known_players: Path | None = None
    """The file of players met before; None to remember nobody."""
    friends_only: bool = False
    """As the keeper of a table, seat nobody but players who have played with this one before."""


class Host(Struct, frozen=True):
    """Found a table."""
    offer: Offer

    @property
    def relay(self) -> str:
        return ""


class Join(Struct, frozen=True):
    """Join the table of another peer."""
    place: TableAddress

    @property
    def relay(self) -> str:
        """Return the relay by whose code this peer joins: there it waits for the others, who may not reach it otherwise."""
        return str(Address(self.place.host, self.place.port)) if self.place.relay else ""


class Resume(Struct, frozen=True):
    """Return to a table whose journal is here."""
    journal: Path


class BeginError(SetupError):
    """No table can begin; the text says why and what to do."""
