"""The commands behind `acquire`, one module each, and what they share: their list and the two ways to say no.

A module has `configure(parser)` and `run(args) -> int`. Only the module that was asked for is imported.
"""

from __future__ import annotations

from collections.abc import Sequence

COMMANDS = {
    "help": "what a command does and which options it has",
    "doctor": "versions, display, addresses and folders of this machine: what a bug report needs",
    "report-bug": "gather what a bug report needs into one file, without keys, tiles and names; nothing is sent",
    "rules": "all rulesets side by side, or one of them with its prices and bonuses",
    "text": "play in the terminal, with people and computer players in any mix",
    "simulate": "play random games under any rules and sum them up",
    "replay": "the board and the score sheet of a recorded game at any move",
    "host": "found a table for people and computer players on other machines, with no server and no trusted host",
    "join": "join a table: by join code, address, number or name, or the only one on this network",
    "resume": "return to a table after a crash, a pulled cable or a closed laptop",
    "keep": "look after tables over days without a screen, and tell when it is your turn; also as a service",
    "mail": "play a table over days by letters: what your seat has to say to the others as text for e-mail, and theirs",
    "tables": "the tables on this network as they come and go, and what this machine sees where there are none",
    "verify": "what the journal of a table without a host proves: the result, and who cheated",
    "ladder": "a rating table from a folder of journals and records, each of them verified",
    "cup": "a cup for many people: rounds of tables, results from signed journals, standings that everybody can check",
    "analyse": "win chances over a recorded game, its largest swings, and the better moves with reasons",
    "puzzles": "find positions in recorded games in which one answer is clearly the best, for the puzzles of the window",
    "arena": "matches between computer players, with intervals and ratings",
    "almanac": "facts about the game, counted over many games of equal computer players: what helps to win",
    "bot": "a computer player as a program of its own, for tables that speak docs/developers/bot-protocol.md",
    "train": "train the value net of the higher levels, by self-play or from games of a level that searches",
    "relay": "a blind relay for tables that cannot be reached from outside",
    "bench": "how fast the engine is on this machine",
    "completion": "a script with which a shell completes the command line: bash, zsh, fish or PowerShell",
}


class CommandError(Exception):
    """The command cannot do what it was asked; the message is for people, one line, and so is each of the `details`."""

    exit_code = 1

    def __init__(self, message: str, details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.details = tuple(details)


class UsageError(CommandError):
    """The command line asks for something that does not exist."""

    exit_code = 2


class EndedBySignal(BaseException):
    """The system ends the program, as when a terminal window is closed; what is at hand is put away first."""

    def __init__(self, number: int, message: str = "") -> None:
        super().__init__(message)
        self.number = number
        self.message = message

    @property
    def exit_code(self) -> int:
        """Return the exit code that a shell would give."""
        return 128 + self.number
