"""The words of the line protocol between a table and a bot (docs/developers/bot-protocol.md): what builds and reads them.

A table knows more than it says: everything about a game comes from `SeatView`. Nothing that a bot says is believed
before it has been read here, and found among the legal moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from acquire_core.actions import DrawTile, MarketTile, StartTile
from acquire_core.engine.game import Game, Observation
from acquire_core.notation import format_action, parse_action
from acquire_core.ruleset import CLASSIC, RULESETS, Ruleset, format_option

IN_TURNS, IN_ROUNDS = 1, 2
"""The versions of the protocol: 2 is what a table speaks that plays simultaneously, and has bids besides."""
VERSIONS = (IN_TURNS, IN_ROUNDS)

MAX_LINE = 1000
"""Characters of a bot's longest line; a move has less than a hundred, the rest is room for `info`."""
MAX_OUTPUT = 100_000
"""Characters that a bot may say between two decisions."""


class ProtocolError(ValueError):
    """A line that the protocol does not have, or not at this point; the message says what was expected."""


class OtherVersion(ProtocolError):
    """A `hello` in another version than that of the table."""


def version_for(ruleset: Ruleset) -> int:
    """Return the version of the protocol in which a table with these rules speaks."""
    return IN_ROUNDS if ruleset.simultaneous else IN_TURNS


# --- what a table says ------------------------------------------------------------------------------------------------

def greeting(version: int) -> str:
    return f"acquire-bot {version}"


def game_lines(game: Game, seat: int, seed: int) -> list[str]:
    """Return the head of a game: its rules, its seats, and a seed for bots that want to be reproducible."""
    ruleset = game.ruleset
    return [
        "game",
        f"ruleset {ruleset.name if ruleset.name in RULESETS else CLASSIC.name}",
        *(f"option {name} {format_option(value)}" for name, value in ruleset.changes().items()),
        f"rules {ruleset.digest.hex()}",
        f"players {game.players}",
        f"seat {seat}",
        *(["sealed yes"] if game.sealed else []),
        f"seed {seed}",
    ]


def ask_lines(heard: Iterable[str], seen: Observation, budget_ms: int) -> list[str]:
    """Return what has happened, the legal moves, and the question."""
    chains = seen.ruleset.chain_names
    return [
        *(f"record {line}" for line in heard),
        *([f"bag {' '.join(seen.bag)}"] if seen.bag is not None else []),
        *(f"legal {format_action(action, chains)}" for action in seen.legal_actions()),
        f"go {budget_ms}",
    ]


def over_lines(heard: Iterable[str], game: Game) -> list[str]:
    """Return the rest of the game, and its result in the words of a record."""
    return [
        *(f"record {line}" for line in heard),
        f"over {game.end_reason or 'unfinished'}",
        *(f"result {rank} {seat} {dollars}" for rank, seat, dollars in game.standings()),
    ]


# --- what a bot says --------------------------------------------------------------------------------------------------

def read_hello(line: str, version: int = IN_TURNS) -> str | None:
    """Return the name in `hello 1 NAME`, None for another line; raise an OtherVersion for another number."""
    word, _, rest = line.partition(" ")
    if word != "hello":
        return None
    spoken, _, name = rest.strip().partition(" ")
    if spoken != str(version):
        raise OtherVersion(f"the bot speaks version {spoken[:20]!a} of the protocol, this table version {version}")
    return name.strip() or "unnamed"


def read_move(line: str, asked: Game | Observation) -> int | None:
    """Return the code of the move in `move 2 place 5E`; None for another line. `asked` is the game, where its `to_move` is asked,
    or what the seat that is asked knows: in a sealed step several seats are.

    A NotationError where the move cannot be read, a ProtocolError where it can and is not legal now.
    """
    word, _, rest = line.partition(" ")
    if word != "move":
        return None
    action = parse_action(rest, asked.ruleset.chain_names)
    seat = asked.to_move if isinstance(asked, Game) else asked.seat
    if action.seat not in (None, seat) or isinstance(action, StartTile | DrawTile | MarketTile):
        raise ProtocolError(f"seat {seat} is asked, not {action.seat}")
    legal = asked.legal_codes()
    if isinstance(asked, Game):
        code = asked.code_of(action)
    else:
        said = format_action(replace(action, seat=seat), asked.ruleset.chain_names)
        code = next((code for code in legal if format_action(asked.action_of(code), asked.ruleset.chain_names) == said), None)
    if code is None or code not in legal:
        raise ProtocolError(f"{rest[:60]!a} is not among the legal moves")
    return code
