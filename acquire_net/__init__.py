"""Play Acquire without a host: two to six peers, of whom nobody is trusted with the bag. This page is the whole public face.

A program that wants to play imports this package and `acquire_net.events`, and nothing below them; docs/developers/net-api.md
walks through a whole game of two peers in one process. The tour:

- **Sit down.** `Peer(config, how, on_event)` runs in a thread of its own from `start()` to `stop()`. `PeerConfig` says who plays
  and where the journals are; `how` is `Host(Offer(rules, places))`, `Join(TableAddress.read(code))` or `Resume(journal)`. In the
  lobby there are `propose_changes`, `set_ready`, `exclude_player`, `accept_player`, `block_player`, `set_friends_only`,
  `set_relay`, `send_chat`; at the table `submit`, `vote`, `set_paused`, `leave`.
- **Hear what happens.** `on_event` is called in the peer's thread, with one value of `acquire_net.events` after the other.
  The last is `PeerStopped`. Nothing else comes out of a peer, and no exception: the text of the last event says what went wrong.
- **Watch.** `Spectator(address, on_event)` follows a table without a seat, checks every line of it and reports the same events.
- **Offer a table.** `rules_lines` writes a ruleset as a table holds it, `checked_options` completes and checks the options of
  `TABLE_OPTIONS`, `option_value` reads one; what all have signed is a `TableSpec`.
- **Find and be found.** `TableSearch` lists the tables on the local network as `FoundTable`s, `TableAddress` reads and writes
  join codes, `read_table_code` reads the four characters by which people on one network name a table, `diagnose` explains an
  empty list, and `Relay` joins those who cannot reach each other. With a `MailboxServer` it keeps frames
  for those who are away; `TableByHand` reads and writes the same as `Letter`s, which people carry.
- **Know the players.** `own_identity` reads or makes the key of this installation, `fingerprint_text` and `Emblem` show keys to
  people, `KnownPlayers` remembers who was met, `checked_name` says what may be a name.
- **Keep files.** `replace_file` and `retry_while_open` wait a moment where Windows refuses because another program looks at the
  file. `sync_folder` returns when the names in a folder are on the disk.
- **Read what was kept.** `verify_journal(read_journal(path))` proves a game from its file alone (`unpack_journal` takes its
  bytes), `judge_evidence` a conviction; `record_of` turns a verified journal into a record of the core. `build_of_sums` says
  which compiled module checks the proofs on this machine.
- **Errors.** All are an `AcquireNetError`, of four kinds: `LocalError`, `RemoteError`, `StorageError` and `SetupError`. Texts of
  errors and events are a `Wording` where a client may want to write them in another language.

Each folder says in its `__init__.py` what it holds. Names are imported when they are first asked for, so that a command which
needs one constant does not wait for the sockets.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acquire_net.config import BeginError, Host, Join, PeerConfig, Resume
    from acquire_net.crypto.cpu import build_of_sums
    from acquire_net.crypto.signing import fingerprint_of
    from acquire_net.discovery.beacon import BEACON_PORT, TableStage
    from acquire_net.discovery.card import TABLE_DIFFERS, CardError
    from acquire_net.discovery.diagnosis import NetworkFinding, diagnose
    from acquire_net.discovery.found_tables import FoundTable, seats_there
    from acquire_net.discovery.join_code import JoinCodeError
    from acquire_net.discovery.table_address import KEY_MARK, TableAddress, parse_advertised_address, quoted_code
    from acquire_net.discovery.table_code import read_table_code
    from acquire_net.discovery.table_search import TableSearch
    from acquire_net.errors import AcquireNetError, LocalError, RemoteError, SetupError, StorageError, Wording
    from acquire_net.links.adapters import LINK_LOCAL, LOOPBACK, OwnAddress, default_route_address, nearest_first, own_addresses
    from acquire_net.links.addresses import DEFAULT_PORT, DEFAULT_RELAY_PORT, Address, AddressError, parse_address
    from acquire_net.links.relay import Relay, RelayLimits
    from acquire_net.links.sockets import ALL_ADDRESSES, PortTakenError
    from acquire_net.lobby.computer_claims import ComputerClaim
    from acquire_net.lobby.lobby import Offer
    from acquire_net.lobby.messages import MAX_LINE_BYTES
    from acquire_net.lobby.options import (
        BANK_MINUTES,
        TABLE_OPTIONS,
        TableOption,
        checked_options,
        clock_options,
        days_options,
        is_over_days,
        option_value,
    )
    from acquire_net.lobby.table_spec import PROTOCOLS_DIFFER, VERSIONS_DIFFER, AdmissionError, OptionLine, TableSpec, read_table
    from acquire_net.mailbox.box import MailboxError
    from acquire_net.mailbox.by_hand import TableByHand, last_letters
    from acquire_net.mailbox.kept_letters import KeptLettersError
    from acquire_net.mailbox.letters import MAX_LETTERS_BYTES, Letter, LetterError, letter_text, read_letters
    from acquire_net.mailbox.mail_link import mailbox_trouble
    from acquire_net.mailbox.server import MailboxServer
    from acquire_net.mailbox.store import MailboxInUseError, MailboxStore
    from acquire_net.mailbox.table_mail import MAILBOX_IS_READ
    from acquire_net.peer import Peer
    from acquire_net.players.identity import (
        IDENTITY_FILE,
        Emblem,
        FingerprintError,
        Identity,
        IdentityError,
        fingerprint_text,
        own_identity,
        read_fingerprint,
    )
    from acquire_net.players.known_players import KNOWN_PLAYERS_FILE, KnownPlayer, KnownPlayers
    from acquire_net.players.names import PlayerNameError, checked_name, cleaned_text, looks_like
    from acquire_net.private_files import replace_file, retry_while_open, sync_folder
    from acquire_net.protocol.evidence import EvidenceError, EvidenceVerdict
    from acquire_net.protocol.quorum import quorum_of
    from acquire_net.protocol.view_endings import LostSeat, ViewEnding
    from acquire_net.spectating.spectator import Spectator, WatchError
    from acquire_net.table.acquire_game import AcquireGame, record_of, refuse_rounds_over_days, rules_lines, ruleset_of
    from acquire_net.table.journal import (
        DamagedJournalError,
        DiskError,
        EmptyJournalError,
        JournalContents,
        JournalInUseError,
        read_journal,
        secrets_path,
        unpack_journal,
    )
    from acquire_net.table.patience_file import days_waited
    from acquire_net.table.reports import EVIDENCE_KIND, judge_evidence
    from acquire_net.table.resume_info import ResumeInfoError, lobby_of_journal, resume_info_path
    from acquire_net.table.session_start import ResumeError
    from acquire_net.table.verify import InvalidJournalError, JournalReport, verify_journal

__all__ = [
    "ALL_ADDRESSES", "AcquireGame", "AcquireNetError", "Address", "AddressError", "AdmissionError", "BANK_MINUTES",
    "BEACON_PORT", "BeginError", "CardError", "ComputerClaim", "DEFAULT_PORT", "DEFAULT_RELAY_PORT", "DamagedJournalError",
    "DiskError", "EVIDENCE_KIND", "Emblem", "EmptyJournalError", "EvidenceError", "EvidenceVerdict", "FingerprintError",
    "FoundTable", "Host", "IDENTITY_FILE", "Identity", "IdentityError", "InvalidJournalError", "Join", "JoinCodeError",
    "JournalContents", "JournalInUseError", "JournalReport", "KEY_MARK", "KNOWN_PLAYERS_FILE", "KeptLettersError",
    "KnownPlayer", "KnownPlayers", "LINK_LOCAL", "LOOPBACK", "Letter", "LetterError", "LocalError", "LostSeat",
    "MAILBOX_IS_READ", "MAX_LETTERS_BYTES", "MAX_LINE_BYTES", "MailboxError", "MailboxInUseError", "MailboxServer",
    "MailboxStore", "NetworkFinding", "Offer", "OptionLine", "OwnAddress", "PROTOCOLS_DIFFER", "Peer", "PeerConfig",
    "PlayerNameError", "PortTakenError", "Relay", "RelayLimits", "RemoteError", "Resume", "ResumeError", "ResumeInfoError",
    "SetupError", "Spectator", "StorageError", "TABLE_DIFFERS", "TABLE_OPTIONS", "TableAddress", "TableByHand",
    "TableOption", "TableSearch", "TableSpec", "TableStage", "VERSIONS_DIFFER", "ViewEnding", "WatchError", "Wording",
    "build_of_sums", "checked_name", "checked_options", "cleaned_text", "clock_options", "days_options", "days_waited",
    "default_route_address", "diagnose", "fingerprint_of", "fingerprint_text", "is_over_days", "judge_evidence",
    "last_letters", "letter_text", "lobby_of_journal", "looks_like", "mailbox_trouble", "nearest_first", "option_value",
    "own_addresses", "own_identity", "parse_address", "parse_advertised_address", "quorum_of", "quoted_code",
    "read_fingerprint", "read_journal", "read_letters", "read_table", "read_table_code", "record_of",
    "refuse_rounds_over_days", "replace_file", "resume_info_path", "retry_while_open", "rules_lines", "ruleset_of",
    "seats_there", "secrets_path", "sync_folder", "unpack_journal", "verify_journal",
]

_HOME = {
    "config": "BeginError Host Join PeerConfig Resume",
    "crypto.cpu": "build_of_sums",
    "crypto.signing": "fingerprint_of",
    "discovery.beacon": "BEACON_PORT TableStage",
    "discovery.card": "CardError TABLE_DIFFERS",
    "discovery.diagnosis": "NetworkFinding diagnose",
    "discovery.found_tables": "FoundTable seats_there",
    "discovery.join_code": "JoinCodeError",
    "discovery.table_address": "KEY_MARK TableAddress parse_advertised_address quoted_code",
    "discovery.table_code": "read_table_code",
    "discovery.table_search": "TableSearch",
    "errors": "AcquireNetError LocalError RemoteError SetupError StorageError Wording",
    "links.adapters": "LINK_LOCAL LOOPBACK OwnAddress default_route_address nearest_first own_addresses",
    "links.addresses": "Address AddressError DEFAULT_PORT DEFAULT_RELAY_PORT parse_address",
    "links.relay": "Relay RelayLimits",
    "links.sockets": "ALL_ADDRESSES PortTakenError",
    "lobby.computer_claims": "ComputerClaim",
    "lobby.lobby": "Offer",
    "lobby.messages": "MAX_LINE_BYTES",
    "lobby.options": ("BANK_MINUTES TABLE_OPTIONS TableOption checked_options clock_options days_options is_over_days "
                      "option_value"),
    "lobby.table_spec": "AdmissionError OptionLine PROTOCOLS_DIFFER TableSpec VERSIONS_DIFFER read_table",
    "mailbox.box": "MailboxError",
    "mailbox.by_hand": "TableByHand last_letters",
    "mailbox.kept_letters": "KeptLettersError",
    "mailbox.letters": "Letter LetterError MAX_LETTERS_BYTES letter_text read_letters",
    "mailbox.mail_link": "mailbox_trouble",
    "mailbox.server": "MailboxServer",
    "mailbox.store": "MailboxInUseError MailboxStore",
    "mailbox.table_mail": "MAILBOX_IS_READ",
    "peer": "Peer",
    "private_files": "replace_file retry_while_open sync_folder",
    "players.identity":
        "Emblem FingerprintError IDENTITY_FILE Identity IdentityError fingerprint_text own_identity read_fingerprint",
    "players.known_players": "KNOWN_PLAYERS_FILE KnownPlayer KnownPlayers",
    "players.names": "PlayerNameError checked_name cleaned_text looks_like",
    "protocol.evidence": "EvidenceError EvidenceVerdict",
    "protocol.quorum": "quorum_of",
    "protocol.view_endings": "LostSeat ViewEnding",
    "spectating.spectator": "Spectator WatchError",
    "table.acquire_game": "AcquireGame record_of refuse_rounds_over_days rules_lines ruleset_of",
    "table.session_start": "ResumeError",
    "table.journal":
        "DamagedJournalError DiskError EmptyJournalError JournalContents JournalInUseError read_journal secrets_path "
        "unpack_journal",
    "table.patience_file": "days_waited",
    "table.reports": "EVIDENCE_KIND judge_evidence",
    "table.resume_info": "ResumeInfoError lobby_of_journal resume_info_path",
    "table.verify": "InvalidJournalError JournalReport verify_journal",
}
"""The modules that have these names."""
_MODULE_OF = {name: f"{__name__}.{module}" for module, names in _HOME.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
