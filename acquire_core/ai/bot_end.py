"""The bot's end of the line protocol (docs/developers/bot-protocol.md): read a table's lines, answer for one of our levels.

Lines in, lines out; `acquire bot` connects them to the standard streams. A program that plays by its own ideas can use `BotEnd`
alone, which keeps the game as its seat knows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from acquire_core.engine.game import Game
from acquire_core.notation import format_action, parse_action
from acquire_core.ruleset import ALL_OPTIONS, find_ruleset

from .bot_protocol import VERSIONS, ProtocolError
from .bots import MAX_MS, Bot, BotError, bot_named

BUDGET_USED = 0.8


@dataclass
class BotQuestion:
    """A question to a bot: the game as its seat knows it, the legal lines, and the time for the answer."""

    game: Game
    seat: int
    legal: tuple[str, ...]
    budget_ms: int


@dataclass
class BotEnd:
    """Reads what a table says. `receive` answers `go` with a `BotQuestion`, everything else with None.

    >>> end = BotEnd()
    >>> for line in ["acquire-bot 1", "game", "ruleset classic", "players 2", "seat 0", "seed 5"]:
    ...     assert end.receive(line) is None
    >>> end.seat, end.seed, end.games
    (0, 5, 1)
    """

    seat: int = 0
    seed: int = 0
    games: int = 0
    version: int = VERSIONS[0]
    """In which the table speaks."""
    over: bool = False
    """Whether `quit` has been said."""
    _head: dict[str, str] = field(default_factory=dict)
    _options: list[tuple[str, str]] = field(default_factory=list)
    _game: Game | None = None
    _legal: list[str] = field(default_factory=list)

    def receive(self, line: str) -> BotQuestion | None:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "acquire-bot":
                if rest not in map(str, VERSIONS):
                    raise ProtocolError(f"the table speaks version {rest[:20]!a} of the protocol, this bot the versions "
                                        f"{' and '.join(map(str, VERSIONS))}")
                self.version = int(rest)
            case "game":
                self.games += 1
                self._head, self._options, self._game, self._legal = {}, [], None, []
            case "option":
                name, _, value = rest.partition(" ")
                self._options.append((name, value))
            case "ruleset" | "rules" | "players" | "sealed":
                self._head[word] = rest
            case "seat":
                self.seat = _read_number(rest, "a seat")
            case "seed":
                self.seed = _read_number(rest, "a seed")
                if self.seed >= 2**64:
                    raise ProtocolError(f"{rest[:20]!a} is not a seed: it has more than 64 bits")
            case "record":
                self._replay(rest)
            case "legal":
                self._legal.append(rest)
            case "go":
                legal, self._legal = tuple(self._legal), []
                return BotQuestion(self._begin_game(), self.seat, legal, _read_number(rest, "milliseconds"))
            case "quit":
                self.over = True
            case _:
                pass                                 # later versions of the protocol may say more
        return None

    def _begin_game(self) -> Game:
        """Return the game, and begin it with the first line after its head."""
        if self._game is None:
            if not self.games:
                raise ProtocolError("a line 'game' is due first")
            try:
                ruleset = find_ruleset(self._head.get("ruleset", ""))
                ruleset = ruleset.replace(**{name: ALL_OPTIONS[name].parse(value) for name, value in self._options})
                self._game = Game(ruleset, _read_number(self._head.get("players", ""), "players"), sealed="sealed" in self._head)
            except (ValueError, KeyError) as error:
                raise ProtocolError(f"this game cannot be played here: {error}") from None
            if self._head.get("rules", ruleset.digest.hex()) != ruleset.digest.hex():
                raise ProtocolError("these rules have another digest here: table and bot are of different versions")
        return self._game

    def _replay(self, line: str) -> None:
        game = self._begin_game()
        try:
            game.apply(parse_action(line, game.ruleset.chain_names), events=False)
        except ValueError as error:
            raise ProtocolError(f"the line {line[:60]!a} cannot be replayed: {error}") from None


def _read_number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise ProtocolError(f"{text[:20]!a} is not a number: expected {what}")
    return int(text)


class LevelEnd:
    """A level of ours at a table that is somewhere else.

    >>> LevelEnd("casual").receive("acquire-bot 1")
    ['hello 1 acquire casual']
    """

    def __init__(self, level: int | str, seed: int | None = None) -> None:
        self.name = str(level)
        self.level = bot_named(self.name, 0).level
        self.seed = seed
        """Of every game; None for the seeds that the table gives."""
        self.end = BotEnd()
        self._bot: Bot | None = None
        self._games = 0

    @property
    def over(self) -> bool:
        return self.end.over

    def receive(self, line: str) -> list[str]:
        """Return the lines to answer; raise a ProtocolError where the line makes no sense."""
        asked = self.end.receive(line)
        if line.startswith("acquire-bot"):
            return [f"hello {self.end.version} acquire {self.level.name}"]
        return [] if asked is None else [f"move {self._choose(asked)}"]

    def _choose(self, asked: BotQuestion) -> str:
        if self._bot is None or self._games != self.end.games:
            self._games = self.end.games
            self._bot = bot_named(self.name, self.end.seed if self.seed is None else self.seed)
        game = asked.game
        if asked.seat not in game.owed():            # in a sealed step several are asked
            raise ProtocolError(f"seat {asked.seat} is asked, but by the record it is the turn of {game.to_move}")
        # Levels that count worlds are far inside any budget; the one that thinks by the clock leaves some of it for the way.
        deadline_ms = None if self.level.usual_ms is None else min(max(1.0, BUDGET_USED * asked.budget_ms), MAX_MS)
        try:
            decision = self._bot.choose(game.observe(asked.seat), deadline_ms)
        except BotError as error:                    # such as a hand that the record does not tell
            raise ProtocolError(str(error)) from None
        line = format_action(decision.action, game.ruleset.chain_names)
        # Only an open bag can make a difference: the table sees into it, the record does not.
        return line if line in asked.legal or not asked.legal else asked.legal[0]
