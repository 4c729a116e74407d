"""The people this installation has played with: who had which key, under which name. Trust on first use.

A key is believed when it is seen for the first time. Later, a known key under another name is reported, and a known name with
another key is a loud warning: then nothing is remembered until the person at this screen says so. The file is a convenience: if
it is damaged it is set aside, and that is reported.
"""

from __future__ import annotations

import contextlib
import os
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from acquire_net.crypto.signing import fingerprint_of
from acquire_net.errors import Wording
from acquire_net.players.identity import fingerprint_text
from acquire_net.players.names import MAX_NAME_BYTES, checked_name, looks_like
from acquire_net.private_files import replace_file, sync_folder, write_privately

KNOWN_PLAYERS_FILE = "known-players.json"
FORMAT = "acquire known players 1"
MAX_PLAYERS = 1000
MAX_NAMES = 5
MAX_FILE_BYTES = 2_000_000

_Moment = Annotated[int, Meta(ge=0, lt=1 << 40)]
_Count = Annotated[int, Meta(ge=0, lt=1 << 31)]


class KnownPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player this installation has met. Times are seconds since 1970."""
    identity: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    names: Annotated[tuple[Annotated[str, Meta(max_length=MAX_NAME_BYTES)], ...], Meta(min_length=1, max_length=MAX_NAMES)]
    """The last one used comes first."""
    first_met: _Moment
    last_met: _Moment
    games: _Count = 0
    dropped: _Count = 0
    """Of these games, those that this player left before the end."""
    draws_left: _Count = 0
    """Draws of others that were made again because this player dropped out in the middle of them."""
    draws_repeated: _Count = 0
    """Draws of this player that were made again because another one dropped out in the middle of them."""
    convicted: _Moment = 0
    """When a game proved last that this player broke the rules of the table; 0: never."""
    blocked: _Moment = 0
    """When the person here blocked this player; 0: they are not blocked."""

    @property
    def name(self) -> str:
        return self.names[0]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: Annotated[str, Meta(pattern=f"^{FORMAT}$")]
    players: Annotated[tuple[KnownPlayer, ...], Meta(max_length=MAX_PLAYERS)]


class Newcomer(Struct, frozen=True):
    """Never seen before, neither the key nor the name."""
    player: KnownPlayer


class Recognised(Struct, frozen=True):
    player: KnownPlayer


class Renamed(Struct, frozen=True):
    """A known key under another name than the last time; nothing to worry about."""
    player: KnownPlayer
    before: str

    @property
    def warning_text(self) -> str:
        return Wording("{name} is the player you know as {before}.", name=self.player.name, before=self.before)


class Impostor(Struct, frozen=True):
    """A known name, or one that looks like it, with a key that is not known: another person, or a new installation of the same.
    Not remembered before `accept_player`."""
    name: str
    identity: bytes
    known: KnownPlayer

    @property
    def warning_text(self) -> str:
        known = bytes.fromhex(self.known.identity)
        return Wording("WARNING: this {name} is not the {known} you have met before. The key is another one: {key}, where it "
                       "was {before}. Another person may be pretending, or it is a new machine or a new installation: ask, in "
                       "another way than over this network, before you play.", name=self.name, known=self.known.name,
                       key=_fingerprint_of(self.identity), before=_fingerprint_of(known))


_look = lru_cache(MAX_PLAYERS * MAX_NAMES)(looks_like)
Meeting = Newcomer | Recognised | Renamed | Impostor


def _fingerprint_of(identity: bytes) -> str:
    return fingerprint_text(fingerprint_of(identity))


class KnownPlayers:
    """The file is read again before each change, so that two programs of one installation lose nothing but by the same moment."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._players: dict[str, KnownPlayer] = {}
        self._may_write = True
        self.trouble = ""
        """What is wrong with the file, for people; empty as a rule. The program goes on with what it remembers."""
        self._load()

    def players(self) -> tuple[KnownPlayer, ...]:
        """Those met last come first."""
        return tuple(sorted(self._players.values(), key=lambda player: (-player.last_met, player.identity)))

    def player_of(self, identity: bytes) -> KnownPlayer | None:
        return self._players.get(identity.hex())

    def meet_player(self, identity: bytes, name: str, now_s: int) -> Meeting:
        """Compare a player who was just met with those that are known, and remember an unsuspicious one. Raises PlayerNameError
        for a name that `checked_name` refuses."""
        name = checked_name(name)
        self._load()
        before = self.player_of(identity)
        if before is None:
            known = self._known_as(name)
            if known is not None:
                return Impostor(name, identity, known)
            return Newcomer(self._update_player(identity, name, now_s))
        player = self._update_player(identity, name, now_s)
        return Recognised(player) if before.name == name else Renamed(player, before.name)

    def accept_player(self, identity: bytes, name: str, now_s: int) -> KnownPlayer:
        """Accept a key: the person at this screen says that it is another player of that name, or the same one with a new key."""
        self._load()
        return self._update_player(identity, checked_name(name), now_s)

    def record_game(self, identity: bytes, now_s: int, dropped: bool = False, draws_left: int = 0,
                    draws_repeated: int = 0) -> None:
        """Count a game that is over with a known player, who left it before its end if `dropped`."""
        self._load()
        player = self.player_of(identity)
        if player is not None:
            self._keep(msgspec.structs.replace(player, games=player.games + 1, dropped=player.dropped + dropped,
                                               draws_left=player.draws_left + draws_left,
                                               draws_repeated=player.draws_repeated + draws_repeated,
                                               last_met=max(now_s, player.last_met)))

    def record_conviction(self, identity: bytes, now_s: int) -> None:
        """Note that a game has proved that a known player broke the rules of the table."""
        self._load()
        player = self.player_of(identity)
        if player is not None:
            self._keep(msgspec.structs.replace(player, convicted=now_s))

    def set_blocked(self, identity: bytes, name: str, blocked: bool, now_s: int) -> None:
        """Block a player by their key, or take that back. Raises PlayerNameError for a name that `checked_name` refuses."""
        self._load()
        player = self.player_of(identity)
        if player is None and blocked:
            player = KnownPlayer(identity.hex(), (checked_name(name),), now_s, now_s)
        if player is not None:
            self._keep(msgspec.structs.replace(player, blocked=now_s if blocked else 0))

    def _known_as(self, name: str) -> KnownPlayer | None:
        look = _look(name)
        return next((player for player in self.players() if look in map(_look, player.names)), None)

    def _update_player(self, identity: bytes, name: str, now_s: int) -> KnownPlayer:
        before = self.player_of(identity)
        names = (name, *(old for old in before.names if old != name)) if before else (name,)
        player = (msgspec.structs.replace(before, names=names[:MAX_NAMES], last_met=max(now_s, before.last_met)) if before
                  else KnownPlayer(identity.hex(), names, now_s, now_s))
        self._keep(player)
        return player

    def _keep(self, player: KnownPlayer) -> None:
        self._players[player.identity] = player
        while len(self._players) > MAX_PLAYERS:  # strangers who only looked in go first
            least = min(self._players.values(), key=lambda other: (other.blocked > 0, other.games > 0, other.last_met))
            del self._players[least.identity]
        self._save()

    # --- the file

    def _load(self) -> None:
        try:
            with self._path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return
        except OSError as error:
            self._may_write = False  # it may be whole, and closed only to us
            self.trouble = Wording("the players you have met cannot be read from {path}: {trouble}",
                                   path=self._path_text(), trouble=error.strerror or error)
            return
        self._may_write = True
        try:
            found = _read(data)
        except ValueError as error:
            self._set_aside(str(error))
        else:
            self._players = {player.identity: player for player in found}

    def _set_aside(self, why: str) -> None:
        aside = self._path.with_name(self._path.name + ".damaged")
        try:
            replace_file(self._path, aside)
        except OSError as error:
            self._may_write = False
            self.trouble = (Wording("the list of players you have met, {path}, is damaged ({why}) and cannot be moved "
                                    "away: {trouble}", path=self._path_text(), why=why, trouble=error.strerror or error))
        else:
            self.trouble = (Wording("the list of players you have met was damaged ({why}) and is set aside as {aside}: "
                                    "everybody you meet now is believed at first, as on the first evening; compare "
                                    "fingerprints", why=why, aside=ascii(str(aside))))

    def _save(self) -> None:
        if not self._may_write:
            return
        data = msgspec.json.format(msgspec.json.encode(_File(FORMAT, self.players())), indent=1)
        try:
            _write_whole(self._path, data)
        except OSError as error:
            self.trouble = Wording("the players you have met cannot be written to {path}: {trouble}",
                                   path=self._path_text(), trouble=error.strerror or error)

    def _path_text(self) -> str:
        return ascii(str(self._path))


def _read(data: bytes) -> tuple[KnownPlayer, ...]:
    """Decode the file. Raises ValueError."""
    if len(data) > MAX_FILE_BYTES:
        raise ValueError("too long")
    try:
        players = msgspec.json.decode(data, type=_File).players
    except msgspec.MsgspecError as error:  # which is a ValueError since msgspec 0.20
        raise ValueError(str(error)) from None
    for player in players:
        for name in player.names:
            checked_name(name)
        if player.dropped > player.games or player.last_met < player.first_met:
            raise ValueError("numbers that contradict each other")
    return players


def _write_whole(path: Path, data: bytes) -> None:
    """Replace a file as `replace_privately` does, but so that two programs may do it at the same moment: the last one counts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        write_privately(beside, data)
        replace_file(beside, path)
        sync_folder(path.parent)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
